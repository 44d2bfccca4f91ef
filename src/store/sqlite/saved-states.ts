// What the writer knows of the states that it wrote last, so that a further save in the same session, the usual one, need not
// ask two tables first. It forgets a state when the session starts or ends, and all of them when a transaction
// fails or another connection has written. What else changes a state gives it another version, which is no longer the known one.
import type { Database } from 'bun:sqlite';
import { createFifoCache } from '../../lib/fifo-cache.ts';
import { SAVED_STATES_MAX_PLAYERS } from '../../tuning.ts';

/** A state that a save replaces without keeping it and without a change of anything beside text and version. */
export interface SavedState {
  version: number;
  /** When it was written: an earlier time is of a clock that was set back, by which nothing is known. */
  readonly since: number;
  /** Milliseconds since 1970: from then on it may have to be kept, or its session have expired. */
  readonly until: number;
}

export interface SavedStates {
  /** Within a transaction, before anything else. */
  begin(): void;
  find(sequentialId: number): SavedState | undefined;
  set(sequentialId: number, state: SavedState): void;
  forget(sequentialId: number): void;
  forgetAll(): void;
}

export function createSavedStates(db: Database): SavedStates {
  const states = createFifoCache<SavedState>(SAVED_STATES_MAX_PLAYERS);
  // Another value after each commit by another connection (https://sqlite.org/pragma.html#pragma_data_version).
  const findDataVersion = db.query<{ data_version: number }, []>('PRAGMA data_version');
  let dataVersion: number | undefined;

  return {
    begin() {
      const found = findDataVersion.get()?.data_version;
      if (found !== dataVersion) states.clear();
      dataVersion = found;
    },
    find: (sequentialId) => states.peek(sequentialId),
    set: (sequentialId, state) => void states.set(sequentialId, state),
    forget: (sequentialId) => void states.delete(sequentialId),
    forgetAll: () => states.clear(),
  };
}
