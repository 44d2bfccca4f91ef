// The merge of the parts into the sums by day, some days in each transaction. The state says how far it is, so it goes on where
// it was interrupted, and answers are exact meanwhile.
import { COUNT_MAX_TABLE_BYTES, COUNT_MERGE_ROWS } from '../../tuning.ts';
import { mergeKey } from './statistics-parts.ts';
import { commit, type Pass } from './statistics-pass-state.ts';
import { addRow, keysOf, newSums, rowOf } from './statistics-sums.ts';

/**
 * Shortens stored tables of a version that did not bound the length of values: longer values then count as `other`. There is
 * work only once after an upgrade.
 */
export async function shortenLong(pass: Pass): Promise<void> {
  for (const { kind, day } of await pass.connection.listLong(COUNT_MAX_TABLE_BYTES)) {
    if (pass.signal.aborted) return;
    const sums = newSums();
    for (const row of await pass.connection.findSums([{ kind, day }])) addRow(sums, row);
    await commit(pass, { sums: [rowOf(sums, kind, day)], state: {} });
    await pass.yieldIfDue();
  }
}

export async function mergeParts(pass: Pass): Promise<void> {
  if (pass.partCount === 0) return;
  const keys = keysOf(pass.parts)
    .map((entry) => ({ kind: entry.kind, day: entry.day, key: mergeKey(entry) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  for (let start = 0; start < keys.length; start += COUNT_MERGE_ROWS) {
    if (pass.signal.aborted) return;
    const step = keys.slice(start, start + COUNT_MERGE_ROWS);
    const merged = newSums();
    for (const row of await pass.connection.findSums(step)) {
      addRow(merged, row);
      const pause = pass.yieldIfDue();
      if (pause) await pause;
    }
    const sums = [];
    for (const { kind, day } of step) {
      addRow(merged, rowOf(pass.parts, kind, day));
      sums.push(rowOf(merged, kind, day));
      const pause = pass.yieldIfDue();
      if (pause) await pause;
    }
    await commit(pass, { sums, state: { mergedKey: step.at(-1)?.key ?? null } });
  }
  await commit(pass, { deletesParts: true, state: { mergedKey: null } });
  pass.parts = newSums();
  pass.partCount = 0;
  pass.partCharacters = 0;
}
