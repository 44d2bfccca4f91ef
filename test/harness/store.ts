// A store on a fresh database of an engine, without the service around it.

import { SQL } from 'bun';
import { createAdmissionControl } from '../../src/admission/admission-control.ts';
import { openStore, openTransfer } from '../../src/app.ts';
import type { Environment } from '../../src/config/settings.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import type { Store } from '../../src/store/ports/store.ts';
import type { Transfer } from '../../src/store/ports/transfer.ts';
import { type ManualClock, manualClock } from './clock.ts';
import type { TestEngine } from './engines.ts';
import { type RawDatabase, rawDatabase } from './raw-database.ts';
import { testConfig } from './service.ts';

export const timeoutSeconds = 60;

/** Admission control without an effect. */
export const newAdmission = () => createAdmissionControl({ clock: manualClock(), metrics: createMetrics() });

export interface TestStore {
  readonly store: Store;
  readonly clock: ManualClock;
  /** The setting that names its database. */
  readonly environment: Environment;
  /** The player's sequential id, after a registration if needed. */
  readonly register: (playerId: string) => Promise<number>;
  /** A further store on the same database. */
  open(): Promise<Store>;
  /** An export and import on the same database, which ends with the store. */
  transfer(): Promise<Transfer>;
  /** Runs a statement on the tables beside the store. */
  run: RawDatabase['run'];
  /** All tables of the service. */
  tables: RawDatabase['tables'];
  /** Connections to its PostgreSQL beside the store, which end with it. */
  connect(options?: Bun.SQL.Options): SQL;
  /** Opens the store again, after it was closed. */
  reopen(): Promise<void>;
  remove(): Promise<void>;
}

/** A store on the database that the settings name, like that of another process. */
export function openStoreOn(environment: Environment, clock: Clock): Promise<Store> {
  return openStore(testConfig(environment), { clock, log: createLog({ level: 'silent', production: true }) });
}

export async function openTestStore(engine: TestEngine, environment: Environment = {}): Promise<TestStore> {
  const clock = manualClock();
  const database = await engine.create();
  const settings = {
    ...database.environment,
    SESSION_TIMEOUT_SECONDS: String(timeoutSeconds),
    ...environment,
  };
  const open = () => openStoreOn(settings, clock);
  let store = await open();
  const beside: { close(): Promise<unknown> }[] = [];
  const withStore = <T extends { close(): Promise<unknown> }>(opened: T): T => {
    beside.push(opened);
    return opened;
  };
  let raw: RawDatabase | undefined;
  const rawTables = (): RawDatabase => {
    raw ??= withStore(rawDatabase(database.environment));
    return raw;
  };
  return {
    clock,
    environment: database.environment,
    open,
    get store() {
      return store;
    },
    async register(playerId) {
      const id = await store.players.register(playerId);
      if (id === 'erased') throw new Error(`${playerId} is erased`);
      return id;
    },
    async transfer() {
      const log = createLog({ level: 'silent', production: true });
      return withStore(await openTransfer(testConfig(settings), { clock, log }));
    },
    run: (statement) => rawTables().run(statement),
    tables: () => rawTables().tables(),
    connect: (options = {}) =>
      withStore(new SQL(database.environment.DATABASE_URL ?? '', { max: 3, ...options })),
    async reopen() {
      store = await open();
    },
    async remove() {
      for (const opened of beside) await opened.close();
      await store.close();
      await database.remove();
    },
  };
}
