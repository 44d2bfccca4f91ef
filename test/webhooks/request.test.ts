// The request of a webhook, at real servers: it goes to the address that was checked, and is bounded.
import { describe, expect, test } from 'bun:test';
import { WEBHOOK_ANSWER_MAX_BYTES } from '../../src/limits.ts';
import { manualClock } from '../harness/clock.ts';
import { closers, fine, listen, name, post, reply } from './raw-receiver.ts';

describe('the request of a webhook', () => {
  test('sends one POST with its headers and the name as Host, and reads the answer', async () => {
    const { port, requests } = await listen(fine);
    expect(await post(`http://${name}:${port}/a/b?c=d`)).toMatchObject({
      status: 200,
      error: null,
      answer: 'fine!',
    });
    expect(requests).toHaveLength(1);
    const [head = '', body] = (requests[0] ?? '').split('\r\n\r\n');
    expect(head).toStartWith('POST /a/b?c=d HTTP/1.1\r\n');
    const lines = head.toLowerCase().split('\r\n');
    expect(lines).toContain(`host: ${name}:${port}`);
    expect(lines).toContain('content-type: application/json');
    expect(lines).toContain('webhook-id: m_1');
    expect(lines).toContain('content-length: 7');
    // A connection of before would go to an address that was checked then.
    expect(lines).toContain('connection: close');
    expect(body).toBe('{"a":1}');
  });

  test('goes to the address that was checked, though the resolver lies the second time', async () => {
    const good = await listen(fine);
    // The same port at the address to which the second answer leads.
    const trap = Bun.listen({
      hostname: '127.0.0.2',
      port: good.port,
      socket: {
        data: () => undefined,
        open() {
          hits += 1;
        },
      },
    });
    closers.push(() => trap.stop(true));
    let hits = 0;
    let looks = 0;
    const resolve = async () => {
      looks += 1;
      return looks === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
    };
    const isPublic = (address: string) => address === '127.0.0.1';
    const rules = { allowsPrivate: false, resolve, isPublic };
    // Plain HTTP is refused before the look.
    expect((await post(`http://${name}:${good.port}/`, rules)).error).toBe('its URL must begin with https:');
    expect((await post(`https://${name}:25/`, rules)).error).toBe(
      'its URL must have the port 443 or one of 1024 and above',
    );
    expect(looks).toBe(0);
    const options = { allowsPrivate: true, resolve };
    expect((await post(`http://${name}:${good.port}/`, options)).status).toBe(200);
    expect([looks, hits]).toEqual([1, 0]);
    expect((await post(`https://${name}:${good.port}/`, rules)).error).toBe(
      'it leads to an address that is not of the public Internet',
    );
    expect([looks, hits, good.requests.length]).toEqual([2, 0, 1]);
  });

  test('goes to no proxy of the environment', async () => {
    const proxy = await listen(fine);
    const { port, requests } = await listen(fine);
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'];
    const before = names.map((each) => process.env[each]);
    for (const each of names) process.env[each] = proxyUrl;
    try {
      expect((await post(`http://${name}:${port}/`)).status).toBe(200);
    } finally {
      names.forEach((each, at) => {
        if (before[at] === undefined) delete process.env[each];
        else process.env[each] = before[at];
      });
    }
    expect([proxy.requests.length, requests.length]).toEqual([0, 1]);
  });

  test.each([301, 302, 303, 307, 308])('does not follow a redirect by %d', async (status) => {
    const target = await listen(fine);
    const { port } = await listen(
      reply(`HTTP/1.1 ${status} Moved\nlocation: http://127.0.0.1:${target.port}/\ncontent-length: 0\n\n`),
    );
    const answer = await post(`http://${name}:${port}/`);
    expect(answer).toMatchObject({ status, error: `it answered ${status}; redirects are not followed` });
    expect(target.requests).toEqual([]);
  });

  test('tells the status, the answer and Retry-After of a failure', async () => {
    const { port } = await listen(reply('HTTP/1.1 503 Busy\nretry-after: 120\ncontent-length: 4\n\nbusy'));
    expect(await post(`http://${name}:${port}/`)).toMatchObject({
      status: 503,
      error: 'it answered 503',
      answer: 'busy',
      retryAfter: '120',
    });
  });

  test('reads the first bytes of an answer without end, and ends the connection', async () => {
    let isClosed = false;
    const { port } = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const timer = setInterval(() => void socket.write(`1000\r\n${'x'.repeat(4096)}\r\n`), 1);
      socket.on('close', () => {
        isClosed = true;
        clearInterval(timer);
      });
    });
    const answer = await post(`http://${name}:${port}/`);
    expect([answer.status, answer.error, answer.answer?.length]).toEqual([
      200,
      null,
      WEBHOOK_ANSWER_MAX_BYTES,
    ]);
    while (!isClosed) await Bun.sleep(5);
  });

  test('gives up a server that never answers after 15 seconds', async () => {
    const { port, requests } = await listen(() => undefined);
    const clock = manualClock();
    const answer = post(`http://${name}:${port}/`, { clock });
    while (!requests[0]?.endsWith('{"a":1}')) await Bun.sleep(2);
    clock.advance(14_999);
    expect(await Promise.race([answer, Bun.sleep(20)])).toBeUndefined();
    clock.advance(1);
    expect(await answer).toMatchObject({
      status: null,
      answer: null,
      error: 'it did not answer within 15 seconds',
    });
  });

  test('gives up a resolver that never answers, and a server that sends headers without end', async () => {
    const clock = manualClock();
    const silent = post(`http://${name}:9999/`, { clock, resolve: () => new Promise(() => undefined) });
    const { port, requests } = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => void socket.write('a: b\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    const slow = post(`http://${name}:${port}/`, { clock });
    while (!requests[0]?.endsWith('{"a":1}')) await Bun.sleep(2);
    clock.advance(15_000);
    expect([(await silent).error, (await slow).error]).toEqual(
      Array.from({ length: 2 }, () => 'it did not answer within 15 seconds'),
    );
  });

  test('counts a status whose body does not end in time, with the bytes that came', async () => {
    let hasWritten = false;
    const { port } = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nsome', () => {
        hasWritten = true;
      });
    });
    /** The outcome of an attempt that has so long to read what was written. */
    const outcomeAfter = async (milliseconds: number) => {
      hasWritten = false;
      const clock = manualClock();
      const answer = post(`http://${name}:${port}/`, { clock });
      while (!hasWritten) await Bun.sleep(2);
      await Bun.sleep(milliseconds);
      clock.advance(15_000);
      return answer;
    };
    // Nothing tells that it was read, by a thread of its own, for which a busy machine may take longer.
    let outcome = await outcomeAfter(20);
    for (const milliseconds of [500, 5_000])
      if (outcome.status === null) outcome = await outcomeAfter(milliseconds);
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
    const { port } = await listen(fine);
    expect(
      (await post(`http://${name}:${port}/`, { resolve: async () => ['127.0.0.3', '127.0.0.1'] })).status,
    ).toBe(200);
  });

  test.each(['100 Continue', '102 Processing', '103 Early Hints'])(
    'ends an attempt at a server that answers %s without end',
    async (status) => {
      let isClosed = false;
      const piece = `HTTP/1.1 ${status}\r\nlink: </a>\r\n\r\n`.repeat(100);
      const { port } = await listen((socket) => {
        const timer = setInterval(() => void socket.write(piece), 1);
        socket.on('close', () => {
          isClosed = true;
          clearInterval(timer);
        });
      });
      // No time passes, so nothing else ends it.
      expect(await post(`http://${name}:${port}/`, { clock: manualClock() })).toMatchObject({
        status: null,
        answer: null,
        error: 'it sent too many informational answers (1xx)',
      });
      while (!isClosed) await Bun.sleep(5);
    },
  );

  test('reads the answer behind a few informational ones', async () => {
    const { port } = await listen(
      reply(
        `${'HTTP/1.1 103 Early Hints\nlink: </a>\n\n'.repeat(8)}HTTP/1.1 200 OK\ncontent-length: 2\n\nok`,
      ),
    );
    expect(await post(`http://${name}:${port}/`)).toMatchObject({ status: 200, answer: 'ok' });
  });

  test('does not hand on a name without addresses, nor one that is not found', async () => {
    for (const resolve of [async () => [], () => Promise.reject(new Error('ENOTFOUND'))])
      expect((await post(`http://${name}:1/`, { resolve })).error).toBe('its name has no address');
  });
});
