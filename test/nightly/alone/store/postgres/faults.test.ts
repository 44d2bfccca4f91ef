// A PostgreSQL that is killed under load and restarted, that hangs, that is shut down or read-only: 503 in time, no acknowledged
// write lost, and the first request after its return succeeds.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { paths } from '../../../../harness/api.ts';
import { type TestDatabase, temporaryDirectory } from '../../../../harness/engines.ts';
import { amount } from '../../../../harness/nightly.ts';
import { type PostgresServer, startPostgres } from '../../../../harness/postgres.ts';
import { type ServiceProcess, startProcess } from '../../../../harness/process.ts';
import { startProxy } from '../../../../harness/proxy.ts';
import { refusedUntilSuccess } from '../../../../harness/refused.ts';
import { until } from '../../../../harness/until.ts';

const kills = amount(4, 10);
const players = 16;
/** The time-out, a quarter of a second for a server that is silent, and some more for a busy machine. Two time-outs are longer. */
const answerWithinMilliseconds = 2_900;
/** The number of requests that may still be refused when the server is back. */
const mostRefused = 2;

/** A short time-out: many tests wait for it. */
const timeoutMilliseconds = 1_500;
const environmentOf = (url: string) => ({
  DATABASE_URL: url,
  DATABASE_TIMEOUT_MILLISECONDS: String(timeoutMilliseconds),
});

let server: PostgresServer;
let directory: TestDatabase['directory'];
let removeDirectory: () => void;
let service: ServiceProcess;

beforeAll(async () => {
  const temporary = temporaryDirectory();
  directory = temporary.directory;
  removeDirectory = temporary.remove;
  server = await startPostgres();
  service = await startProcess(environmentOf(server.url('postgres')), directory);
}, 60_000);
afterAll(async () => {
  service.signal('SIGTERM');
  await service.exited;
  await server.stop();
  removeDirectory();
}, 60_000);

interface Told {
  saved: number;
  sent: number;
}

/** Saves repeatedly until it is stopped. Every answer is 200 or 503, and comes in time. */
async function keepSaving(playerId: string, told: Told, running: () => boolean): Promise<void> {
  while (running()) {
    told.sent += 1;
    const startedAt = performance.now();
    const body = `{"data":{"n":${told.sent}}}`;
    const answer = await service.as(playerId, 'POST', paths.metadata, { body });
    expect(performance.now() - startedAt).toBeLessThan(answerWithinMilliseconds);
    expect([200, 503]).toContain(answer.status);
    if (answer.status === 200) told.saved = told.sent;
    else await Bun.sleep(20);
  }
}

const savesIn = (told: ReadonlyMap<string, Told>): number =>
  [...told.values()].reduce((sum, { saved }) => sum + saved, 0);

describe('PostgreSQL under a running service', () => {
  test(`is killed ${kills} times under load: nothing acknowledged is missing, and it recovers at once`, async () => {
    const told = new Map(Array.from({ length: players }, (_, n) => [`player ${n}`, { saved: 0, sent: 0 }]));
    for (let kill = 0; kill < kills; kill += 1) {
      let running = true;
      const savers = [...told].map(([playerId, state]) => keepSaving(playerId, state, () => running));
      const before = savesIn(told);
      while (savesIn(told) < before + 4 * players) await Bun.sleep(5);
      await Bun.sleep(Math.random() * 100);
      await server.kill();
      expect((await service.call('GET', '/readyz')).status).toBe(503);
      expect((await service.call('GET', '/livez')).status).toBe(200);
      await server.restart();
      const read = () => service.as('player 0', 'GET', paths.metadata);
      expect(await refusedUntilSuccess(read)).toBeLessThanOrEqual(mostRefused);
      running = false;
      await Promise.all(savers);
      expect((await service.call('GET', '/readyz')).status).toBe(200);
      for (const [playerId, state] of told) {
        const answer = await service.as(playerId, 'GET', paths.metadata);
        const { n } = answer.body.data.metadata;
        expect(n).toBeGreaterThanOrEqual(state.saved);
        expect(n).toBeLessThanOrEqual(state.sent);
      }
    }
    expect([...told.values()].every((state) => state.saved > kills)).toBe(true);
  }, 180_000);

  test('connections that break repeatedly cause no wrong answer', async () => {
    const operator = new SQL(server.url('postgres'), { max: 1 });
    let running = true;
    let ended = 0;
    const ending = (async () => {
      while (running) {
        const rows = await operator.unsafe(
          `SELECT pg_terminate_backend(pid) FROM (
             SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = $1
             ORDER BY random() LIMIT 2
           ) AS picked`,
          ['playkeep'],
        );
        ended += rows.length;
        await Bun.sleep(60);
      }
    })();
    let answered = 0;
    const playing = Array.from({ length: players }, async (_, n) => {
      // Undefined after a 503: then both states are possible.
      let active: boolean | undefined;
      while (running) {
        const starts = active === undefined ? Math.random() < 0.5 : !active;
        const answer = await service.as(`player ${n}`, 'POST', starts ? paths.start : paths.stop);
        expect([200, 400, 503]).toContain(answer.status);
        if (active !== undefined && answer.status !== 503) {
          expect([starts ? 'start' : 'stop', answer.body]).toMatchObject([
            starts ? 'start' : 'stop',
            { statusCode: 200 },
          ]);
          answered += 1;
        }
        // A refusal shows the state too: a start finds an active session, a stop finds none.
        active = answer.status === 503 ? undefined : starts;
      }
    });
    while (ended <= 20 || answered <= players * 5) await Bun.sleep(10);
    running = false;
    await Promise.all(playing);
    await ending;
    await operator.close();
  }, 60_000);

  test('a read-only database answers reads, and 503 to writes', async () => {
    const operator = new SQL(server.url('postgres'), { max: 1 });
    await operator.unsafe('ALTER DATABASE postgres SET default_transaction_read_only = on');
    // It waits for their ends. A read goes again after a broken connection, but not as often as there are connections.
    const endConnections = () =>
      operator.unsafe(
        'SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = $1',
        ['playkeep'],
      );
    await endConnections();
    expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(200);
    expect((await service.as('ann', 'POST', paths.metadata, { body: '{"data":{}}' })).status).toBe(503);
    await operator.unsafe('SET default_transaction_read_only = off');
    await operator.unsafe('ALTER DATABASE postgres SET default_transaction_read_only = off');
    await endConnections();
    await operator.close();
    const save = () => service.as('ann', 'POST', paths.metadata, { body: '{"data":{}}' });
    expect(await refusedUntilSuccess(save)).toBeLessThanOrEqual(mostRefused);
  }, 60_000);

  test('a silent network is 503 in time, then at once, and has no effect once it is back', async () => {
    const direct = new URL(server.url('postgres'));
    const proxy = startProxy(Number(direct.port));
    direct.port = String(proxy.port);
    const behind = await startProcess(environmentOf(direct.href), directory);
    try {
      expect((await behind.as('ann', 'POST', paths.metadata, { body: '{"data":{"n":1}}' })).status).toBe(200);
      proxy.fallSilent();
      for (let round = 0; round < 2; round += 1) {
        const startedAt = performance.now();
        const answers = await Promise.all([
          behind.as('ann', 'GET', paths.metadata),
          behind.as('ann', 'POST', paths.metadata, { body: '{"data":{"n":2}}' }),
          behind.as('bob', 'POST', paths.start),
          behind.call('GET', '/readyz'),
        ]);
        expect(answers.map((answer) => answer.status)).toEqual([503, 503, 503, 503]);
        // The first callers have waited for all.
        expect(performance.now() - startedAt).toBeLessThan(
          round === 0 ? answerWithinMilliseconds : timeoutMilliseconds,
        );
      }
      proxy.recover();
      // One attempt a second looks for the server.
      await until(async () => (await behind.as('ann', 'GET', paths.metadata)).status === 200);
      expect((await behind.as('bob', 'POST', paths.start)).status).toBe(200);
    } finally {
      behind.signal('SIGKILL');
      await behind.exited;
      proxy.stop();
    }
  }, 60_000);
});
