// The look for changes of other processes in SQLite. The file tells whether another connection than the writer's has committed, so a
// look without such a commit reads no player. The writer tells of its own changes within their transactions, which run in one piece.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { CHANGES_STEP_PLAYERS } from '../../tuning.ts';
import type { ChangeStore, KnownState } from '../ports/changes.ts';
import type { ChangeNotices } from '../shared/change-notices.ts';
import { backgroundJobs } from '../shared/fair-queue.ts';
import { suspensionAt } from '../shared/suspensions.ts';
import type { Reader } from './reader.ts';

interface StateRow {
  readonly version: number;
  readonly suspendedUntil: number | null;
}

export interface ChangeStoreOptions {
  /** The connection of the writer. */
  readonly db: Database;
  readonly reader: Reader;
  readonly clock: Clock;
  readonly notices: ChangeNotices;
}

export function changeStore({ db, reader, clock, notices }: ChangeStoreOptions): ChangeStore {
  const readFileVersion = db.query<{ data_version: number }, []>('PRAGMA data_version');
  const find = reader.db.query<StateRow, [number]>(
    'SELECT version, suspended_until AS suspendedUntil FROM metadata WHERE sequential_id = ?1',
  );
  const findSession = reader.db.query<{ sessionId: string }, [number]>(
    'SELECT session_id AS sessionId FROM active_sessions WHERE sequential_id = ?1',
  );
  /** The version of the file at the last complete look. */
  let lookedAt: number | undefined;

  function isOther({ sequentialId, version, sessionId }: KnownState): boolean {
    const row = find.get(sequentialId);
    if (row?.version !== version) return true;
    if (sessionId !== undefined && findSession.get(sequentialId)?.sessionId !== sessionId) return true;
    return row.suspendedUntil !== null && suspensionAt(row.suspendedUntil, clock.now()) !== undefined;
  }

  return {
    onChange: notices.onChange,
    async *listChanged(known) {
      const fileVersion = readFileVersion.get()?.data_version;
      if (fileVersion === lookedAt) return;
      for (let start = 0; start < known.length; start += CHANGES_STEP_PLAYERS) {
        const step = known.slice(start, start + CHANGES_STEP_PLAYERS);
        const found = await reader.read(() => step.filter(isOther), backgroundJobs);
        yield found.map(({ sequentialId }) => sequentialId);
      }
      lookedAt = fileVersion;
    },
  };
}
