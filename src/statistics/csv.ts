// Tables as CSV (RFC 4180): a header line, lines that end with CRLF, null as an empty field. A spreadsheet would run a player's
// text that begins like a formula, so such a text gets an apostrophe before it. Pure.
import type { Cell, Report } from './reports.ts';

export function toCsv({ columns, rows }: Pick<Report, 'columns' | 'rows'>): string {
  const lines = [columns, ...rows].map((row) => row.map(fieldOf).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  const text = typeof cell === 'object' ? withoutFormula(cell.text) : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const withoutFormula = (text: string): string => (/^[=+\-@]/.test(text) ? `'${text}` : text);

/** Does the caller prefer CSV to JSON, by the media ranges of `Accept` (RFC 9110 section 12.5.1)? */
export function prefersCsv(accept: string | null): boolean {
  if (accept === null) return false;
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { type, quality: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const qualityOf = (type: string): number => ranges.find((range) => range.type === type)?.quality ?? 0;
  const csv = qualityOf('text/csv');
  return csv > 0 && csv >= qualityOf('application/json');
}
