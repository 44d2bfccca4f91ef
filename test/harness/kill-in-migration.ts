// Runs the program on SQLite until it is about to run its statement number KILL_AT after the first BEGIN, and then ends like a process
// that is killed: no handler runs, no transaction ends, no file is closed.
import { Database } from 'bun:sqlite';

const killAt = Number(process.env.KILL_AT);
const { run } = Database.prototype;
let count = 0;

Database.prototype.run = function (this: Database, ...parameters: Parameters<typeof run>) {
  if (count > 0 || String(parameters[0]).startsWith('BEGIN')) count += 1;
  if (count === killAt) process.kill(process.pid, 'SIGKILL');
  return run.apply(this, parameters);
} as typeof run;

await import('../../src/main.ts');
