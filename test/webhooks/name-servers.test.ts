// A name server that does not answer holds up nothing but the requests to its names: players whose tokens are not cached come in, and
// other endpoints get their events. Needs the right to mount, for a file of name servers of its own.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../harness/api.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { createSigningKey, type SigningKey, signWith } from '../harness/keys.ts';
import { canMount } from '../harness/mounts.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { until } from '../harness/until.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** More than the runtime has threads on usual machines. */
const deadNames = Array.from({ length: 40 }, (_, index) => `endpoint${index}.dead.example`);
const nameServer = '127.83.7.5';

/** The name in a query of DNS (RFC 1035 section 4.1.2). */
function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12, length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return labels.join('.');
}

/** The answer to a query: 127.0.0.1 where it asks for an address of IPv4 (type 1), else nothing. */
function answerTo(query: Buffer): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const question = query.subarray(12, end);
  const isForAddress = question.readUInt16BE(question.length - 4) === 1;
  const head = Buffer.from([0x81, 0x80, 0, 1, 0, isForAddress ? 1 : 0, 0, 0, 0, 0]);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat([query.subarray(0, 2), head, question, ...(isForAddress ? [record] : [])]);
}

describe.skipIf(!canMount)('a silent name server', () => {
  const { directory, remove } = temporaryDirectory();
  const asked = new Set<string>();
  let names: Socket;
  let receiver: Receiver;
  let keySet: ReturnType<typeof Bun.serve>;
  let key: SigningKey;
  let service: ServiceProcess;

  beforeAll(async () => {
    names = createSocket('udp4');
    names.on('message', (query, { port, address }) => {
      const name = nameIn(query);
      asked.add(name);
      if (!name.includes('dead')) names.send(answerTo(query), port, address);
    });
    names.bind(53, nameServer);
    await once(names, 'listening');
    receiver = startReceiver();
    key = await createSigningKey('ES256', 'known');
    keySet = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => Response.json({ keys: [key.jwk] }),
    });
    // So long a lookup by the system would hold its thread: longer than this test may take.
    const servers = join(directory, 'resolv.conf');
    writeFileSync(servers, `nameserver ${nameServer}\noptions timeout:30 attempts:5\n`);
    service = await startProcess(
      {
        DATABASE_URL: `sqlite:${join(directory, 'playkeep.db')}`,
        JWT_SECRET: '',
        JWT_JWKS_URL: `http://keys.example:${keySet.port}/`,
        SERVER_API_KEY: testServerKey,
        EVENTS: 'sessions',
        WEBHOOKS_ALLOW_PRIVATE: 'true',
        OTEL_TRACES_EXPORTER: 'otlp',
        OTEL_TRACES_SAMPLER: 'always_on',
        OTEL_BSP_SCHEDULE_DELAY: '100',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.dead.example:4318',
      },
      directory,
      { under: ['unshare', '-m', 'sh', '-c', `mount --bind ${servers} /etc/resolv.conf && exec "$@"`, 'sh'] },
    );
    for (const host of ['healthy.example', ...deadNames]) {
      const body = JSON.stringify({
        url: `http://${host}:${new URL(receiver.url).port}/`,
        types: ['session.started'],
      });
      const headers = { 'content-type': 'application/json' };
      const created = await service.call('POST', '/api/server/webhooks', {
        token: testServerKey,
        body,
        headers,
      });
      expect([created.status, created.text]).toEqual([200, created.text]);
    }
  });
  afterAll(async () => {
    service?.signal('SIGKILL');
    await service?.exited;
    names?.close();
    await receiver?.stop();
    await keySet?.stop(true);
    remove();
  });

  async function play(player: string): Promise<number> {
    const { status } = await service.call('POST', paths.start, {
      token: await signWith(key, { sub: player }),
    });
    return status;
  }

  test('keeps no player out, and no event from another endpoint', async () => {
    expect(await play('first')).toBe(200);
    await until(() => deadNames.every((name) => asked.has(name)));
    await until(() => asked.has('collector.dead.example'));
    const players = Array.from({ length: 30 }, (_, index) => `player${index}`);
    for (const player of players) expect(await play(player)).toBe(200);
    await until(() => new Set(receiver.requests.map(({ id }) => id)).size === 1 + players.length);
  });
});
