// The number of active sessions, counted when a server asks. All callers of a process share a count for a few seconds, and one
// count is under way at a time, so that no number of callers makes the database count more often.
import type { Clock } from '../lib/clock.ts';
import { ONLINE_COUNT_SECONDS } from '../limits.ts';
import type { SessionStore } from '../store/ports/sessions.ts';
import { ONLINE_COUNT_STEP_ROWS } from '../tuning.ts';

export type CountOnline = () => Promise<number>;

export function createOnlineCount(
  store: Pick<SessionStore, 'countActive'>,
  clock: Pick<Clock, 'monotonic'>,
  rows = ONLINE_COUNT_STEP_ROWS,
): CountOnline {
  let counted: { readonly online: number; readonly since: number } | undefined;
  let underWay: Promise<number> | undefined;

  /** Counts in steps, so that no statement is long and the statements of players come in between. */
  async function count(): Promise<number> {
    const since = clock.monotonic();
    let online = 0;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const step = await store.countActive(after, rows);
      online += step.active;
      after = step.next;
    }
    counted = { online, since };
    return online;
  }

  return () => {
    if (underWay) return underWay;
    const isFresh = counted && clock.monotonic() - counted.since < ONLINE_COUNT_SECONDS * 1000;
    if (counted && isFresh) return Promise.resolve(counted.online);
    underWay = count().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
