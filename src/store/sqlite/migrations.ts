// The migrations of SQLite, oldest first. The files are imported, so that an executable contains them. Made by
// `npm run statements`.
import type { Migrations } from '../shared/migration-numbers.ts';
import baseline from './migrations/0012-baseline.sql' with { type: 'text' };
import supportDesk from './migrations/0013-support-desk.sql' with { type: 'text' };
import events from './migrations/0014-events.sql' with { type: 'text' };
import namesInEvents from './migrations/0015-names-in-events.sql' with { type: 'text' };
import clock from './migrations/0016-clock.sql' with { type: 'text' };

export const migrations: Migrations = [
  { number: 12, sql: baseline },
  { number: 13, sql: supportDesk },
  { number: 14, sql: events },
  { number: 15, sql: namesInEvents },
  { number: 16, sql: clock },
];
