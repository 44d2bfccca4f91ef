// A pair of servers under load whose primary is stopped, while its standby is promoted, and comes back as a standby, as tools for high
// availability do it: behind an address that flips for new connections alone, and with both hosts in DATABASE_URL. There a primary
// that falls silent is left too.
import { describe, expect, test } from 'bun:test';
import type { Environment } from '../../../../src/config/settings.ts';
import { paths } from '../../../harness/api.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { startPostgres } from '../../../harness/postgres.ts';
import { restartAsStandby, startStandby } from '../../../harness/postgres-copies.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { startProxy } from '../../../harness/proxy.ts';
import { until } from '../../../harness/until.ts';

const players = 8;
/** A second between two attempts to connect, and room for a machine that is busy. */
const mostOutageMilliseconds = 5_000;

interface Save {
  readonly begun: number;
  readonly ended: number;
  readonly status: number;
}

/** Saves and reads as some players do, until it is stopped. No read may show less than was saved before it. */
function play(service: ServiceProcess) {
  const saves: Save[] = [];
  const stale: string[] = [];
  let isRunning = true;
  const playing = Array.from({ length: players }, async (_, number) => {
    const player = `player ${number}`;
    let saved = 0;
    for (let n = 1; isRunning; n += 1) {
      const begun = performance.now();
      const { status } = await service.as(player, 'POST', paths.metadata, { body: `{"data":{"n":${n}}}` });
      saves.push({ begun, ended: performance.now(), status });
      if (status === 200) saved = n;
      const read = await service.as(player, 'GET', paths.metadata);
      if (read.status === 200 && (read.body.data.metadata.n ?? 0) < saved)
        stale.push(`${player} read ${read.text} after ${saved}`);
      await Bun.sleep(20);
    }
  });
  return {
    saves,
    stale,
    async stop() {
      isRunning = false;
      await Promise.all(playing);
    },
  };
}

const portOf = (url: string): string => new URL(url).port;

async function startPair() {
  const { directory, remove } = temporaryDirectory();
  const old = await startPostgres();
  const next = await startStandby(old);
  await old.configure('synchronous_standby_names', '*');
  const ports = [old, next].map((server) => portOf(server.url('postgres')));
  const address = startProxy(Number(ports[0]));
  return {
    old,
    next,
    ports,
    address,
    /** Starts a service, and players who have saved some times. */
    async play(portsInUrl: readonly (string | number | undefined)[], environment: Environment = {}) {
      const hosts = portsInUrl.map((port) => `127.0.0.1:${port}`).join();
      const url = old.url('postgres').replace(/127\.0\.0\.1:\d+/, hosts);
      const DATABASE_URL = portsInUrl.length > 1 ? `${url}?target_session_attrs=read-write` : url;
      const service = await startProcess({ DATABASE_URL, ...environment }, directory);
      const game = play(service);
      const count = (status: number) => game.saves.filter((save) => save.status === status).length;
      await until(() => count(200) > 20 * players);
      return {
        count,
        /** Waits until saves are served again. @returns for how long they were not, since the server could take them */
        async stopAfter(served: number) {
          const first = () => game.saves.find(({ begun, status }) => begun > served && status === 200);
          await until(() => first() !== undefined);
          const back = first()?.ended ?? 0;
          const before = count(200);
          await until(() => count(200) > before + 100 * players);
          await game.stop();
          expect(game.stale).toEqual([]);
          expect(game.saves.filter(({ begun, status }) => begun > back && status !== 200)).toEqual([]);
          service.signal('SIGTERM');
          await service.exited;
          return back - served;
        },
      };
    },
    async stop() {
      address.stop();
      await old.stop();
      await next.stop();
      remove();
    },
  };
}

test('behind an address that flips, a demoted server is left for good', async () => {
  const { old, next, ports, address, ...pair } = await startPair();
  const game = await pair.play([address.port]);
  await old.shutDown();
  await next.promote();
  await restartAsStandby(old, next);
  const refused = game.count(503);
  // The address leads to the standby that was the primary.
  await until(() => game.count(503) > refused + 2 * players);
  const flipped = performance.now();
  address.flipTo(Number(ports[1]));
  expect(await game.stopAfter(flipped)).toBeLessThan(mostOutageMilliseconds);
  await pair.stop();
}, 120_000);

describe('with two hosts in DATABASE_URL', () => {
  test('a demoted server is left for good', async () => {
    const { old, next, ports, ...pair } = await startPair();
    const game = await pair.play(ports);
    await old.shutDown();
    await next.promote();
    const promoted = performance.now();
    await restartAsStandby(old, next);
    expect(await game.stopAfter(promoted)).toBeLessThan(mostOutageMilliseconds);
    await pair.stop();
  }, 120_000);

  test('a server that fell silent is left for good', async () => {
    const { next, ports, address, ...pair } = await startPair();
    const game = await pair.play([address.port, ports[1]], { DATABASE_TIMEOUT_MILLISECONDS: '1000' });
    address.fallSilent();
    await next.promote();
    const promoted = performance.now();
    expect(await game.stopAfter(promoted)).toBeLessThan(mostOutageMilliseconds);
    await pair.stop();
  }, 120_000);
});
