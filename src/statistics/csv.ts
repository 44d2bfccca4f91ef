// Tables as CSV (RFC 4180): a header line, lines that end with CRLF, null as an empty field. Pure.
import { csvField, csvTextField } from '../lib/csv.ts';
import { mediaRanges } from '../lib/media-ranges.ts';
import { type Cell, type Report, textsOf } from './report.ts';

export async function toCsv(report: Pick<Report, 'columns' | 'size' | 'cells' | 'pause'>): Promise<string> {
  const lineOf = (cells: readonly Cell[]): string => cells.map(fieldOf).join(',');
  const lines = await textsOf(report, (index) => lineOf(report.cells(index)));
  return `${[lineOf(report.columns), ...lines].join('\r\n')}\r\n`;
}

function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? csvTextField(cell.text) : csvField(String(cell));
}

/** Does the caller prefer CSV to JSON, by the media ranges of `Accept` (RFC 9110 section 12.5.1)? */
export function prefersCsv(accept: string | null): boolean {
  if (accept === null) return false;
  const ranges = mediaRanges(accept);
  const named = (type: string): number => ranges.find((range) => range.type === type)?.quality ?? 0;
  const csv = named('text/csv');
  return csv > 0 && csv >= named('application/json');
}
