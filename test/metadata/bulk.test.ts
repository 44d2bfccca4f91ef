// Bulk requests of servers: operations on the metadata of many players, each by itself, in order.
import { afterEach, describe, expect, test } from 'bun:test';
import type { Environment } from '../../src/config/settings.ts';
import { BULK_MAX_OPERATIONS } from '../../src/limits.ts';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { type BulkService, startBulkService } from './bulk-service.ts';

let service: BulkService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

describe.each(engines.map((engine) => [engine.name, engine] as const))('a bulk on %s', (_, engine) => {
  async function start(environment: Environment = {}): Promise<BulkService> {
    service = await startBulkService(engine, environment);
    return service;
  }

  test('runs every kind of operation, and answers the record of each in order', async () => {
    const { run, register, audit, key } = await start();
    await register('ann', 'bob', '__proto__');
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
    const { send, register, as } = await start();
    await register('ann');
    const text =
      '{"n":1.0,"big":12345678901234567890,"e":1e400, "s":"\\u0000\\ud800","__proto__" : {"a":-0},"a":[1 , 2]}';
    const { text: answer } = await send(
      `{"operations": [ {"op":"set" , "data":${text} ,"sequentialId":1} ]}`,
    );
    expect(answer).toContain(`"metadata":${text}}`);
    const own = await as('ann', 'GET', paths.metadata);
    expect(own.text).toContain(`"metadata":${text}}`);
    const patched = await send('{"operations":[{"op":"merge","data":{"big":1.50},"sequentialId":1}]}');
    expect(patched.text).toContain(`"metadata":${text.replace('12345678901234567890', '1.50')}}`);
  });

  test('answers the errors of the single operations, and the others run all the same', async () => {
    const { run, register, audit } = await start({ METADATA_MAX_BYTES: '200' });
    await register('ann');
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
    const { run, register, as } = await start();
    await register('ann', 'a/b', '..');
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
    expect((await as('next', 'GET', paths.metadata)).body.data.sequentialId).toBe(4);
  });

  test('repeats an operation under its key without a further effect, whoever of the studio sends it', async () => {
    const { run, register, audit, rotate, as, clock } = await start();
    await register('ann', 'bob');
    const grant = (sequentialId: number) => ({
      ...{ sequentialId, op: 'patch', data: [{ op: 'increment', path: '/gold', by: 10 }] },
      idempotencyKey: 'grant-1',
    });
    const first = await run(grant(1), grant(2), grant(1));
    expect(first.map(({ data }) => data?.metadata)).toEqual([{ gold: 10 }, { gold: 10 }, { gold: 10 }]);
    await rotate();
    expect(await run(grant(1))).toEqual(first.slice(0, 1));
    expect(await audit()).toHaveLength(2);
    // A player has keys of the own.
    const body = '{"gold":1}';
    const headers = { 'idempotency-key': 'grant-1', 'content-type': 'application/merge-patch+json' };
    const own = await as('ann', 'PATCH', paths.metadata, { body, headers });
    expect(own.body.data.metadata).toEqual({ gold: 1 });
    clock.advance(24 * 3_600_000);
    expect((await run(grant(1)))[0]?.data?.metadata).toEqual({ gold: 11 });
  });

  test('of another shape is refused as a whole, and the place is named', async () => {
    const { send, ask, run, register } = await start();
    await register('ann');
    const good = { sequentialId: 1, op: 'set', data: { a: 1 } };
    const list = `operations must be a list of 1 to ${BULK_MAX_OPERATIONS} operations`;
    const kinds = 'one of get, set, merge, patch, delete';
    const cases: readonly (readonly [operation: unknown, detail: string])[] = [
      [7, 'operations[1] must be an object'],
      [{ ...good, sequentialId: 0 }, 'operations[1].sequentialId must be a positive integer'],
      [{ ...good, sequentialId: '1' }, 'operations[1].sequentialId must be a positive integer'],
      [{ op: 'get' }, 'operations[1] must have either sequentialId or playerId'],
      [{ ...good, playerId: 'ann' }, 'operations[1] must have either sequentialId or playerId'],
      ...['', 'tab\t', 7, null, 'x'.repeat(256)].map(
        (playerId) =>
          [
            { op: 'get', playerId },
            'operations[1].playerId must be a string of 1 to 255 characters without control characters',
          ] as const,
      ),
      [{ ...good, op: 'put' }, `operations[1].op must be ${kinds}`],
      [{ ...good, op: 1 }, `operations[1].op must be ${kinds}`],
      [{ ...good, data: undefined }, 'operations[1].data is missing'],
      [{ ...good, op: 'get' }, 'get takes no data: operations[1].data'],
      [{ ...good, op: 'delete' }, 'delete takes no data: operations[1].data'],
      [
        { ...good, ifMatch: 'x' },
        'operations[1].ifMatch must be * or a list of entity tags, each in double quotes',
      ],
      [
        { ...good, ifMatch: 1 },
        'operations[1].ifMatch must be * or a list of entity tags, each in double quotes',
      ],
      [
        { ...good, idempotencyKey: '' },
        'operations[1].idempotencyKey must be 1 to 255 printable ASCII characters',
      ],
      [
        { ...good, idempotencyKey: null },
        'operations[1].idempotencyKey must be 1 to 255 printable ASCII characters',
      ],
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
});
