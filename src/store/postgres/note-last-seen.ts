// The last activity of players whose history is about to be dropped. It is noted in small steps, each a statement that commits by
// itself and locks rows of metadata in key order.
import { LAST_SEEN_STEP_ROWS } from '../../tuning.ts';
import type { Queries } from './executor.ts';
import { type ListOldHistoryRow, listOldHistory, noteLastSeen as noteLastSeenOf } from './sql/statements.ts';
import { withRetries } from './with-retries.ts';

/** Notes the newest sessions among those that ended before a time, in milliseconds since the epoch. */
export async function noteLastSeen(queries: Queries, before: number): Promise<void> {
  let after: ListOldHistoryRow | undefined = {
    ...{ sequentialId: 0, endedAt: 0, sessionId: '00000000-0000-0000-0000-000000000000' },
  };
  while (after) {
    const { sequentialId, endedAt, sessionId }: ListOldHistoryRow = after;
    const key = { sequentialId, endedAt, sessionId };
    const page: readonly ListOldHistoryRow[] = await queries.run(listOldHistory, {
      ...key,
      before,
      limit: LAST_SEEN_STEP_ROWS,
    });
    // The last row of a player in a page is the newest.
    const newest = new Map(page.map((row) => [row.sequentialId, row.endedAt]));
    const columns = { ids: [...newest.keys()], endedAts: [...newest.values()] };
    if (page.length > 0) await withRetries(() => queries.run(noteLastSeenOf, columns), true);
    after = page.length < LAST_SEEN_STEP_ROWS ? undefined : page.at(-1);
  }
}
