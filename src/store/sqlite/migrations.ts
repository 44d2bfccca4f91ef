// The migrations of SQLite, oldest first: the migration at index n brings a database to schema n + 1. The files are imported, so
// that an executable contains them. Made by `npm run statements`.
import initial from './migrations/0001-initial.sql' with { type: 'text' };
import conditionalWrites from './migrations/0002-conditional-writes.sql' with { type: 'text' };
import briefAnswers from './migrations/0003-brief-answers.sql' with { type: 'text' };
import clocksSetBack from './migrations/0004-clocks-set-back.sql' with { type: 'text' };
import standardNames from './migrations/0005-standard-names.sql' with { type: 'text' };
import serverKeys from './migrations/0006-server-keys.sql' with { type: 'text' };
import serverApi from './migrations/0007-server-api.sql' with { type: 'text' };
import statistics from './migrations/0008-statistics.sql' with { type: 'text' };
import consoleSessions from './migrations/0009-console-sessions.sql' with { type: 'text' };
import makersOfKeys from './migrations/0010-makers-of-keys.sql' with { type: 'text' };
import uncountedByTime from './migrations/0011-uncounted-by-time.sql' with { type: 'text' };
import installations from './migrations/0012-installations.sql' with { type: 'text' };
import supportDesk from './migrations/0013-support-desk.sql' with { type: 'text' };
import events from './migrations/0014-events.sql' with { type: 'text' };

export const migrations: readonly string[] = [
  initial,
  conditionalWrites,
  briefAnswers,
  clocksSetBack,
  standardNames,
  serverKeys,
  serverApi,
  statistics,
  consoleSessions,
  makersOfKeys,
  uncountedByTime,
  installations,
  supportDesk,
  events,
];
