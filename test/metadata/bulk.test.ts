// Bulk requests of servers: operations on the metadata of many players, each by itself, in order; and their limits.
import { afterEach, describe, expect, test } from 'bun:test';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../src/config/settings.ts';
import { BULK_MAX_OPERATIONS, BULK_MAX_REQUESTS } from '../../src/limits.ts';
import type { Scope } from '../../src/store/ports/keys.ts';
import { type Answer, type CallOptions, paths } from '../harness/api.ts';
import { engines, sqlite, type TestEngine } from '../harness/engines.ts';
import { createTestKey, type TestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';

interface BulkResult {
  readonly statusCode: number;
  readonly data?: { readonly metadata: Record<string, unknown> };
  readonly error?: { readonly message: string };
  readonly etag?: string;
}

let service: Service;
let key: TestKey;
afterEach(() => service.stop());

/** Starts a service with players, whose sequential ids are 1 and on. */
async function startOn(
  engine: TestEngine,
  players: readonly string[],
  environment: Environment = {},
  scopes?: readonly Scope[],
): Promise<void> {
  service = await startService({ engine, environment });
  key = await createTestKey(service, { name: 'backend', ...(scopes && { scopes }) });
  for (const player of players) await service.as(player, 'GET', paths.metadata);
}

const send = (body: string, options: CallOptions = {}): Promise<Answer> =>
  service.call('POST', '/api/server/metadata/bulk', { token: key.token, body, ...options });
const ask = (operations: readonly unknown[]): Promise<Answer> => send(JSON.stringify({ operations }));

/** Expects the results of operations. */
async function run(...operations: unknown[]): Promise<readonly BulkResult[]> {
  const { status, body } = await ask(operations);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.results;
}

/** The entries about metadata, oldest first. */
async function audit() {
  const store = await openStoreOn(service.database.environment, service.clock);
  const { entries } = await store.audit.list({}, 100);
  await store.close();
  return entries.filter(({ action }) => action.startsWith('metadata.')).toReversed();
}

const tooMany = { statusCode: 429, error: { message: 'Too many requests' } };
const gets = (count: number) => Array.from({ length: count }, () => ({ sequentialId: 1, op: 'get' }));

describe.each(engines)('a bulk on $name', (engine) => {
  const start = (...[players, environment, scopes]: [string[], Environment?, Scope[]?]) =>
    startOn(engine, players, environment, scopes);

  test('runs every kind of operation, and answers the record of each in order', async () => {
    await start(['ann', 'bob', '__proto__']);
    const results = await run(
      { sequentialId: 2, op: 'set', data: { gold: 1, items: [] } },
      { sequentialId: 1, op: 'get' },
      { sequentialId: 2, op: 'patch', data: [{ op: 'increment', path: '/gold', by: 0.5 }] },
      { sequentialId: 3, op: 'merge', data: { level: 2, gone: null } },
      { sequentialId: 2, op: 'patch', data: [{ op: 'append', path: '/items', value: 'sword' }] },
      { sequentialId: 2, op: 'get' },
      { sequentialId: 2, op: 'delete' },
      { sequentialId: 2, op: 'get' },
    );
    const record = (playerId: string, sequentialId: number, metadata: object, version: number) => ({
      ...{ sequentialId, statusCode: 200, data: { playerId, sequentialId, metadata } },
      etag: `"${sequentialId}-${version}"`,
    });
    expect(results).toEqual([
      record('bob', 2, { gold: 1, items: [] }, 1),
      record('ann', 1, {}, 0),
      record('bob', 2, { gold: 1.5, items: [] }, 2),
      record('__proto__', 3, { level: 2 }, 1),
      record('bob', 2, { gold: 1.5, items: ['sword'] }, 3),
      record('bob', 2, { gold: 1.5, items: ['sword'] }, 3),
      { sequentialId: 2, statusCode: 200, data: 'Metadata deleted', etag: '"2-4"' },
      record('bob', 2, {}, 4),
    ] as never);
    const entries = (await audit()).map(({ action, sequentialId, detail, ...entry }) => {
      expect(entry).toMatchObject({ keyId: key.keyId, keyName: 'backend' });
      return [sequentialId, JSON.parse(detail ?? '').version, action];
    });
    // Operations on different players are under way at once.
    expect(entries.sort()).toEqual([
      [2, 1, 'metadata.set'],
      [2, 2, 'metadata.patch'],
      [2, 3, 'metadata.patch'],
      [2, 4, 'metadata.delete'],
      [3, 1, 'metadata.patch'],
    ]);
  });

  test('keeps the submitted text of every value to the last character', async () => {
    await start(['ann']);
    const text =
      '{"n":1.0,"big":12345678901234567890,"e":1e400, "s":"\\u0000\\ud800","__proto__" : {"a":-0},"a":[1 , 2]}';
    const { text: answer } = await send(
      `{"operations": [ {"op":"set" , "data":${text} ,"sequentialId":1} ]}`,
    );
    expect(answer).toContain(`"metadata":${text}}`);
    const own = await service.as('ann', 'GET', paths.metadata);
    expect(own.text).toContain(`"metadata":${text}}`);
    const patched = await send('{"operations":[{"op":"merge","data":{"big":1.50},"sequentialId":1}]}');
    expect(patched.text).toContain(`"metadata":${text.replace('12345678901234567890', '1.50')}}`);
  });

  test('answers the errors of the single operations, and the others run all the same', async () => {
    await start(['ann'], { METADATA_MAX_BYTES: '200' });
    const [first] = await run({ sequentialId: 1, op: 'set', data: { gold: 5 } });
    const results = await run(
      ...[
        { sequentialId: 77, op: 'get' },
        { sequentialId: 77, op: 'merge', data: { a: 1 } },
        { sequentialId: 1, op: 'set', data: [] },
        { sequentialId: 1, op: 'merge', data: 1 },
        { sequentialId: 1, op: 'patch', data: {} },
        { sequentialId: 1, op: 'patch', data: [{ op: 'no', path: '' }] },
        { sequentialId: 1, op: 'patch', data: [{ op: 'increment', path: '/gold', by: -9, min: 0 }] },
        { sequentialId: 1, op: 'set', data: { long: 'x'.repeat(200) } },
        { sequentialId: 1, op: 'merge', data: { long: 'x'.repeat(200) } },
        { sequentialId: 1, op: 'set', data: {}, ifMatch: '"1-0", W/"1-1"' },
        { sequentialId: 1, op: 'get', ifMatch: '"x"' },
        { sequentialId: 1, op: 'delete', ifMatch: '*', idempotencyKey: 'k' },
        { sequentialId: 1, op: 'merge', data: {}, idempotencyKey: 'k' },
        { sequentialId: 1, op: 'set', data: { gold: 7 } },
      ],
    );
    const current = { playerId: 'ann', sequentialId: 1, metadata: { gold: 5 } };
    const failed = (statusCode: number, message: string, sequentialId = 1) => ({
      ...{ sequentialId, statusCode, error: { message } },
    });
    const conflict = { ...failed(412, 'Precondition failed'), data: current, etag: first?.etag };
    expect(
      results.map(({ error, ...rest }) => ({ ...rest, ...(error && { error: { message: error.message } }) })),
    ).toEqual([
      failed(404, 'Player not found', 77),
      failed(404, 'Player not found', 77),
      ...Array.from({ length: 4 }, () => failed(400, 'Invalid metadata format')),
      failed(409, 'Patch does not apply'),
      failed(413, 'Metadata too large'),
      failed(413, 'Metadata too large'),
      conflict,
      conflict,
      { sequentialId: 1, statusCode: 200, data: 'Metadata deleted', etag: '"1-2"' },
      failed(422, 'Idempotency key reused'),
      { sequentialId: 1, statusCode: 200, data: { ...current, metadata: { gold: 7 } }, etag: '"1-3"' },
    ] as never);
    // The errors of the specification have no detail.
    expect(results[0]?.error).toEqual({ message: 'Player not found' });
    expect(results[2]?.error).toEqual({ message: 'Invalid metadata format' });
    expect((await audit()).map(({ action }) => action)).toEqual([
      'metadata.set',
      'metadata.delete',
      'metadata.set',
    ]);
  });

  test('names players by either id, and operations on one player run in their order', async () => {
    await start(['ann', 'a/b', '..']);
    const results = await run(
      { playerId: '..', op: 'set', data: { n: 1 } },
      { playerId: 'nobody', op: 'merge', data: { n: 1 } },
      { sequentialId: 3, op: 'merge', data: { m: 2 } },
      { playerId: '..', op: 'patch', data: [{ op: 'increment', path: '/n', by: 5 }] },
      { sequentialId: 3, op: 'get' },
      { playerId: 'a/b', op: 'get', ifMatch: '"9-9"' },
    );
    const record = (metadata: object, version: number) => ({
      ...{ sequentialId: 3, statusCode: 200, etag: `"3-${version}"` },
      data: { playerId: '..', sequentialId: 3, metadata },
    });
    expect(results).toEqual([
      { playerId: '..', ...record({ n: 1 }, 1) },
      { playerId: 'nobody', statusCode: 404, error: { message: 'Player not found' } },
      record({ n: 1, m: 2 }, 2),
      { playerId: '..', ...record({ n: 6, m: 2 }, 3) },
      record({ n: 6, m: 2 }, 3),
      {
        ...{ playerId: 'a/b', sequentialId: 2, statusCode: 412, etag: '"2-0"' },
        error: { message: 'Precondition failed' },
        data: { playerId: 'a/b', sequentialId: 2, metadata: {} },
      },
    ] as never);
    // It registers nobody.
    expect((await service.as('next', 'GET', paths.metadata)).body.data.sequentialId).toBe(4);
  });

  test('repeats an operation under its key without a further effect, whoever of the studio sends it', async () => {
    await start(['ann', 'bob']);
    const grant = (sequentialId: number) => ({
      ...{ sequentialId, op: 'patch', data: [{ op: 'increment', path: '/gold', by: 10 }] },
      idempotencyKey: 'grant-1',
    });
    const first = await run(grant(1), grant(2), grant(1));
    expect(first.map(({ data }) => data?.metadata)).toEqual([{ gold: 10 }, { gold: 10 }, { gold: 10 }]);
    key = await createTestKey(service, { name: 'backend' });
    expect(await run(grant(1))).toEqual(first.slice(0, 1));
    expect(await audit()).toHaveLength(2);
    // A player has keys of the own.
    const body = '{"gold":1}';
    const headers = { 'idempotency-key': 'grant-1', 'content-type': 'application/merge-patch+json' };
    const own = await service.as('ann', 'PATCH', paths.metadata, { body, headers });
    expect(own.body.data.metadata).toEqual({ gold: 1 });
    service.clock.advance(24 * 3_600_000);
    expect((await run(grant(1)))[0]?.data?.metadata).toEqual({ gold: 11 });
  });

  test('of another shape is refused as a whole, and the place is named', async () => {
    await start(['ann']);
    const good = { sequentialId: 1, op: 'set', data: { a: 1 } };
    const list = `operations must be a list of 1 to ${BULK_MAX_OPERATIONS} operations`;
    const id = 'operations[1].sequentialId must be a positive integer';
    const either = 'operations[1] must have either sequentialId or playerId';
    const name = 'operations[1].playerId must be a string of 1 to 255 characters without control characters';
    const kind = 'operations[1].op must be one of get, set, merge, patch, delete';
    const tags = 'operations[1].ifMatch must be * or a list of entity tags, each in double quotes';
    const keys = 'operations[1].idempotencyKey must be 1 to 255 printable ASCII characters';
    const cases: readonly (readonly [operation: unknown, detail: string])[] = [
      [7, 'operations[1] must be an object'],
      [{ ...good, sequentialId: 0 }, id],
      [{ ...good, sequentialId: '1' }, id],
      [{ op: 'get' }, either],
      [{ ...good, playerId: 'ann' }, either],
      ...['', 'tab\t', 7, null, 'x'.repeat(256)].map((playerId) => [{ op: 'get', playerId }, name] as const),
      [{ ...good, op: 'put' }, kind],
      [{ ...good, op: 1 }, kind],
      [{ ...good, data: undefined }, 'operations[1].data is missing'],
      [{ ...good, op: 'get' }, 'get takes no data: operations[1].data'],
      [{ ...good, op: 'delete' }, 'delete takes no data: operations[1].data'],
      [{ ...good, ifMatch: 'x' }, tags],
      [{ ...good, ifMatch: 1 }, tags],
      [{ ...good, idempotencyKey: '' }, keys],
      [{ ...good, idempotencyKey: null }, keys],
      [
        { sequentialId: 1, op: 'get', idempotencyKey: 'k' },
        'get takes no idempotency key: operations[1].idempotencyKey',
      ],
      [{ ...good, ifNoneMatch: '*' }, '"ifNoneMatch" is no member of operations[1]'],
    ];
    const invalid = (detail: string) => ({ statusCode: 400, error: { message: 'Invalid request', detail } });
    for (const [operation, detail] of cases)
      expect((await ask([good, operation])).body).toEqual(invalid(detail));
    const twice = '{"operations":[{"sequentialId":1,"op":"get","op":"get"}]}';
    expect((await send(twice)).body).toEqual(invalid('operations[0].op is given twice'));
    for (const body of ['{}', '{"operations":{}}', '{"operations":[]}'])
      expect((await send(body)).body).toEqual(invalid(list));
    expect((await ask(Array.from({ length: BULK_MAX_OPERATIONS + 1 }, () => good))).body).toEqual(
      invalid(list),
    );
    const deep = `{"operations":[{"sequentialId":1,"op":"set","data":{"a":${'['.repeat(1_024)}${']'.repeat(1_024)}}}]}`;
    expect((await send(deep)).body.error.detail).toContain('nested deeper than 1027 levels');
    expect((await send('[]')).body).toEqual(invalid('the body must be an object'));
    expect((await send('{"operations":[],"x":1}')).body).toEqual(invalid('"x" is no member of the body'));
    expect((await send('{"operations"')).body.error.detail).toContain('not JSON');
    const one = JSON.stringify({ operations: [good] });
    expect((await send(one, { headers: { 'idempotency-key': 'k' } })).body).toEqual(
      invalid('a bulk takes no Idempotency-Key: give each operation its idempotencyKey'),
    );
    expect((await send(one, { headers: { 'if-match': '*' } })).body).toEqual(
      invalid('a bulk takes no If-Match: give each operation its ifMatch'),
    );
    const headers = { 'content-type': 'text/plain' };
    expect((await send('{}', { headers })).body.error.message).toBe('Unsupported media type');
    expect((await run({ sequentialId: 1, op: 'get' }))[0]?.etag).toBe('"1-0"');
  });

  test('with a get needs the scope players:read too', async () => {
    await start(['ann'], {}, ['players:write']);
    const set = { sequentialId: 1, op: 'set', data: {} };
    expect((await ask([set, { sequentialId: 1, op: 'get' }])).body).toEqual({
      statusCode: 403,
      error: { message: 'Forbidden', detail: 'the key lacks the scope players:read' },
    });
    expect((await run(set))[0]?.etag).toBe('"1-1"');
  });

  test('counts as one request for each operation', async () => {
    await start(['ann'], { SERVER_RATE_LIMIT_PER_MINUTE: '100' });
    expect(await run(...gets(100))).toHaveLength(100);
    expect((await ask(gets(1))).body).toEqual(tooMany);
    service.clock.advance(30_000);
    // The request itself takes a token before its operations are known.
    const refused = await ask(gets(100));
    expect([refused.body, refused.headers.get('retry-after')]).toEqual([tooMany, '31']);
    service.clock.advance(31_000);
    expect(await run(...gets(100))).toHaveLength(100);
  });

  test('of more operations than the key may send in a minute takes those of a minute', async () => {
    await start(['ann'], { SERVER_RATE_LIMIT_PER_MINUTE: '100' });
    expect(await run(...gets(BULK_MAX_OPERATIONS))).toHaveLength(BULK_MAX_OPERATIONS);
    expect((await ask(gets(1))).body).toEqual(tooMany);
    service.clock.advance(60_000);
    expect(await run(...gets(BULK_MAX_OPERATIONS))).toHaveLength(BULK_MAX_OPERATIONS);
  });

  test('may be as large as 4 MiB or one maximal set, and its answers as large as they are', async () => {
    const megabyte = 1_048_576;
    await start(['ann', 'bob'], { METADATA_MAX_BYTES: String(megabyte) });
    const long = { x: 'x'.repeat(megabyte - 8) };
    const [set] = await run({ sequentialId: 1, op: 'set', data: long });
    expect(set?.statusCode).toBe(200);
    const results = await run(
      ...Array.from({ length: 20 }, () => ({ sequentialId: 1, op: 'get' })),
      { sequentialId: 1, op: 'merge', data: { x: 'y'.repeat(megabyte - 8) } },
      { sequentialId: 2, op: 'get' },
    );
    expect(results.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 22 }, () => 200));
    expect(results[19]?.data?.metadata).toEqual(long);
    expect([results[19]?.etag, results[20]?.etag]).toEqual(['"1-1"', '"1-2"']);
    const tooLarge = await send(`{"operations":[${' '.repeat(4 * megabyte)}]}`);
    expect([tooLarge.status, tooLarge.body.error.message]).toEqual([413, 'Metadata too large']);
  });

  test('that nobody reads to its end leaves the rest undone, and its place to others', async () => {
    await start(['ann', 'bob'], { METADATA_MAX_BYTES: '1000000' });
    await run({ sequentialId: 1, op: 'set', data: { x: 'x'.repeat(900_000) } });
    const operations = [
      ...Array.from({ length: 400 }, () => ({ sequentialId: 1, op: 'get' })),
      { sequentialId: 2, op: 'set', data: { done: true } },
    ];
    // More than may be done at once.
    for (let left = 0; left < BULK_MAX_REQUESTS + 2; left += 1) {
      const leaving = new AbortController();
      const answer = await fetch(`${service.url}/api/server/metadata/bulk`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ operations }),
        signal: leaving.signal,
      });
      const reader = answer.body?.getReader();
      expect((await reader?.read())?.done).toBe(false);
      leaving.abort();
      await reader?.read().catch(() => undefined);
    }
    expect((await run({ sequentialId: 2, op: 'get' }))[0]?.data?.metadata).toEqual({});
  });
});

test('a bulk has a result for every operation while the store is unavailable', async () => {
  await startOn(sqlite, ['ann']);
  const path = join(service.database.directory, 'playkeep.db');
  renameSync(path, `${path}.away`);
  const operations = Array.from({ length: 20 }, () => ({ sequentialId: 1, op: 'delete' }));
  // An operation after the first outage is not tried, so that nobody waits for a time-out of its own.
  const results = await run(...operations, { sequentialId: 1, op: 'set', data: [] });
  renameSync(`${path}.away`, path);
  const result = { sequentialId: 1, statusCode: 503, error: { message: 'Service unavailable' } };
  expect(results).toEqual(Array.from({ length: 21 }, () => result) as never);
  expect((await run({ sequentialId: 1, op: 'get' }))[0]?.etag).toBe('"1-0"');
});
