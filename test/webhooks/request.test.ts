// The request of a webhook, at real servers: it goes to the address that was checked, is bounded, and verifies the certificate of the
// receiver for its name, whatever the environment says.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { systemClock } from '../../src/lib/clock.ts';
import { WEBHOOK_ANSWER_MAX_BYTES } from '../../src/limits.ts';
import { createSend, type RequestOptions, type WebhookAnswer } from '../../src/webhooks/request.ts';
import { type Certificate, createCertificate, hasOpenssl } from '../harness/certificate.ts';
import { manualClock } from '../harness/clock.ts';
import { until } from '../harness/until.ts';

const name = 'hook.test';
const body = '{"a":1}';
/** The ends of what a test has opened. */
const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers) close();
});

/** A server that answers by raw text, once the request is there. `requests` has the text of each connection, as far as it has come. */
async function listen(answer: (socket: Socket) => void, tls?: Certificate) {
  const requests: string[] = [];
  const onConnection = (socket: Socket): void => {
    const at = requests.push('') - 1;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      requests[at] += chunk.toString();
      if (requests[at]?.endsWith(body)) answer(socket);
    });
  };
  const server = tls ? createTlsServer(tls, onConnection) : createServer(onConnection);
  closers.push(() => server.close());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, url: `http://${name}:${port}/`, requests };
}

const reply = (text: string) => (socket: Socket) => void socket.end(text.replaceAll('\n', '\r\n'));
const fine = reply('HTTP/1.1 200 OK\ncontent-length: 5\n\nfine!');

/** Writes a head, and then a piece without end, until the other side closes. */
function endless(head: string, piece: string) {
  const state = { isClosed: false };
  const answer = (socket: Socket) => {
    socket.write(head);
    const timer = setInterval(() => void socket.write(piece), 1);
    socket.on('close', () => {
      state.isClosed = true;
      clearInterval(timer);
    });
  };
  return { state, answer };
}

const post = (url: string, options: Partial<RequestOptions> = {}): Promise<WebhookAnswer> =>
  createSend({ clock: systemClock, allowsPrivate: true, resolve: async () => ['127.0.0.1'], ...options })({
    url,
    headers: { 'content-type': 'application/json', 'webhook-id': 'm_1' },
    body,
  });

const tooLate = { status: null, answer: null, error: 'it did not answer within 15 seconds' };

describe('the request of a webhook', () => {
  test('sends one POST with its headers and the name as Host, and reads the answer', async () => {
    const { port, url, requests } = await listen(fine);
    expect(await post(`${url}a/b?c=d`)).toMatchObject({ status: 200, error: null, answer: 'fine!' });
    expect(requests).toHaveLength(1);
    const [head = '', content] = (requests[0] ?? '').split('\r\n\r\n');
    expect(head).toStartWith('POST /a/b?c=d HTTP/1.1\r\n');
    // A connection of before would go to an address that was checked then.
    expect(head.toLowerCase().split('\r\n')).toEqual(
      expect.arrayContaining([
        `host: ${name}:${port}`,
        'content-type: application/json',
        'webhook-id: m_1',
        'content-length: 7',
        'connection: close',
      ]),
    );
    expect(content).toBe(body);
  });

  test('goes to the address that was checked, though the resolver lies the second time', async () => {
    const good = await listen(fine);
    let hits = 0;
    const open = () => {
      hits += 1;
    };
    // The same port at the address to which the second answer leads.
    const socket = { data: () => undefined, open };
    const trap = Bun.listen({ hostname: '127.0.0.2', port: good.port, socket });
    closers.push(() => trap.stop(true));
    let looks = 0;
    const resolve = async () => {
      looks += 1;
      return looks === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
    };
    const rules = { allowsPrivate: false, resolve, isPublic: (address: string) => address === '127.0.0.1' };
    // Plain HTTP is refused before the look.
    expect((await post(good.url, rules)).error).toBe('its URL must begin with https:');
    expect((await post(`https://${name}:25/`, rules)).error).toBe(
      'its URL must have the port 443 or one of 1024 and above',
    );
    expect(looks).toBe(0);
    expect((await post(good.url, { resolve })).status).toBe(200);
    expect([looks, hits]).toEqual([1, 0]);
    expect((await post(`https://${name}:${good.port}/`, rules)).error).toBe(
      'it leads to an address that is not of the public Internet',
    );
    expect([looks, hits, good.requests.length]).toEqual([2, 0, 1]);
  });

  test('goes to no proxy of the environment', async () => {
    const proxy = await listen(fine);
    const { url, requests } = await listen(fine);
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'];
    const before = { ...process.env };
    for (const each of names) process.env[each] = `http://127.0.0.1:${proxy.port}`;
    try {
      expect((await post(url)).status).toBe(200);
    } finally {
      for (const each of names) {
        if (before[each] === undefined) delete process.env[each];
        else process.env[each] = before[each];
      }
    }
    expect([proxy.requests.length, requests.length]).toEqual([0, 1]);
  });

  test.each([301, 302, 303, 307, 308])('does not follow a redirect by %d', async (status) => {
    const target = await listen(fine);
    const { url } = await listen(
      reply(`HTTP/1.1 ${status} Moved\nlocation: http://127.0.0.1:${target.port}/\ncontent-length: 0\n\n`),
    );
    const error = `it answered ${status}; redirects are not followed`;
    expect(await post(url)).toMatchObject({ status, error });
    expect(target.requests).toEqual([]);
  });

  test('tells the status, the answer and Retry-After of a failure', async () => {
    const { url } = await listen(reply('HTTP/1.1 503 Busy\nretry-after: 120\ncontent-length: 4\n\nbusy'));
    const failure = { status: 503, error: 'it answered 503', answer: 'busy', retryAfter: '120' };
    expect(await post(url)).toMatchObject(failure);
  });

  test('reads the first bytes of an answer without end, and ends the connection', async () => {
    const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`;
    const { state, answer } = endless('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', chunk);
    const found = await post((await listen(answer)).url);
    expect([found.status, found.error, found.answer?.length]).toEqual([200, null, WEBHOOK_ANSWER_MAX_BYTES]);
    await until(() => state.isClosed);
  });

  test('gives up a server that never answers after 15 seconds', async () => {
    const { url, requests } = await listen(() => undefined);
    const clock = manualClock();
    let hasEnded = false;
    const answer = post(url, { clock }).finally(() => {
      hasEnded = true;
    });
    await until(() => requests[0]?.endsWith(body) === true);
    await clock.pass(14_999);
    expect(hasEnded).toBe(false);
    clock.advance(1);
    expect(await answer).toMatchObject(tooLate);
  });

  test('gives up a resolver that never answers, and a server that sends headers without end', async () => {
    const clock = manualClock();
    const silent = post(`http://${name}:9999/`, { clock, resolve: () => new Promise(() => undefined) });
    const { url, requests } = await listen(endless('HTTP/1.1 200 OK\r\n', 'a: b\r\n').answer);
    const slow = post(url, { clock });
    await until(() => requests[0]?.endsWith(body) === true);
    clock.advance(15_000);
    expect([await silent, await slow]).toMatchObject([tooLate, tooLate]);
  });

  test('counts a status whose body does not end in time, with the bytes that came', async () => {
    let hasWritten = false;
    const { url } = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nsome', () => {
        hasWritten = true;
      });
    });
    /** The outcome of an attempt that has so many turns of the event loop to read what was written. */
    const outcomeAfter = async (turns: number) => {
      hasWritten = false;
      const clock = manualClock();
      const answer = post(url, { clock });
      await until(() => hasWritten);
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      clock.advance(15_000);
      return answer;
    };
    // Nothing tells that it was read, by a thread of its own, for which a busy machine may take longer.
    let outcome = await outcomeAfter(100);
    for (let turns = 1_000; outcome.status === null; turns *= 10) outcome = await outcomeAfter(turns);
    expect(outcome).toMatchObject({ status: 200, error: null, answer: 'some' });
  });

  test('fails at a refused connection, one that ends, and an answer that is no HTTP', async () => {
    const { port: closed } = await listen((socket) => void socket.destroy());
    const { port: other } = await listen(reply('SSH-2.0-OpenSSH\n'));
    for (const port of [1, closed, other]) {
      const answer = await post(`http://${name}:${port}/`);
      expect([answer.status, answer.answer]).toEqual([null, null]);
      expect(answer.error).toStartWith('the connection failed');
      expect(answer.error).not.toContain('127.0.0.1');
    }
  });

  test('tries the next address where one refuses the connection', async () => {
    const { url } = await listen(fine);
    expect((await post(url, { resolve: async () => ['127.0.0.3', '127.0.0.1'] })).status).toBe(200);
  });

  test.each(['100 Continue', '102 Processing', '103 Early Hints'])(
    'ends an attempt at a server that answers %s without end',
    async (status) => {
      const { state, answer } = endless('', `HTTP/1.1 ${status}\r\nlink: </a>\r\n\r\n`.repeat(100));
      const error = 'it sent too many informational answers (1xx)';
      // No time passes, so nothing else ends it.
      const found = await post((await listen(answer)).url, { clock: manualClock() });
      expect(found).toMatchObject({ status: null, answer: null, error });
      await until(() => state.isClosed);
    },
  );

  test('reads the answer behind a few informational ones', async () => {
    const informational = 'HTTP/1.1 103 Early Hints\nlink: </a>\n\n'.repeat(8);
    const { url } = await listen(reply(`${informational}HTTP/1.1 200 OK\ncontent-length: 2\n\nok`));
    expect(await post(url)).toMatchObject({ status: 200, answer: 'ok' });
  });

  test('does not hand on a name without addresses, nor one that is not found', async () => {
    for (const resolve of [async () => [], () => Promise.reject(new Error('ENOTFOUND'))])
      expect((await post(`http://${name}:1/`, { resolve })).error).toBe('its name has no address');
  });
});

const selfSigned = expect.stringMatching(
  /^its certificate is self-signed: .*NODE_EXTRA_CA_CERTS.* \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
);
const otherName = expect.stringContaining('its certificate is for another name');

describe.skipIf(!hasOpenssl)('the certificate', () => {
  let tls: Certificate;
  beforeAll(() => {
    tls = createCertificate(name);
  });
  const heard = ({ requests }: { readonly requests: readonly string[] }) =>
    requests.filter((text) => text !== '').length;

  test('is verified for the name, not for the address', async () => {
    const server = await listen(fine, tls);
    const authorities = tls.cert;
    const answer = await post(`https://${name}:${server.port}/`, { authorities });
    expect(answer).toMatchObject({ status: 200, answer: 'fine!' });
    for (const host of ['other.test', '127.0.0.1'])
      expect(await post(`https://${host}:${server.port}/`, { authorities })).toMatchObject({
        status: null,
        error: otherName,
      });
    expect(heard(server)).toBe(1);
  });

  test('is verified though the environment turns checks off', async () => {
    const server = await listen(fine, tls);
    const program = `
      import { systemClock } from './src/lib/clock.ts';
      import { createSend } from './src/webhooks/request.ts';
      const authorities = ${JSON.stringify(tls.cert)};
      const rules = { clock: systemClock, allowsPrivate: true, resolve: async () => ['127.0.0.1'] };
      const post = async (host, more) =>
        (await createSend({ ...rules, ...more })({ url: 'https://' + host + ':${server.port}/', headers: {}, body: '${body}' })).error;
      const unknown = await post('${name}', {});
      const other = await post('other.test', { authorities });
      console.log(JSON.stringify([unknown, other, await post('${name}', { authorities })]));`;
    const child = Bun.spawn([process.execPath, '--no-env-file', '-e', program], {
      cwd: join(import.meta.dir, '../..'),
      env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      stderr: 'ignore',
    });
    expect(JSON.parse(await child.stdout.text())).toEqual([selfSigned, otherName, null]);
    expect(heard(server)).toBe(1);
  });

  test('of an unknown authority is refused', async () => {
    const server = await listen(fine, tls);
    const answer = await post(`https://${name}:${server.port}/`);
    expect(answer).toMatchObject({ status: null, error: selfSigned });
    expect(heard(server)).toBe(0);
  });
});
