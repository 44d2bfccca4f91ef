// The migrations of PostgreSQL, oldest first. The files are imported, so that an executable contains them. Made by
// `npm run statements`.
import type { Migrations } from '../shared/migration-numbers.ts';
import baseline from './migrations/0014-baseline.sql' with { type: 'text' };
import supportDesk from './migrations/0015-support-desk.sql' with { type: 'text' };
import events from './migrations/0016-events.sql' with { type: 'text' };
import namesInEvents from './migrations/0017-names-in-events.sql' with { type: 'text' };
import clock from './migrations/0018-clock.sql' with { type: 'text' };

export const migrations: Migrations = [
  { number: 14, sql: baseline },
  { number: 15, sql: supportDesk },
  { number: 16, sql: events },
  { number: 17, sql: namesInEvents },
  { number: 18, sql: clock },
];
