// The reader of SQLite: reads of one turn of the event loop share a snapshot, which is taken at the end of the turn.
import type { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { systemClock } from '../../../src/lib/clock.ts';
import { openDatabase, openReader } from '../../../src/store/sqlite/database.ts';
import { createReader, type Reader } from '../../../src/store/sqlite/reader.ts';
import { temporaryDirectory } from '../../harness/engines.ts';

let writer: Database;
let reader: Reader;
let remove: () => void;
beforeEach(() => {
  const { directory, remove: removeDirectory } = temporaryDirectory();
  remove = removeDirectory;
  const path = join(directory, 'playkeep.db');
  writer = openDatabase(path).db;
  reader = createReader(openReader(path), systemClock);
});
afterEach(() => {
  reader.db.close();
  writer.close();
  remove();
});

let registered = 0;
function register(): void {
  registered += 1;
  writer.run('INSERT INTO players (player_id, registered_at) VALUES (?1, 1)', [`player ${registered}`]);
}
const count = () =>
  reader.read(() => reader.db.query<{ n: number }, []>('SELECT count(*) AS n FROM players').get()?.n);

test('a commit in the turn of a read, before or after its call, is in its answer', async () => {
  register();
  const first = count();
  register();
  const second = count();
  expect(await Promise.all([first, second])).toEqual([2, 2]);
  register();
  expect(await count()).toBe(3);
});

test('reads of one turn share a snapshot', async () => {
  const first = count();
  const between = reader.read(register);
  const second = count();
  await between;
  expect(await Promise.all([first, second])).toEqual([0, 0]);
  expect(await count()).toBe(1);
});

test('an error of one statement does not fail the reads beside it and after it', async () => {
  const bad = reader.read(() => reader.db.query('SELECT * FROM nowhere').get());
  const good = count();
  expect(bad).rejects.toThrow('nowhere');
  expect(await good).toBe(0);
  register();
  expect(await count()).toBe(1);
});
