// Tables for a terminal: columns of equal width, numbers to the right. Control characters of a player's text are not printed.
import type { Cell, Report } from './report.ts';

export function toTable({ columns, size, cells }: Pick<Report, 'columns' | 'size' | 'cells'>): string {
  const rows = Array.from({ length: size }, (_, index) => cells(index));
  const texts = [[...columns], ...rows.map((row) => row.map(textOf))];
  const widths = columns.map((_, index) => Math.max(...texts.map((row) => row[index]?.length ?? 0)));
  const isNumeric = columns.map((_, index) => rows.every((row) => typeof row[index] !== 'object'));
  return texts
    .map((row) =>
      row
        .map((text, index) => {
          const width = widths[index] ?? 0;
          return isNumeric[index] ? text.padStart(width) : text.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function textOf(cell: Cell): string {
  if (cell === null) return '–';
  return typeof cell === 'object' ? cell.text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '?') : String(cell);
}
