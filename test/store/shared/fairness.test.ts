// No player may delay others: the order of long calls, the bound on the waiting calls of one player, and the load shedding while
// a call waits too long.
import type { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type AdmissionControl, createAdmissionControl } from '../../../src/admission/admission-control.ts';
import { createMetrics } from '../../../src/lib/metrics.ts';
import { PLAYER_MAX_VERSION_READS, PLAYER_MAX_WRITES } from '../../../src/limits.ts';
import { StoreBusy } from '../../../src/store/ports/errors.ts';
import { createCpuScheduler } from '../../../src/store/shared/cpu-scheduler.ts';
import { backgroundJobs } from '../../../src/store/shared/fair-queue.ts';
import { openDatabase, openReader } from '../../../src/store/sqlite/database.ts';
import { createReader } from '../../../src/store/sqlite/reader.ts';
import { createWriter, type Writer } from '../../../src/store/sqlite/writer.ts';
import { COSTLY_QUICK_FACTOR } from '../../../src/tuning.ts';
import { type ManualClock, manualClock } from '../../harness/clock.ts';
import { allEngines, temporaryDirectory } from '../../harness/engines.ts';
import { versionTexts } from '../../harness/floods.ts';
import { openTestStore, type TestStore } from '../../harness/store.ts';

const flooder = 1;
const second = 2;
const other = 3;

type Ask = (player: number, work: () => void) => Promise<void>;

let clock: ManualClock;
let admission: AdmissionControl;
let db: Database;
let path: string;
let writer: Writer;
let remove: () => void;
let done: string[];
beforeEach(() => {
  const temporary = temporaryDirectory();
  remove = temporary.remove;
  path = join(temporary.directory, 'playkeep.db');
  db = openDatabase(path).db;
  clock = manualClock();
  admission = createAdmissionControl({ clock, metrics: createMetrics() });
  writer = createWriter({
    db,
    clock,
    admission,
    isInPlace: () => true,
    onBegin: () => undefined,
    onCommit: () => undefined,
  });
  done = [];
});
afterEach(() => {
  db.close();
  remove();
});

const note = (name: string, milliseconds: number) => () => {
  done.push(name);
  clock.advance(milliseconds);
};
const write: Ask = (player, work) => writer.write(work, player);

/** Kinds of work that share the thread with HTTP. */
const shared: readonly (readonly [name: string, make: () => Ask])[] = [
  ['writes to SQLite', () => write],
  [
    'reads from SQLite',
    () => {
      const reader = createReader(openReader(path), clock);
      return (player, work) => reader.read(work, player);
    },
  ],
  ['work of the thread', () => createCpuScheduler({ clock, admission }).run],
];

for (const [name, make] of shared) {
  describe(`${name} that take long`, () => {
    test('delay a call of another player no longer than the call under way', async () => {
      const ask = make();
      await ask(flooder, note('long', 200));
      const flood = Array.from({ length: 20 }, (_, n) => ask(flooder, note(`long ${n}`, 200)));
      await flood[0];
      await Promise.all([ask(other, note('quick', 1)), ask(second, note('quick too', 1))]);
      expect(done).toEqual(['long', 'long 0', 'quick', 'quick too']);
      await Promise.all(flood);
      // One player's calls keep their order.
      expect(done.slice(4)).toEqual(Array.from({ length: 19 }, (_, n) => `long ${n + 1}`));
    });

    test('of several players take turns, and the player with the least time used comes first', async () => {
      const ask = make();
      await ask(flooder, note('long', 200));
      await ask(second, note('long', 40));
      const asked = [
        ...[0, 1, 2].map((n) => ask(flooder, note(`flooder ${n}`, 200))),
        ...[0, 1, 2].map((n) => ask(second, note(`second ${n}`, 40))),
      ];
      await Promise.all(asked);
      expect(done.slice(2)).toEqual([
        'second 0',
        'second 1',
        'second 2',
        'flooder 0',
        'flooder 1',
        'flooder 2',
      ]);
    });

    test('are served, however many quick calls there are', async () => {
      const ask = make();
      await ask(flooder, note('long', 100));
      const flood = [0, 1].map((n) => ask(flooder, note(`long ${n}`, 100)));
      let isOver = false;
      const quick = Promise.all(
        Array.from({ length: 40 }, async (_, player) => {
          while (!isOver) await ask(player + 100, note('quick', 0.4));
        }),
      );
      await Promise.all(flood);
      isOver = true;
      await quick;
      const between = done.slice(done.indexOf('long 0'), done.indexOf('long 1')).length * 0.4;
      expect(between).toBeGreaterThan(100 * COSTLY_QUICK_FACTOR * 0.9);
      expect(between).toBeLessThan(100 * COSTLY_QUICK_FACTOR * 1.2);
    });

    test('no longer put their player last when time has passed', async () => {
      const ask = make();
      await ask(flooder, note('long', 200));
      clock.advance(60_000);
      await Promise.all([ask(flooder, note('first', 1)), ask(other, note('second', 1))]);
      expect(done).toEqual(['long', 'first', 'second']);
    });

    test('of background jobs delay no other call', async () => {
      const ask = make();
      await ask(backgroundJobs, note('job', 50));
      const jobs = [0, 1, 2].map((n) => ask(backgroundJobs, note(`job ${n}`, 50)));
      await ask(other, note('quick', 1));
      await Promise.all(jobs);
      expect(done).toEqual(['job', 'quick', 'job 0', 'job 1', 'job 2']);
    });
  });
}

test('a costly call shares no transaction with a quick one', async () => {
  db.run('CREATE TABLE done (n int)');
  await write(flooder, note('long', 200));
  const insert = (n: number, milliseconds: number) => () => {
    db.run('INSERT INTO done VALUES (?1)', [n]);
    clock.advance(milliseconds);
  };
  const long = write(flooder, insert(1, 200));
  await write(other, insert(2, 1));
  const reading = openReader(path);
  expect(reading.query('SELECT n FROM done').values()).toEqual([[2]]);
  reading.close();
  await long;
});

test('long calls behind too many others are refused, and quick calls are not', async () => {
  const players = Array.from({ length: 8 }, (_, n) => n + 10);
  await Promise.all(players.map((player) => write(player, note('long', 200))));
  const flood = players.slice(2).map((player) => write(player, note('long', 200)));
  await expect(write(players[0] ?? 0, note('one more', 200))).rejects.toBeInstanceOf(StoreBusy);
  expect(admission.tryAdmit()).toBe(true);
  await write(other, note('quick', 1));
  await Promise.all(flood);
  await write(players[0] ?? 0, note('again', 200));
  expect(done.slice(-1)).toEqual(['again']);
});

test('a call that waits for a long time refuses no further request', async () => {
  const asked = Array.from({ length: 10 }, (_, player) => write(player + 1, note('long', 200)));
  await asked[0];
  clock.advance(60_000);
  expect(admission.tryAdmit()).toBe(true);
  await Promise.all(asked);
});

for (const engine of allEngines) {
  describe(`calls of one player on ${engine.name}`, () => {
    let t: TestStore;
    beforeEach(async () => {
      t = await openTestStore(engine, { METADATA_HISTORY_INTERVAL_SECONDS: '0' });
    });
    afterEach(() => t.remove());

    const outcomesOf = async (calls: readonly Promise<unknown>[]) =>
      (await Promise.allSettled(calls)).map((each) => (each.status === 'fulfilled' ? 'done' : each.reason));

    test('may wait up to PLAYER_MAX_WRITES, and further ones alone are refused', async () => {
      const ann = await t.register('ann');
      const ben = await t.register('ben');
      await t.store.sessions.start(ann, crypto.randomUUID());
      const flood = Array.from({ length: PLAYER_MAX_WRITES + 5 }, () => t.store.sessions.heartbeat(ann));
      const others = t.store.metadata.save(ben, '{}');
      const outcomes = await outcomesOf(flood);
      expect(outcomes.slice(0, PLAYER_MAX_WRITES)).toEqual(Array(PLAYER_MAX_WRITES).fill('done'));
      expect(outcomes.slice(PLAYER_MAX_WRITES).every((each) => each instanceof StoreBusy)).toBe(true);
      expect(await others).toMatchObject({ version: 1 });
      expect(await t.store.sessions.heartbeat(ann)).toHaveProperty('sessionId');
    });

    test('that read kept versions of a megabyte keep the event loop for one time slice at a time', async () => {
      const ann = await t.register('ann');
      const texts = versionTexts(20);
      for (const text of texts) {
        t.clock.advance(1_000);
        await t.store.metadata.save(ann, text);
      }
      let inThisTurn = 0;
      let mostInATurn = 0;
      let turn = setImmediate(endTurn);
      function endTurn(): void {
        mostInATurn = Math.max(mostInATurn, inThisTurn);
        inThisTurn = 0;
        turn = setImmediate(endTurn);
      }
      const reads = Array.from({ length: PLAYER_MAX_VERSION_READS + 5 }, () =>
        t.store.versions.find(ann, 1).then((kept) => {
          inThisTurn += 1;
          expect(kept?.text === texts[0]).toBe(true);
        }),
      );
      const outcomes = await outcomesOf(reads);
      clearImmediate(turn);
      endTurn();
      clearImmediate(turn);
      expect(outcomes.filter((each) => each === 'done')).toHaveLength(PLAYER_MAX_VERSION_READS);
      expect(outcomes.filter((each) => each instanceof StoreBusy)).toHaveLength(5);
      // One today; on a fast machine a turn may have time for several.
      expect(mostInATurn).toBeLessThan(8);
    }, 60_000);
  });
}
