// Time slices on SQLite, which shares its thread with HTTP: concurrent calls run in several turns of the event loop.
import type { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createAdmissionControl } from '../../../../../src/admission/admission-control.ts';
import { createMetrics } from '../../../../../src/lib/metrics.ts';
import { openDatabase, openReader } from '../../../../../src/store/sqlite/database.ts';
import { createReader } from '../../../../../src/store/sqlite/reader.ts';
import { createWriter } from '../../../../../src/store/sqlite/writer.ts';
import { TIME_SLICE_MILLISECONDS } from '../../../../../src/tuning.ts';
import { manualClock } from '../../../../harness/clock.ts';
import { temporaryDirectory } from '../../../../harness/engines.ts';

let path: string;
let remove: () => void;
let db: Database;
beforeEach(() => {
  const temporary = temporaryDirectory();
  path = join(temporary.directory, 'playkeep.db');
  db = openDatabase(path).db;
  remove = temporary.remove;
});
afterEach(() => {
  db.close();
  remove();
});

const clock = manualClock();

/** Runs five concurrent calls, each longer than half a time slice. @returns the order of work and answers */
async function order(ask: (work: () => number) => Promise<number>): Promise<string[]> {
  const told: string[] = [];
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (n) => {
      const answer = await ask(() => {
        told.push(`do ${n}`);
        clock.advance(TIME_SLICE_MILLISECONDS * 0.6);
        return n;
      });
      told.push(`answer ${answer}`);
    }),
  );
  return told;
}

const inTurns = [
  ...['do 1', 'do 2', 'answer 1', 'answer 2'],
  ...['do 3', 'do 4', 'answer 3', 'answer 4'],
  ...['do 5', 'answer 5'],
];

test('writes keep the thread for one time slice, and each is committed once', async () => {
  const admission = createAdmissionControl({ clock, metrics: createMetrics() });
  const writer = createWriter({
    db,
    clock,
    admission,
    isInPlace: () => true,
    onBegin: () => undefined,
    onCommit: () => undefined,
  });
  db.run('CREATE TABLE done (n int)');
  const told = await order((work) =>
    writer.write(() => {
      const n = work();
      db.run('INSERT INTO done VALUES (?1)', [n]);
      return n;
    }),
  );
  expect(told).toEqual(inTurns);
  expect(db.query('SELECT n FROM done ORDER BY rowid').values()).toEqual([[1], [2], [3], [4], [5]]);
  expect(admission.calls).toBe(0);
});

test('reads keep the thread for one time slice', async () => {
  const reader = createReader(openReader(path), clock);
  expect(await order((work) => reader.read(work))).toEqual(inTurns);
  reader.db.close();
});
