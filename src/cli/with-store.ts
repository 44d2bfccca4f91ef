// The store of a command that works beside a running service or without one.
import { openStore } from '../app.ts';
import type { Config } from '../config/config.ts';
import { describeDatabase } from '../config/database-url.ts';
import { systemClock } from '../lib/clock.ts';
import { createCommandLog } from '../lib/log.ts';
import type { Store } from '../store/ports/store.ts';
import type { CommandContext } from './command.ts';
import { assertDatabaseExists } from './database.ts';
import { readStoreConfig } from './read-config.ts';

/**
 * Opens the store, acts, and closes it. Standard error has the database: the likeliest mistake is to run the command without the
 * settings of the service.
 * @throws StoreUnusable when there is no database.
 */
export async function withStore(
  { readEnvironment, printError }: CommandContext,
  act: (store: Store, config: Config) => Promise<void>,
  adapt: (config: Config) => Config = (config) => config,
): Promise<void> {
  const config = adapt(readStoreConfig(readEnvironment()));
  const { database } = config;
  assertDatabaseExists(database);
  const store = await openStore(config, { clock: systemClock, log: createCommandLog() });
  printError(`database ${describeDatabase(database)}`);
  try {
    await act(store, config);
  } finally {
    await store.close();
  }
}
