// Connections that do nothing: they are closed when they take all file descriptors, or never read their answer.
import { afterAll, afterEach, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { paths } from '../../harness/api.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { startProcess } from '../../harness/process.ts';
import { signTestToken } from '../../harness/service.ts';
import { until } from '../../harness/until.ts';
import { metricOf, untilWaiting } from '../../harness/waiting.ts';

const { directory, remove } = temporaryDirectory();
let sockets: Socket[] = [];
let end = async (): Promise<void> => undefined;
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await end();
});
afterAll(remove);

/** Starts the service with this many file descriptors, and opens sockets that send a request. */
async function start(environment: Record<string, string>, descriptors: number) {
  const under = ['bash', '-c', `ulimit -n ${descriptors}; exec "$0" "$@"`];
  const service = await startProcess(environment, directory, { under });
  end = async () => {
    service.signal('SIGTERM');
    await service.exited;
  };
  const { hostname, port } = new URL(service.url);
  const send = (request: string): Socket => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(`${request}\r\n\r\n`);
    sockets.push(socket);
    return socket;
  };
  return { service, send };
}

test.skipIf(process.platform !== 'linux')(
  'idle connections that take all file descriptors are closed for new callers',
  async () => {
    const { service, send } = await start({}, 120);
    const answered = new Set<Socket>();
    const closed = new Set<Socket>();
    const ask = () => {
      const socket = send('GET /livez HTTP/1.1\r\nHost: a');
      socket.on('data', () => answered.add(socket));
      socket.on('close', () => closed.add(socket));
    };
    for (let n = 0; n < 150; n += 1) ask();
    for (let wait = 0; wait < 1_500 && answered.size < 150; wait += 1) await Bun.sleep(20);
    // The log and the closed connections tell why, where an answer is missing.
    expect(service.output()).toContain('file descriptors run out; idle connections were closed');
    const unanswered = closed.difference(answered).size;
    expect({ answered: answered.size, unanswered }).toEqual({ answered: 150, unanswered: 0 });
    expect((await service.as('ann', 'POST', paths.metadata, { body: '{"data":{}}' })).status).toBe(200);
  },
  90_000,
);

test.skipIf(process.platform !== 'linux')(
  'callers that take all file descriptors as soon as the service listens do not end it',
  async () => {
    for (let round = 0; round < 6; round += 1) {
      const { service, send } = await start({}, 60 + 4 * round);
      for (let n = 0; n < 120; n += 1) send('POST /livez HTTP/1.1\r\nHost: a\r\nContent-Length: 1000');
      const statuses = Array.from({ length: 5 }, async () => (await service.call('GET', '/livez')).status);
      expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 200]);
      for (const socket of sockets.splice(0)) socket.destroy();
      await end();
      // A service that ended by itself has another status.
      expect(await service.exited).toBe(0);
      end = async () => undefined;
    }
  },
  90_000,
);

test.skipIf(process.platform !== 'linux')(
  'reads that wait take half of the file descriptors at most, and the next is answered at once',
  async () => {
    const { service } = await start({}, 120);
    const players = Array.from({ length: 16 }, (_, n) => `player ${n}`);
    const read = (player: string, prefer: string) =>
      service.as(player, 'GET', paths.metadata, { headers: { 'if-none-match': '*', prefer } });
    for (const player of players) await service.as(player, 'POST', paths.metadata, { body: '{"data":{}}' });
    const waiting = players.slice(0, -1).flatMap((player) => [1, 2, 3, 4].map(() => read(player, 'wait=20')));
    await untilWaiting(service, 60);
    const further = await read(players.at(-1) ?? '', 'wait=20');
    expect([further.status, further.headers.get('preference-applied')]).toEqual([304, null]);
    await Promise.all(waiting);
  },
  60_000,
);

test('a caller who does not read an answer is disconnected after the idle time-out', async () => {
  const { service, send } = await start({ METADATA_MAX_BYTES: String(16 * 1024 * 1024) }, 1_000);
  const token = await signTestToken('ann');
  const body = JSON.stringify({ data: { x: 'x'.repeat(15 * 1024 * 1024) } });
  expect((await service.call('POST', paths.metadata, { token, body })).status).toBe(200);
  const socket = send(`GET ${paths.metadata} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}`);
  socket.pause();
  const inProgress = () => metricOf(service.url, 'playkeep_http_requests_in_progress');
  await until(async () => (await inProgress()) === 2);
  for (let wait = 0; wait < 100 && (await inProgress()) > 1; wait += 1) await Bun.sleep(1_000);
  expect(await inProgress()).toBe(1);
}, 150_000);

const idleTimes: [number, Record<string, string>][] = [
  [75, {}],
  [120, { IDLE_TIMEOUT_SECONDS: '120' }],
];
test.each(idleTimes)(
  'after a large body and after a small one a connection is idle for %d s',
  async (expected, settings) => {
    const { send } = await start(settings, 1_000);
    const head = `Host: a\r\nAuthorization: Bearer ${await signTestToken('ann')}`;
    const body = JSON.stringify({ data: { x: 'x'.repeat(200_000) } });
    // White space at the end of this body ends the request.
    const length = body.length + 4;
    const requests = [
      `GET ${paths.metadata} HTTP/1.1\r\n${head}`,
      `POST ${paths.metadata} HTTP/1.1\r\n${head}\r\nContent-Length: ${length}\r\n\r\n${body}`,
    ];
    const idleSeconds = await Promise.all(
      requests.map(
        (request) =>
          new Promise<number>((resolve) => {
            let heardAt = 0;
            send(request)
              .on('data', () => {
                heardAt = performance.now();
              })
              .on('close', () => resolve((performance.now() - heardAt) / 1_000));
          }),
      ),
    );
    for (const seconds of idleSeconds) expect(seconds).toBeWithin(expected - 15, expected + 25);
  },
  200_000,
);
