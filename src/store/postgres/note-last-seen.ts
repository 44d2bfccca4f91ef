// The last activity of players whose history is about to be dropped. It is noted in small steps, each a statement that commits by
// itself and locks rows of metadata in key order.
import { LAST_SEEN_STEP_ROWS } from '../../tuning.ts';
import { bigints } from './arrays.ts';
import type { Queries } from './executor.ts';
import listOldHistory from './sql/list-old-history.sql' with { type: 'text' };
import noteLastSeenOf from './sql/note-last-seen.sql' with { type: 'text' };
import { withRetries } from './with-retries.ts';

interface HistoryKey {
  readonly sequentialId: number;
  readonly endedAt: number;
  readonly sessionId: string;
}

/** Notes the newest sessions among those that ended before a time, in milliseconds since the epoch. */
export async function noteLastSeen(queries: Queries, before: number): Promise<void> {
  let after: HistoryKey | undefined = {
    ...{ sequentialId: 0, endedAt: 0, sessionId: '00000000-0000-0000-0000-000000000000' },
  };
  while (after) {
    const { sequentialId, endedAt, sessionId }: HistoryKey = after;
    const parameters = [sequentialId, endedAt, sessionId, before, LAST_SEEN_STEP_ROWS];
    const page: readonly HistoryKey[] = await queries.query<HistoryKey>(listOldHistory, parameters);
    // The last row of a player in a page is the newest.
    const newest = new Map(page.map((row) => [row.sequentialId, row.endedAt]));
    const columns = [bigints([...newest.keys()]), bigints([...newest.values()])];
    if (page.length > 0) await withRetries(() => queries.query(noteLastSeenOf, columns), true);
    after = page.length < LAST_SEEN_STEP_ROWS ? undefined : page.at(-1);
  }
}
