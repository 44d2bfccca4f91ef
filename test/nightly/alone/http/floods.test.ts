// Callers that announce bodies and never send them, and callers that still send after their answer. Other players are served as
// quickly as without them. HTTP is the same before each engine: this one's connections take file descriptors too.
import { afterEach, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { paths } from '../../../harness/api.ts';
import { createConnection } from '../../../harness/connection.ts';
import { postgres, type TestDatabase } from '../../../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { encodeRequest, type RequestParts } from '../../../harness/raw.ts';
import { signTestToken } from '../../../harness/service.ts';
import { until } from '../../../harness/until.ts';

/** File descriptors of the service: enough for the announcing clients, fewer than the clients that still send. */
const descriptors = { announcing: 1_000, sending: 400 };
const rounds = 20;
/** The bound on nineteen of twenty waits, with room for a slow machine. Without the limits players wait for tens of seconds. */
const mostMilliseconds = 5_000;

let database: TestDatabase;
let service: ServiceProcess;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  answered = 0;
  service.signal('SIGTERM');
  await service.exited;
  await database.remove();
});

/** The number of answered connections. */
let answered = 0;

function open(head: string): Socket {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.write(`${head}\r\n\r\n{`);
  socket.once('data', () => {
    answered += 1;
  });
  socket.resume();
  sockets.push(socket);
  return socket;
}

/** Announces bodies of more than the memory budget, for each player and together. One byte of each comes. */
async function announceBodies(): Promise<() => void> {
  for (let player = 0; player < 18; player += 1) {
    const token = await signTestToken(`flooder ${player}`);
    const head = `Host: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: 1100000`;
    for (let n = 0; n < 40; n += 1) open(`POST ${paths.metadata} HTTP/1.1\r\n${head}`);
  }
  const inProgress = async () => {
    const { text } = await service.call('GET', '/metrics');
    return Number(/^playkeep_http_requests_in_progress (?<count>\d+)$/m.exec(text)?.groups?.count);
  };
  await until(async () => (await inProgress()) + answered > sockets.length);
  return () => undefined;
}

/** Gets 405, 401, 404 and 413, still sends byte by byte, and reconnects soon after its connections ended. */
async function goOnSending(): Promise<() => void> {
  const authorization = `Authorization: Bearer ${await signTestToken('flooder')}`;
  const requests = [
    'POST /livez HTTP/1.1\r\nHost: a\r\nContent-Length: 60000',
    `POST ${paths.metadata} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000`,
    'POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 60000',
    `POST ${paths.metadata} HTTP/1.1\r\nHost: a\r\n${authorization}\r\nContent-Length: 5000000`,
  ];
  let isOver = false;
  const again = (request: string): void => {
    if (isOver) return;
    const socket = open(request);
    const timer = setInterval(() => void socket.write('x'), 100);
    socket.on('close', () => {
      clearInterval(timer);
      setTimeout(again, 200, request);
    });
  };
  for (let n = 0; n < 420; n += 1) again(requests[n % requests.length] ?? '');
  await until(async () => answered >= descriptors.sending * 0.9);
  return () => {
    isOver = true;
  };
}

/** Uses a new connection, since an open one needs no file descriptor. */
async function timed(request: Uint8Array): Promise<number> {
  const startedAt = performance.now();
  const connection = createConnection(service.url);
  const outcome = await connection.exchange(request, { isHead: false, milliseconds: 30_000 });
  const milliseconds = performance.now() - startedAt;
  connection.end();
  expect(typeof outcome === 'string' ? outcome : outcome.status).toBe(200);
  return milliseconds;
}

test.each([
  ['bodies that are announced and do not come', announceBodies, descriptors.announcing],
  ['bodies that go on after their answer', goOnSending, descriptors.sending],
])(
  'beside %s another player saves, reads and plays without waiting',
  async (_flood, flood, limit) => {
    database = await postgres.create();
    const under = ['bash', '-c', `ulimit -n ${limit}; exec "$0" "$@"`];
    service = await startProcess(database.environment, database.directory, { under });
    const token = await signTestToken('ann');
    const largeBody = `{"data":{"x":"${'x'.repeat(200_000)}"}}`;
    const steps: Record<string, Omit<RequestParts, 'token'>> = {
      'large save': { method: 'POST', path: paths.metadata, body: largeBody },
      'small save': { method: 'POST', path: paths.metadata, body: '{"data":{"level":3}}' },
      read: { method: 'GET', path: paths.metadata },
      heartbeat: { method: 'POST', path: paths.heartbeat },
      probe: { method: 'GET', path: '/livez' },
    };
    expect((await service.as('ann', 'POST', paths.start)).status).toBe(200);
    const end = await flood();
    const waited: Record<string, number[]> = {};
    for (let round = 0; round < rounds; round += 1) {
      for (const [step, parts] of Object.entries(steps)) {
        const milliseconds = await timed(encodeRequest({ ...parts, token }));
        waited[step] = [...(waited[step] ?? []), milliseconds];
      }
      await Bun.sleep(100);
    }
    end();
    for (const [step, each] of Object.entries(waited)) {
      const slowest = each.toSorted((a, b) => a - b).at(-2) ?? Number.NaN;
      expect([step, slowest < mostMilliseconds ? 'in time' : slowest]).toEqual([step, 'in time']);
    }
  },
  180_000,
);
