// The rows of a CSV file (RFC 4180) in a stream. The parser is csv-parse (decision 0094). It gets each byte as a character of its own, so that
// the text is decoded here, strictly, row by row.
import { pipeline } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { IMPORT_PART_MAX_BYTES, IMPORT_ROW_MAX_CELLS } from '../../limits.ts';
import { tooLong } from '../files/bounded-bytes.ts';
import { createFreeing } from '../files/freed-memory.ts';
import { type Input, textChunksOf, utf8Text } from '../files/input.ts';
import { SourceUnreadable } from '../source.ts';

export interface CsvRow {
  /** The place, for reports: `players.csv line 17`. */
  readonly at: string;
  readonly cells: readonly string[];
  /** The reason why the row cannot be taken. The cells that are no text are empty then. */
  readonly problem?: string;
}

/** All rows, the header included. Blank lines are passed over. @throws SourceUnreadable that names the file and the row */
export async function* csvRows(input: Input, separator: string): AsyncGenerator<CsvRow> {
  // The error comes out of the loop below.
  const parser = pipeline(textChunksOf(input), parse(optionsOf(input.name, separator)), () => undefined);
  const free = createFreeing();
  let line = 1;
  try {
    for await (const record of parser as AsyncIterable<readonly string[]>) {
      free(record.reduce((sum, { length }) => sum + length, 0));
      const at = `${input.name} line ${line}`;
      line += 1 + record.reduce((breaks, cell) => breaks + countLineBreaks(cell), 0);
      if (record.length === 1 && record[0] === '') continue;
      yield { at, ...decodeAll(record) };
    }
  } catch (error) {
    throw error instanceof CsvError ? new SourceUnreadable(`${input.name}: ${sentenceOf(error)}`) : error;
  }
}

const optionsOf = (name: string, delimiter: string): Options => ({
  delimiter,
  encoding: 'latin1',
  record_delimiter: ['\r\n', '\n'],
  max_record_size: IMPORT_PART_MAX_BYTES,
  // The reader of a table compares each row with the header.
  relax_column_count: true,
  // It is called for each cell. The bound on the bytes of a row counts no separators.
  cast(cell, { index, records }) {
    if (index < IMPORT_ROW_MAX_CELLS) return cell;
    throw new SourceUnreadable(`${name}: row ${records + 1} has more than ${IMPORT_ROW_MAX_CELLS} cells`);
  },
});

function countLineBreaks(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Each byte of a record is a character of its own here. */
function decodeAll(record: readonly string[]): Omit<CsvRow, 'at'> {
  let problem: string | undefined;
  const cells = record.map((cell, index) => {
    if (cell.includes('\0')) problem ??= `holds a NUL in column ${index + 1}`;
    const text = /[\x80-\xff]/.test(cell) ? utf8Text(Buffer.from(cell, 'latin1')) : cell;
    if (text === undefined) problem ??= `is not UTF-8 in column ${index + 1}`;
    return text ?? '';
  });
  return { cells, ...(problem !== undefined && { problem }) };
}

/** Rows count from 1, the header included. */
function sentenceOf({ code, ...error }: CsvError): string {
  const row = `row ${Number(error.records) + 1}`;
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `ends within the quotes of a cell of ${row}; is it complete, and every quote within quotes doubled?`;
    case 'CSV_MAX_RECORD_SIZE':
      return `${row} ${tooLong}; is a quote in it not closed?`;
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `a cell of ${row} goes on behind its closing quote; a quote within quotes is doubled`;
    case 'INVALID_OPENING_QUOTE':
      return `a cell of ${row} has a quote within, and none around; such a cell stands in quotes`;
    default:
      return `${row}: ${code}`;
  }
}
