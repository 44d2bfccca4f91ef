// Databases and exports of an earlier tree, from before the renaming of tables: each is opened, migrated and imported, and has to
// give the answers of that tree (test/fixtures/make.ts).
import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openedAt, requestsPerMinute, states } from '../../../fixtures/contents.ts';
import { exportOf, type Fixture, fixtures } from '../../../fixtures/open.ts';
import { optionsOf, type Part, type Question, readAnswers } from '../../../fixtures/questions.ts';
import { paths, told } from '../../../harness/api.ts';
import { manualClock } from '../../../harness/clock.ts';
import { runCommand } from '../../../harness/command.ts';
import { sample } from '../../../harness/counters.ts';
import { allEngines, type TestDatabase, type TestEngine } from '../../../harness/engines.ts';
import { expectImportEntry, exportedRecords } from '../../../harness/exports.ts';
import { type Service, startService } from '../../../harness/service.ts';
import { until } from '../../../harness/until.ts';
import { textOfBoth, toldByBoth } from '../../../harness/writes.ts';

const minute = 60_000;
const hour = 60 * minute;

let service: Service;
let stop = async () => {};
afterEach(() => stop());

async function start(engine: TestEngine): Promise<void> {
  // The earlier tree kept no state because of a loss.
  const environment = { METADATA_LOSS_MIN_BYTES: '0' };
  service = await startService({ engine, clock: manualClock(openedAt), environment });
  stop = async () => {
    stop = async () => {};
    await service.stop();
  };
}

const send = (question: Question) =>
  service.as(question.player, question.method, question.path, optionsOf(question));

/** Asks the questions that the earlier tree was asked, and expects its answers. @returns their number */
async function expectAnswers(origin: Fixture['origin'], ...parts: Part[]): Promise<number> {
  const answers = readAnswers(origin).filter(({ part }) => parts.includes(part));
  for (const { part: _, player, method, path, headers = {}, body, ...then } of answers) {
    const question = { player, method, path, headers, ...(body !== undefined && { body }) };
    expect({ ...question, ...toldByBoth(await send(question)) }).toEqual({ ...question, ...then });
  }
  return answers.length;
}

/** Moves the clock, and waits until the due jobs have run. */
async function advance(milliseconds: number, metric: string, isDone: (values: number[]) => boolean) {
  service.clock.advance(milliseconds);
  await until(async () => {
    // A count that is under way at the jump rests for some milliseconds.
    await service.clock.pass(1);
    return isDone(await sample(service, metric));
  });
  expect(await sample(service, 'playkeep_job_failures_total')).toSatisfy((failed) =>
    failed.every((count: number) => count === 0),
  );
}

const run = async (database: TestDatabase, ...args: string[]): Promise<string> => {
  const { status, stdout, stderr } = await runCommand(args, database.environment);
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
};

/** Expects all records of the earlier export with all their fields, and no others. @returns the entries about imports */
async function expectExport(database: TestDatabase, origin: Fixture['origin']) {
  const file = join(database.directory, 'back.jsonl');
  await run(database, 'export', file);
  const [now, then] = [file, exportOf(origin)].map(exportedRecords);
  const parsed = (lines: readonly string[] = []) => lines.map((line) => JSON.parse(line));
  // The service has counted the sessions since. The earlier tree had no statistics.
  const isOfStatistics = (record: { readonly type: string }) => record.type.startsWith('statistics');
  expect(parsed(now?.records).filter((record) => !isOfStatistics(record))).toMatchObject(
    parsed(then?.records),
  );
  return now?.imports ?? [];
}

for (const fixture of fixtures) {
  const { name, origin } = fixture;

  describe(`a database from before the renaming on ${name}`, () => {
    test('is migrated once, and gives the same export as the earlier tree', async () => {
      const database = await fixture.create();
      expect(await run(database, 'migrate')).toMatch(
        /^(?:applied migrations: [\d, ]+|the schema is up to date)\n$/,
      );
      expect(await run(database, 'migrate')).toBe('the schema is up to date\n');
      expect(await expectExport(database, origin)).toEqual([]);
      await database.remove();
    });

    test('answers every read as the earlier tree did', async () => {
      const answers = readAnswers(origin);
      for (const text of states) {
        expect(answers.some((answer) => answer.text.includes(`"metadata":${text}}`))).toBe(true);
      }
      await start(fixture);
      expect(await expectAnswers(origin, 'state')).toBeGreaterThan(100);
    });

    test('answers requests under their idempotency keys as the earlier tree did, and runs none again', async () => {
      await start(fixture);
      expect(await expectAnswers(origin, 'again')).toBeGreaterThan(15);
      for (const { headers, player } of readAnswers(origin).filter(({ part }) => part === 'again')) {
        const answer = await send({
          player,
          method: 'POST',
          path: paths.metadata,
          headers: headers ?? {},
          body: '{"data":{"other":1}}',
        });
        expect([answer.status, answer.body.error]).toEqual([422, { message: 'Idempotency key reused' }]);
      }
      await expectAnswers(origin, 'state', 'again');
    });

    test('answers writes as the earlier tree did', async () => {
      await start(fixture);
      expect(await expectAnswers(origin, 'change', 'anew')).toBeGreaterThan(40);
    });

    test('loses sessions, keys and versions when they expire, and nothing else', async () => {
      await start(fixture);
      const runs = 'playkeep_job_duration_seconds_count';
      // Every job but the expiry of sessions and the declaration of indexes runs at the start. The next wait of a job begins when its
      // run has ended.
      await advance(0, runs, (counts) => counts.filter((count) => count === 1).length === 11);
      await advance(minute, 'playkeep_sessions_expired_total', ([moved = 0]) => moved === 1);
      const history = readAnswers(origin).filter(
        ({ player, path }) => player === 'silent' && path.startsWith(paths.sessions),
      );
      expect(history.length).toBeGreaterThan(1);
      for (const { text, ...question } of history) expect(textOfBoth(await send(question))).toBe(text);
      // Its last activity is in the future, by a clock that was set back since: it counts as the time at which that was noticed.
      await advance(6 * minute, 'playkeep_sessions_expired_total', ([moved = 0]) => moved === 2);
      const ahead = await service.as('ahead', 'GET', paths.session);
      expect(told(ahead).detail).toBe('there is no active session');

      await advance(6 * hour, runs, (counts) => counts.length === 13 && counts.every((count) => count >= 2));
      await expectAnswers(origin, 'again');
      await advance(24 * hour, runs, (counts) => counts.every((count) => count >= 3));
      const [forgotten] = readAnswers(origin).filter(
        ({ part, path }) => part === 'again' && path === paths.metadata,
      );
      if (!forgotten) throw new Error('no write was sent again');
      const { status, etag } = told(await send(forgotten));
      expect([status, etag]).toEqual([200, '"22-7"']);
      await advance(31 * 24 * hour, runs, (counts) => counts.every((count) => count >= 4));
      for (const player of ['bob', 'served', 'emptied']) {
        const { body } = await service.as(player, 'GET', paths.history);
        expect(body.data.versions).toEqual([]);
      }
      const metadata = readAnswers(origin).filter(
        ({ part, path, player }) => part === 'state' && path === paths.metadata && player !== 'keys',
      );
      for (const { text, ...question } of metadata) expect((await send(question)).text).toBe(text);
    });

    test('counts requests under a rate limit', async () => {
      await start(fixture);
      await service.restart({ RATE_LIMIT_PER_MINUTE: String(requestsPerMinute) });
      // The token buckets of PostgreSQL are in the database, and this player had used tokens.
      const left = origin === 'postgres' ? 0 : requestsPerMinute;
      const statuses = [];
      for (let n = 0; n <= requestsPerMinute; n += 1) {
        statuses.push((await service.as('hurried', 'GET', paths.metadata)).status);
      }
      expect(statuses).toEqual(statuses.map((_, index) => (index < left ? 200 : 429)));
      service.clock.advance(60_000);
      expect((await service.as('hurried', 'GET', paths.metadata)).status).toBe(200);
    });
  });

  // Citus has the export of PostgreSQL.
  if (name !== origin) continue;
  for (const target of allEngines) {
    test(`an export from before the renaming of ${name} gives the same answers in ${target.name}`, async () => {
      await start({
        ...target,
        async create() {
          const database = await target.create({ migrated: target.isDistributed });
          expect(await run(database, 'import', exportOf(origin))).toContain(' 0 already there, 0 left');
          return database;
        },
      });
      await expectAnswers(origin, 'state');
      const records = exportedRecords(exportOf(origin)).records.length;
      expectImportEntry(await expectExport(service.database, origin), { records, added: records });
      await expectAnswers(origin, 'change');
    });
  }
}
