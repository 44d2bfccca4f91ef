// The four metadata operations against a running service, on every engine.
import { describe, expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { sendRaw } from '../harness/raw.ts';
import { signTestToken } from '../harness/service.ts';
import { useFreshService } from '../harness/use-service.ts';

const { metadata } = paths;
const notFound = { statusCode: 404, error: { message: 'Player not found' } };

describe.each(engines)('metadata on $name', (engine) => {
  const service = useFreshService({ engine });

  const set = (playerId: string, data: string) =>
    service.as(playerId, 'POST', metadata, { body: `{"data":${data}}` });

  test('GET answers an empty object to a new player, and registers them', async () => {
    const first = await service.as('ann', 'GET', metadata);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      statusCode: 200,
      data: { playerId: 'ann', sequentialId: 1, metadata: {} },
    });
    expect((await service.as('bob', 'GET', metadata)).body.data.sequentialId).toBe(2);
    expect((await service.as('ann', 'GET', metadata)).body.data.sequentialId).toBe(1);
  });

  test('POST stores the object and answers it, with exactly the fields of the specification', async () => {
    const answer = await set(
      'ann',
      '{"level":3,"items":["sword"],"at":"2026-01-01T00:00:00Z","nested":{"on":true}}',
    );
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(
      '{"statusCode":200,"data":{"playerId":"ann","sequentialId":1,"metadata":' +
        '{"level":3,"items":["sword"],"at":"2026-01-01T00:00:00Z","nested":{"on":true}}}}',
    );
    expect((await service.as('ann', 'GET', metadata)).text).toBe(answer.text);
  });

  test('keeps every digit, escape, key and order, over a restart too', async () => {
    const text =
      '{ "big":12345678901234567890,"one":1.0,"huge":1e400,"zero":-0,"nul":"\\u0000","lone":"\\ud800",' +
      '"b":1,"a":2,"__proto__":{"polluted":true},"constructor":null,"dup":1,"dup":2,"🎮":"\\/é" }';
    const answer = await set('ann', text);
    expect(answer.text).toContain(`"metadata":${text}}`);
    await service.restart();
    expect((await service.as('ann', 'GET', metadata)).text).toBe(answer.text);
  });

  test('DELETE removes everything, answers a fixed string, and may be repeated', async () => {
    await set('ann', '{"a":1}');
    const first = await service.as('ann', 'DELETE', metadata);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ statusCode: 200, data: 'Metadata deleted' });
    expect((await service.as('ann', 'DELETE', metadata)).body).toEqual(first.body);
    expect((await service.as('new', 'DELETE', metadata)).body).toEqual(first.body);
    expect((await service.as('ann', 'GET', metadata)).body.data).toEqual({
      playerId: 'ann',
      sequentialId: 1,
      metadata: {},
    });
  });

  test('players see their own metadata, whatever their names', async () => {
    const odd = ['🎮🎮', ' two  spaces ', '"quoted"', "o'hara; --", 'a'.repeat(255)];
    const names = ['__proto__', 'constructor', ...odd];
    for (const [index, name] of names.entries()) await set(name, `{"n":${index}}`);
    for (const [index, name] of names.entries()) {
      const { data } = (await service.as(name, 'GET', metadata)).body;
      expect(data).toEqual({ playerId: name, sequentialId: index + 1, metadata: { n: index } });
    }
  });

  describe('by sequential id', () => {
    test('any player reads any other', async () => {
      await set('ann', '{"public":1.50}');
      const answer = await service.as('bob', 'GET', `${metadata}/1`);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(
        '{"statusCode":200,"data":{"playerId":"ann","sequentialId":1,"metadata":{"public":1.50}}}',
      );
    });

    test('does not register its caller', async () => {
      await set('ann', '{}');
      await service.as('passer-by', 'GET', `${metadata}/1`);
      expect((await service.as('bob', 'GET', metadata)).body.data.sequentialId).toBe(2);
    });

    test('a segment that is no positive integer, or that no player has as id, answers 404', async () => {
      await set('ann', '{}');
      const numbers = ['0', '2', '-1', '+1', '01', '1.0', '1e0', '0x1', '1,2', 'NaN', '9007199254740991'];
      const others = ['9007199254740992', '99999999999999999999', 'ann', '%31%20', '%20', '%zz', 'null'];
      const segments = [...numbers, ...others, '%F0%9F%8E%AE'];
      for (const segment of segments) {
        const answer = await service.as('ann', 'GET', `${metadata}/${segment}`);
        expect([segment, answer.status, answer.body]).toEqual([segment, 404, notFound]);
      }
      expect((await service.as('ann', 'GET', `${metadata}/%31`)).status).toBe(200);
    });

    test('with METADATA_READ=self only the caller’s own id is found', async () => {
      await set('ann', '{"a":1}');
      await set('bob', '{}');
      await service.restart({ METADATA_READ: 'self' });
      expect((await service.as('ann', 'GET', `${metadata}/1`)).body.data.metadata).toEqual({ a: 1 });
      for (const [playerId, id] of [
        ['ann', 2],
        ['bob', 1],
        ['stranger', 1],
      ] as const) {
        expect((await service.as(playerId, 'GET', `${metadata}/${id}`)).body).toEqual(notFound);
      }
    });
  });

  describe('size', () => {
    const limit = 1000;
    /** A `data` value of exactly that many UTF-8 bytes, a third of them in two-byte characters. */
    const ofSize = (bytes: number): string => {
      const wide = Math.floor(bytes / 3);
      return `{"x":"${'é'.repeat(wide)}${'a'.repeat(bytes - 2 * wide - 8)}"}`;
    };
    const tooLarge = { statusCode: 413, error: { message: 'Metadata too large' } };

    test('counts the UTF-8 bytes of the value of data, white space around it left out', async () => {
      await service.restart({ METADATA_MAX_BYTES: String(limit) });
      expect(Buffer.byteLength(ofSize(limit))).toBe(limit);
      expect((await set('ann', ofSize(limit))).status).toBe(200);
      expect((await set('ann', `   ${ofSize(limit)}\n\n`)).status).toBe(200);
      const over = await set('ann', ofSize(limit + 1));
      expect([over.status, over.body]).toEqual([413, tooLarge]);
      expect((await service.as('ann', 'GET', metadata)).text).toContain(ofSize(limit));
    });

    test('is checked first in a body with other faults, by the value of data alone', async () => {
      await service.restart({ METADATA_MAX_BYTES: String(limit) });
      const long = ofSize(limit + 1);
      const fitting = ofSize(limit);
      const statuses: [status: number, body: string][] = [
        [400, `{"other":${long}}`],
        [400, `{"dat":${long},"data":{}}`],
        [400, `{"data":{},"other":${long}}`],
        [400, `{"data":${fitting},"other":1}`],
        [400, `{"data":{"x":},"other":${long}}`],
        [400, `{"data":{}}${long}`],
        [400, `[${long}]`],
        [400, `{"data" ${long}}`],
        [400, `{"data":"${'a'.repeat(limit - 2)}"   }`],
        [400, `{"data":${fitting}   `],
        [400, `{"data":${fitting.slice(0, -2)}`],
        [413, `{"data":${long.slice(0, -2)}`.padEnd(limit + 9, 'a')],
        [413, `{"data":{"x":[{"y":"\\"}}]${' '.repeat(limit)}`],
        [413, `{"data":{"x":"${'a'.repeat(limit)}`],
        [413, `{"data":{"x":${'1'.repeat(limit)}`],
        [413, `{"data":${long}`],
        [413, `{"data":${long.replace(':', ';')}}`],
        [413, `{"data":${long},"other":1}`],
        [413, `{"other":1, "\\u0064ata" : ${long}}`],
        [413, `{"data":"${'a'.repeat(limit - 1)}"}`],
        [413, `{"data":[${'1'.repeat(limit)}]}`],
      ];
      for (const [status, body] of statuses) {
        const answer = await service.as('ann', 'POST', metadata, { body });
        const message = status === 413 ? 'Metadata too large' : 'Invalid metadata format';
        expect([body, answer.status, answer.body.error.message]).toEqual([body, status, message]);
      }
    });

    test('is 1,048,576 bytes by default, announced or chunked', async () => {
      expect((await set('ann', ofSize(1_048_576))).status).toBe(200);
      expect((await set('ann', ofSize(1_048_577))).body).toEqual(tooLarge);
      const chunked = (size: number) =>
        service.as('ann', 'POST', metadata, { body: new Blob([`{"data":${ofSize(size)}}`]).stream() });
      expect((await chunked(1_048_576)).status).toBe(200);
      expect((await chunked(1_048_577)).body).toEqual(tooLarge);
    });

    test('a body far past the limit is refused before it ends', async () => {
      const token = await signTestToken('ann');
      const head = `POST ${metadata} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
      const chunk = `100000\r\n${' '.repeat(0x100000)}\r\n`;
      for (const body of [
        ['Content-Length: 99999999999999\r\n\r\n'],
        ['Transfer-Encoding: chunked\r\n\r\n', '9\r\n{"data":{\r\n', chunk, chunk, chunk],
      ]) {
        const { received } = await sendRaw(service.url, [head, ...body], {
          enough: (text) => text.includes('}}'),
        });
        expect(received).toStartWith('HTTP/1.1 413 ');
        expect(received).toContain(JSON.stringify(tooLarge));
      }
    });
  });

  test('the content type is JSON of any kind, or none; another one answers 415 and changes nothing', async () => {
    const send = (type: string | undefined) =>
      service.as('ann', 'POST', metadata, {
        body: new TextEncoder().encode('{"data":{"ok":true}}'),
        ...(type !== undefined && { headers: { 'content-type': type } }),
      });
    const good = [
      undefined,
      'application/json',
      'APPLICATION/JSON; charset=utf-8',
      'application/vnd.game+json',
    ];
    for (const type of good) expect([type, (await send(type)).status]).toEqual([type, 200]);
    await service.as('ann', 'DELETE', metadata);
    for (const type of [
      'text/plain',
      'application/jsonx',
      'multipart/form-data; boundary=x',
      'json',
      '+json',
    ]) {
      const answer = await send(type);
      expect([type, answer.status]).toEqual([type, 415]);
      expect(answer.body).toMatchObject({ statusCode: 415, error: { message: 'Unsupported media type' } });
    }
    const compressed = await service.as('ann', 'POST', metadata, {
      body: Bun.gzipSync('{"data":{}}'),
      headers: { 'content-encoding': 'gzip' },
    });
    expect(compressed.status).toBe(415);
    expect((await service.as('ann', 'GET', metadata)).body.data.metadata).toEqual({});
  });
});
