// Runs the program on SQLite until it is about to run the statement number KILL_AT of its first transaction, the COMMIT included, and
// then ends like a process that is killed: no handler runs, no transaction ends, no file is closed.
import { Database } from 'bun:sqlite';

const killAt = Number(process.env.KILL_AT);
const { run } = Database.prototype;
let count = 0;
let hasEnded = false;

Database.prototype.run = function (this: Database, ...parameters: Parameters<typeof run>) {
  const statement = String(parameters[0]);
  if (count > 0 || statement.startsWith('BEGIN')) count += 1;
  if (count === killAt && !hasEnded) process.kill(process.pid, 'SIGKILL');
  hasEnded ||= statement === 'COMMIT';
  return run.apply(this, parameters);
} as typeof run;

await import('../../src/main.ts');
