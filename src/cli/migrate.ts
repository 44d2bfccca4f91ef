// `playkeep migrate`: brings the database to the newest schema, and on request its tables onto Citus.
import { distributeStore, migrateStore } from '../app.ts';
import { systemClock } from '../lib/clock.ts';
import { createCommandLog } from '../lib/log.ts';
import type { AddCommand } from './command.ts';
import { readStoreConfig } from './read-config.ts';

export const addMigrate: AddCommand = (program, { readEnvironment, print }) => {
  program
    .command('migrate')
    .description('bring the database to the newest schema, then end')
    .option('--distribute', 'then put the tables onto Citus (PostgreSQL)')
    .action(async ({ distribute }: { distribute?: boolean }) => {
      const config = readStoreConfig(readEnvironment());
      const runtime = { clock: systemClock, log: createCommandLog() };
      const applied = await migrateStore(config, runtime);
      print(applied.length > 0 ? `applied migrations: ${applied.join(', ')}` : 'the schema is up to date');
      if (!distribute) return;
      const distributed = await distributeStore(config, runtime);
      print(distributed.length > 0 ? `distributed: ${distributed.join(', ')}` : 'the tables are distributed');
    });
};
