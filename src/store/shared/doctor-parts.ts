// The parts in which the doctor reads long texts, so that its memory is bounded.
import { DOCTOR_READ_MAX_BYTES } from '../../tuning.ts';

/** Cuts a list into parts that can be in memory at once. A row that is larger is a part of its own. */
export function* partsOf<Row>(
  rows: readonly Row[],
  bytesOf: (row: Row) => number,
): Generator<readonly Row[]> {
  let part: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += bytesOf(row);
    if (part.length > 0 && bytes > DOCTOR_READ_MAX_BYTES) {
      yield part;
      part = [];
      bytes = bytesOf(row);
    }
    part.push(row);
  }
  if (part.length > 0) yield part;
}
