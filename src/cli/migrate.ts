// `playkeep migrate`: brings the database to the newest schema, and on request its tables onto Citus.
import { InvalidArgumentError } from 'commander';
import { distributeStore, migrateStore, planMigration } from '../app.ts';
import { systemClock } from '../lib/clock.ts';
import { createCommandLog } from '../lib/log.ts';
import { type AddCommand, UsageError } from './command.ts';
import { linesOfPlan } from './migration-plan.ts';
import { readStoreConfig } from './read-config.ts';

interface MigrateOptions {
  readonly distribute?: boolean;
  readonly plan?: boolean;
  readonly shards?: number;
}

/** The most shards that Citus gives a table is higher. Far fewer are useful. */
const maxShards = 1_024;

export const addMigrate: AddCommand = (program, { readEnvironment, print, printError }) => {
  program
    .command('migrate')
    .description('bring the database to the newest schema, then end')
    .option('--plan', 'print what would be done and how long it may take, and change nothing')
    .option('--distribute', 'then put the tables onto Citus (PostgreSQL)')
    .option(
      '--shards <number>',
      'how many shards each table gets; two on each worker unless given',
      parseShards,
    )
    .action(async ({ distribute, plan, shards }: MigrateOptions) => {
      if (shards !== undefined && !distribute) throw new UsageError('--shards belongs to --distribute');
      const config = readStoreConfig(readEnvironment());
      const runtime = { clock: systemClock, log: createCommandLog() };
      if (plan) {
        for (const line of linesOfPlan(await planMigration(config, runtime, distribute === true)))
          print(line);
        return;
      }
      const applied = await migrateStore(config, runtime);
      print(applied.length > 0 ? `applied migrations: ${applied.join(', ')}` : 'the schema is up to date');
      if (!distribute) return;
      const report = (name: string): void => printError(`distributing ${name}`);
      const distributed = await distributeStore(config, runtime, { shards, report });
      print(distributed.length > 0 ? `distributed: ${distributed.join(', ')}` : 'the tables are distributed');
    });
};

function parseShards(text: string): number {
  const shards = Number(text);
  if (Number.isInteger(shards) && shards >= 1 && shards <= maxShards) return shards;
  throw new InvalidArgumentError(`It is a whole number from 1 to ${maxShards}.`);
}
