// A primary with a synchronous standby, both under load: the primary is killed, the standby promoted and put in its place, as an
// operator's failover does. No acknowledged write is missing.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { paths } from '../../../harness/api.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { type PostgresServer, startPostgres } from '../../../harness/postgres.ts';
import { startStandby } from '../../../harness/postgres-copies.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { type SilentProxy, startProxy } from '../../../harness/proxy.ts';
import { refusedUntilSuccess } from '../../../harness/refused.ts';

const players = 16;
const { directory, remove } = temporaryDirectory();
let primary: PostgresServer;
let standby: PostgresServer;
let address: SilentProxy;
let service: ServiceProcess;

beforeAll(async () => {
  primary = await startPostgres();
  standby = await startStandby(primary);
  await primary.configure('synchronous_standby_names', '*');
  // The address stays while the server behind it changes, as with a virtual IP, or here with a proxy.
  address = startProxy(Number(new URL(primary.url('postgres')).port));
  const url = new URL(primary.url('postgres'));
  url.port = String(address.port);
  service = await startProcess({ DATABASE_URL: url.href }, directory);
}, 60_000);
afterAll(async () => {
  service.signal('SIGKILL');
  await service.exited;
  address.stop();
  await standby.stop();
  await primary.stop();
  remove();
}, 60_000);

test('a promoted standby has every acknowledged save, and the service uses it', async () => {
  const told = new Map(Array.from({ length: players }, (_, n) => [`player ${n}`, { saved: 0, sent: 0 }]));
  let running = true;
  const savers = [...told].map(async ([playerId, state]) => {
    while (running) {
      state.sent += 1;
      const answer = await service.as(playerId, 'POST', paths.metadata, {
        body: `{"data":{"n":${state.sent}}}`,
      });
      expect([200, 503]).toContain(answer.status);
      if (answer.status === 200) state.saved = state.sent;
      else await Bun.sleep(20);
    }
  });
  while ([...told.values()].some(({ saved }) => saved < 5)) await Bun.sleep(10);
  await primary.kill();
  const beforeFailover = new Map([...told].map(([playerId, state]) => [playerId, state.saved]));
  await standby.promote();
  address.pointTo(Number(new URL(standby.url('postgres')).port));
  const read = () => service.as('player 0', 'GET', paths.metadata);
  expect(await refusedUntilSuccess(read)).toBeLessThanOrEqual(2);
  const numberOf = async (playerId: string): Promise<number> =>
    (await service.as(playerId, 'GET', paths.metadata)).body.data.metadata.n;
  for (const [playerId, saved] of beforeFailover) {
    expect(saved).toBeGreaterThan(0);
    const n = await numberOf(playerId);
    expect(n).toBeGreaterThanOrEqual(saved);
  }
  const isBehind = ([playerId, { saved }]: [string, { saved: number }]) =>
    saved <= (beforeFailover.get(playerId) ?? 0);
  while ([...told].some(isBehind)) await Bun.sleep(10);
  running = false;
  await Promise.all(savers);
  for (const [playerId, state] of told) {
    expect(state.saved).toBeGreaterThan(beforeFailover.get(playerId) ?? 0);
    const n = await numberOf(playerId);
    expect(n).toBeGreaterThanOrEqual(state.saved);
    expect(n).toBeLessThanOrEqual(state.sent);
  }
}, 60_000);
