// The reader of SQLite: reads of one turn of the event loop share a snapshot, the next turn has a new one, and a refresh ends
// it at once.
import type { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openDatabase, openReader } from '../../src/store/sqlite/database.ts';
import { createReader, type Reader } from '../../src/store/sqlite/reader.ts';
import { temporaryDirectory } from '../harness/engines.ts';

let writer: Database;
let reader: Reader;
let remove: () => void;
beforeEach(() => {
  const { directory, remove: removeDirectory } = temporaryDirectory();
  remove = removeDirectory;
  const path = join(directory, 'playkeep.db');
  writer = openDatabase(path).db;
  reader = createReader(openReader(path));
});
afterEach(() => {
  reader.refresh();
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
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('reads of one turn share a snapshot, and the next turn sees what was committed', async () => {
  expect(count()).toBe(0);
  register();
  expect(count()).toBe(0);
  await nextTurn();
  expect(count()).toBe(1);
});

test('after a refresh the same turn sees what was committed', () => {
  expect(count()).toBe(0);
  register();
  reader.refresh();
  expect(count()).toBe(1);
});

test('an error of a statement does not end the reads that follow', async () => {
  expect(() => reader.read(() => reader.db.query('SELECT * FROM nowhere').get())).toThrow('nowhere');
  expect(count()).toBe(0);
  await nextTurn();
  register();
  expect(count()).toBe(1);
});
