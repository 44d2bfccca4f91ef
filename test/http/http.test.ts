// The rules for every answer: the envelope, statuses, request ids, CORS, and edge cases of HTTP.
import { describe, expect, test } from 'bun:test';
import pino from 'pino';
import { createRefusalLog } from '../../src/http/cors.ts';
import { routeTable } from '../../src/routes.ts';
import { paths } from '../harness/api.ts';
import { manualClock } from '../harness/clock.ts';
import { sendRaw } from '../harness/raw.ts';
import { signTestToken, startService } from '../harness/service.ts';
import { useService } from '../harness/use-service.ts';

const service = useService();

const unknown = { statusCode: 404, error: { message: 'Not found' } };
const notAllowed = { statusCode: 405, error: { message: 'Method not allowed' } };

describe('paths and methods', () => {
  test('an unknown path answers 404, with or without a token', async () => {
    for (const path of [
      '/',
      '/api',
      '/api/game/metadata/',
      '/api/game/metadata/1/x',
      '/API/GAME/METADATA',
      '/docs/x',
    ]) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
        if (path === '/docs/x' && method !== 'GET') continue;
        const answer = await service.call(method, path);
        expect([path, answer.status, answer.body]).toEqual([path, 404, unknown]);
      }
    }
  });

  test('every route answers 405 with Allow to every other method', async () => {
    const byPath = Map.groupBy(routeTable, (route) => route.path);
    for (const [path, routes] of byPath) {
      const methods: string[] = routes.map((route) => route.method);
      const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        if (allow.includes(method)) continue;
        const answer = await service.call(method, path);
        expect([path, method, answer.status]).toEqual([path, method, 405]);
        expect(answer.headers.get('allow')?.split(', ').sort()).toEqual([...allow].sort());
        if (method !== 'HEAD') expect(answer.body).toEqual(notAllowed);
      }
    }
  });

  test('HEAD answers as GET does, without the body', async () => {
    const get = await service.as('ann', 'GET', paths.metadata);
    const head = await service.as('ann', 'HEAD', paths.metadata);
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers.get('content-length')).toBe(String(get.text.length));
    expect((await service.call('HEAD', paths.metadata)).status).toBe(401);
  });

  test('OPTIONS answers 204 with Allow and no body', async () => {
    const answer = await service.call('OPTIONS', paths.metadata);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('allow')).toContain('DELETE');
  });

  test('a query is ignored', async () => {
    expect((await service.as('ann', 'GET', `${paths.metadata}?a=1&b[]=%zz`)).status).toBe(200);
  });
});

describe('tokens in requests', () => {
  test('the scheme is Bearer, in upper or lower case; any other header is no token', async () => {
    const token = await signTestToken('ann');
    const withHeader = (authorization: string) =>
      service.call('GET', paths.metadata, { headers: { authorization } });
    for (const good of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`]) {
      expect((await withHeader(good)).status).toBe(200);
    }
    const bad = [
      token,
      'Bearer',
      'Bearer ',
      `Basic ${token}`,
      `Bearer ${token} x`,
      `Bearer ${token}, Bearer ${token}`,
    ];
    for (const header of bad) expect((await withHeader(header)).status).toBe(401);
    expect((await service.call('GET', `${paths.metadata}?access_token=${token}`)).status).toBe(401);
  });
});

describe('request ids', () => {
  test('each answer has its own, errors included', async () => {
    const answers = await Promise.all([
      service.call('GET', '/livez'),
      service.call('GET', '/x'),
      service.call('GET', '/x'),
    ]);
    const ids = answers.map((answer) => answer.headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[\w-]{4,40}$/);
  });

  test('a well-formed incoming one is kept, any other is replaced', async () => {
    const send = async (id: string) =>
      (await service.call('GET', '/livez', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    for (const id of ['abc-123', '01a1fb57-a392-71cf-b279-7fe125c02a03', 'a'.repeat(128), 'trace=1/2:3']) {
      expect(await send(id)).toBe(id);
    }
    for (const id of ['a b', '<script>', 'a'.repeat(129), 'a;b', '"', 'é'])
      expect(await send(id)).not.toBe(id);
  });
});

describe('CORS', () => {
  const preflight = (origin: string, service_ = service) =>
    service_.call('OPTIONS', paths.metadata, {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });

  test('outside production any origin may call, and reads errors too', async () => {
    const answer = await preflight('https://game.example');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
    const asked = answer.headers.get('access-control-allow-headers')?.split(', ');
    expect(asked).toEqual(expect.arrayContaining(['Authorization', 'Prefer']));
    expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0);
    const refused = await service.call('GET', paths.metadata, {
      headers: { origin: 'https://game.example' },
    });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
  });

  test('a script may read the 404 of an unknown path', async () => {
    const headers = { origin: 'https://game.example', 'access-control-request-method': 'POST' };
    const asked = await service.call('OPTIONS', '/api/game/metadat', { headers });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const answer = await service.call('POST', '/api/game/metadat', { headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
    expect((await service.call('OPTIONS', '/api/game/metadat')).status).toBe(404);
  });

  test('the log names the first refused page of an hour, and the setting', () => {
    const lines: Record<string, unknown>[] = [];
    const clock = manualClock();
    const refused = createRefusalLog(
      pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) }),
      clock,
    );
    refused('https://a.example');
    clock.advance(3_599_999);
    refused('https://b.example');
    clock.advance(1);
    refused(`https://${'c'.repeat(1_000)}.example`);
    expect(lines.map(({ origin }) => String(origin).slice(0, 20))).toEqual([
      'https://a.example',
      'https://cccccccccccc',
    ]);
    expect(lines[0]?.msg).toContain('CORS_ORIGINS');
    expect(String(lines[1]?.origin)).toHaveLength(200);
  });

  test('scripts may read when an answer was made and when to try again', async () => {
    for (const path of ['/livez', paths.metadata]) {
      const { headers } = await service.call('GET', path, { headers: { origin: 'https://game.example' } });
      const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(', ');
      const needed = ['date', 'retry-after', 'preference-applied', 'last-modified', 'x-session-end'];
      expect(exposed).toEqual(expect.arrayContaining(needed));
      expect(Number.isNaN(Date.parse(headers.get('date') ?? ''))).toBe(false);
    }
  });

  test('in production only origins of CORS_ORIGINS may call', async () => {
    const strict = await startService({ environment: { NODE_ENV: 'production', HOST: '127.0.0.1' } });
    try {
      expect(
        (await preflight('https://game.example', strict)).headers.has('access-control-allow-origin'),
      ).toBe(false);
      await strict.restart({
        CORS_ORIGINS:
          'https://game.example, http://localhost:3000, null, capacitor://localhost, tauri://localhost, app://., file://, https://*.itch.zone',
      });
      for (const origin of [
        'https://game.example',
        'http://localhost:3000',
        'null',
        'capacitor://localhost',
        'tauri://localhost',
        'app://.',
        'file://',
        'https://html-classic.itch.zone',
        'https://a.b.itch.zone',
      ]) {
        const allowed = await preflight(origin, strict);
        expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
        expect(allowed.headers.get('vary')).toBe('Origin');
      }
      for (const origin of [
        'https://evil.example',
        'https://itch.zone',
        'https://.itch.zone',
        'https://evilitch.zone',
        'http://a.itch.zone',
        'https://a.itch.zone.evil.example',
        'https://a.itch.zone:8443',
        'capacitor://localhost.evil',
      ]) {
        const other = await preflight(origin, strict);
        expect([origin, other.headers.has('access-control-allow-origin')]).toEqual([origin, false]);
        expect(other.headers.has('access-control-allow-methods')).toBe(false);
        expect(other.headers.get('vary')).toBe('Origin');
      }
    } finally {
      await strict.stop();
    }
  });
});

describe('the edges of HTTP', () => {
  const request = (lines: string) =>
    sendRaw(service.url, [lines.replaceAll('\n', '\r\n')], { enough: (t) => t.endsWith('}') });

  test.each([
    [
      'a request with both lengths',
      'POST /api/game/metadata HTTP/1.1\nHost: x\nContent-Length: 2\nTransfer-Encoding: chunked\n\n{}',
    ],
    [
      'a request with two lengths',
      'POST /api/game/metadata HTTP/1.1\nHost: x\nContent-Length: 2\nContent-Length: 3\n\n{}',
    ],
    ['a negative length', 'POST /api/game/metadata HTTP/1.1\nHost: x\nContent-Length: -1\n\n'],
    ['no host', 'GET /livez HTTP/1.1\n\n'],
    ['bytes that are not HTTP', '\x16\x03\x01\x02\x00\x01\n\n'],
  ])('%s gets no more than a bare 400', async (_what, lines) => {
    const { received, closed } = await request(lines);
    expect(received).toStartWith('HTTP/1.1 400 ');
    expect(closed).toBe(true);
  });

  test.each([
    ['two different ones', 'Host: a\nHost: b'],
    ['the same one twice', 'Host: a\nX-Other: 1\nhost: a'],
    ['one of two empty', 'Host:\nHost: b'],
  ])('Host given twice is 400, on every route: %s', async (_what, hosts) => {
    for (const path of ['/livez', paths.metadata, '/nowhere']) {
      const { received } = await request(`GET ${path} HTTP/1.1\n${hosts}\n\n`);
      expect(received).toStartWith('HTTP/1.1 400 ');
      expect(received).toEndWith(
        '{"statusCode":400,"error":{"message":"Invalid request","detail":"Host is given twice"}}',
      );
    }
  });

  test('a header block of 64 KiB is read, so an oversized token gets 401; more gets a bare 431', async () => {
    const send = (size: number) =>
      request(`GET ${paths.metadata} HTTP/1.1\nHost: x\nAuthorization: Bearer ${'a'.repeat(size)}\n\n`);
    expect((await send(60_000)).received).toContain('"message":"Unauthorized"');
    expect((await send(70_000)).received).toStartWith('HTTP/1.1 431 ');
  });

  test('a client that leaves in the middle of its body disturbs no other', async () => {
    const token = await signTestToken('leaver');
    for (const length of [
      'Content-Length: 500\r\n\r\n{"data":',
      'Transfer-Encoding: chunked\r\n\r\n9\r\n{"data":{',
    ]) {
      await sendRaw(
        service.url,
        [`POST ${paths.metadata} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${length}`],
        { milliseconds: 20 },
      );
    }
    expect((await service.as('leaver', 'GET', paths.metadata)).body.data.metadata).toEqual({});
  });
});
