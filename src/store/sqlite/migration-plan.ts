// The plan of the migrations of a database file, read on a connection that cannot write.
import { existsSync } from 'node:fs';
import type { MigrationPlan, TableSize } from '../ports/migration-plan.ts';
import { planMigrations, tablesRead } from '../shared/migration-effects.ts';
import { newestSchema, pendingMigrations } from '../shared/migration-numbers.ts';
import { openReader, whileOpening } from './database.ts';
import { reachedSchema } from './migrate.ts';
import { migrations } from './migrations.ts';

/** Measured on two slow cores: the index of the statistics over ended sessions. */
const secondsPerMillionRows = 0.7;

/** A file that is not there has every migration before it. @throws StoreUnusable with a sentence for the operator */
export function planSqlite(path: string): MigrationPlan {
  const common = {
    newest: newestSchema(migrations),
    secondsPerMillionRows,
    locksDatabase: true,
    distributes: undefined,
  };
  if (!existsSync(path))
    return {
      ...common,
      reached: 0,
      migrations: planMigrations(pendingMigrations(migrations, 0)),
      sizes: new Map(),
    };
  return whileOpening(path, () => {
    const db = openReader(path);
    try {
      const reached = reachedSchema(db);
      const planned = planMigrations(pendingMigrations(migrations, reached));
      const sizeOf = (table: string): TableSize => ({
        rows: db.query<{ rows: number }, []>(`SELECT count(*) AS rows FROM ${table}`).get()?.rows ?? 0,
        bytes: undefined,
      });
      const sizes = new Map(tablesRead(planned).map((table) => [table, sizeOf(table)]));
      return { ...common, reached, migrations: planned, sizes };
    } finally {
      db.close();
    }
  });
}
