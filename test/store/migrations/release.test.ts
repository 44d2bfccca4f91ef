// The database that the oldest release left, migrated by this program: it has the catalog of a new one, and its service answers as
// that of the release did (test/fixtures/release.ts).
import { afterEach, describe, expect, test } from 'bun:test';
import { atRelease, originOf, readAnswers, release } from '../../fixtures/release.ts';
import { manualClock } from '../../harness/clock.ts';
import { runCommand } from '../../harness/command.ts';
import { allEngines, type TestEngine } from '../../harness/engines.ts';
import { type Service, startService } from '../../harness/service.ts';
import { until } from '../../harness/until.ts';
import { expectAnswers } from './answers.ts';
import { readCatalog } from './catalog.ts';

const running: Service[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});

async function start(engine: TestEngine): Promise<Service> {
  const { openedAt } = readAnswers(originOf(engine));
  const service = await startService({ engine, clock: manualClock(openedAt) });
  running.push(service);
  return service;
}

for (const engine of allEngines) {
  const origin = originOf(engine);
  const { serverKey, session } = readAnswers(origin);

  describe(`a database of ${release.commit} on ${engine.name}`, () => {
    test('is migrated once, by the migrations since', async () => {
      const database = await atRelease(engine).create();
      const migrate = async () => (await runCommand(['migrate'], database.environment)).stdout;
      const first = await migrate();
      // On Citus the fixture was migrated with its distribution.
      if (!engine.isDistributed)
        expect(first).toStartWith(`applied migrations: ${release.schema[origin] + 1}, `);
      expect(await migrate()).toBe('the schema is up to date\n');
      await database.remove();
    });

    test('has the catalog of a new one', async () => {
      const catalogOf = async ({ database }: Service) => {
        const read = () => readCatalog(database);
        // The partitions of this month and of two to come are made in the background.
        const months = async () =>
          (await read()).filter((line) => /^relation ended_sessions_\d/.test(line)).length;
        if (origin === 'postgres') await until(async () => (await months()) === 3);
        return read();
      };
      const upgraded = await catalogOf(await start(atRelease(engine)));
      expect(upgraded.length).toBeGreaterThan(50);
      expect(upgraded).toEqual(await catalogOf(await start(engine)));
    });

    test('answers every read and every repetition as the release did, and changes nothing', async () => {
      await expectAnswers(await start(atRelease(engine)), origin);
    });

    test('keeps its session at the console, and counts each play session once', async () => {
      const service = await start(atRelease(engine));
      const me = await service.call('GET', '/api/server/me', { headers: { ...session } });
      expect([me.status, me.body.data?.name]).toEqual([200, 'backend']);
      const today = new Date(service.clock.now()).toISOString().slice(0, 10);
      const path = `/api/server/statistics/sessions?from=${today}&to=${today}&by=reason`;
      const { body } = await service.callInTime('GET', path, { token: serverKey });
      const rows: readonly { value: string; sessions: number }[] = body.data.rows;
      expect(Object.fromEntries(rows.map(({ value, sessions }) => [value, sessions]))).toEqual({
        stopped: 2,
        active: 1,
        replaced: 1,
        erased: 1,
      });
    });
  });
}
