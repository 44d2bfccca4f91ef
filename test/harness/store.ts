// A store on a fresh database of an engine, without the service around it.
import { openStore } from '../../src/app.ts';
import type { Store } from '../../src/store/store.ts';
import { type ManualClock, manualClock } from './clock.ts';
import type { TestEngine } from './engines.ts';
import { testConfig } from './service.ts';

export const timeoutSeconds = 60;

export interface TestStore {
  readonly store: Store;
  readonly clock: ManualClock;
  /** The player's sequential id, registered now if need be. */
  readonly register: (playerId: string) => Promise<number>;
  /** A further store on the same database. */
  open(): Store;
  /** Replaces a store that was closed. */
  reopen(): void;
  remove(): Promise<void>;
}

export async function openTestStore(engine: TestEngine): Promise<TestStore> {
  const clock = manualClock();
  const database = await engine.create();
  const config = testConfig({ ...database.environment, SESSION_TIMEOUT_SECONDS: String(timeoutSeconds) });
  const open = (): Store => openStore(config, clock);
  let store = open();
  return {
    clock,
    open,
    get store() {
      return store;
    },
    async register(playerId) {
      const id = await store.players.insert(playerId);
      if (id === 'erased') throw new Error(`${playerId} is erased`);
      return id;
    },
    reopen() {
      store = open();
    },
    async remove() {
      await store.close();
      database.remove();
    },
  };
}
