// METADATA_SCHEMA through HTTP: what the server API tells of an object, and with METADATA_SCHEMA_ENFORCED the writes of players that
// are refused, those that are not, and those of a player whose stored object is invalid already.
import { describe, expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { startService } from '../harness/service.ts';
import { useFile, useFreshService } from '../harness/use-service.ts';

const schema = {
  type: 'object',
  required: ['level'],
  properties: { level: { type: 'integer', maximum: 50 }, items: { maxItems: 2 } },
  additionalProperties: false,
};
const merging = 'application/merge-patch+json';
const validate = '/api/server/metadata/validate';

describe.each(engines)('a schema of metadata on $name', (engine) => {
  const file = useFile(schema);
  const service = useFreshService({
    engine,
    environment: {
      METADATA_SCHEMA: file,
      METADATA_SCHEMA_ENFORCED: 'players',
      METADATA_HISTORY_INTERVAL_SECONDS: '0',
    },
  });

  const as = (player: string, method: string, path: string, body?: string, headers = {}) =>
    service.as(player, method, path, { body, headers });
  const set = (text: string, headers = {}) => as('ann', 'POST', paths.metadata, `{"data":${text}}`, headers);
  const patch = (body: string, type = merging, headers = {}) =>
    as('ann', 'PATCH', paths.metadata, body, { 'content-type': type, ...headers });
  const now = async () => (await as('ann', 'GET', paths.metadata)).text;
  const keyWith = (...scopes: ('players:write' | 'players:read')[]) =>
    createTestKey(service, { scopes }).then(({ token }) => token);
  const refusal = { status: 400, body: { statusCode: 400, error: { message: 'Invalid metadata format' } } };

  test('each way in which a player writes is refused for what it would break, and changes nothing', async () => {
    expect((await set('{"level":7}')).status).toBe(200);
    await set('{"level":8}');
    const before = await now();
    const sessionId = (await as('ann', 'POST', paths.start)).body.data.sessionId;
    for (const [write, detail] of [
      [() => set('{"level":99}'), '/level: it must be <= 50'],
      [() => set('{"level":99}', { 'idempotency-key': 'a' }), '/level: it must be <= 50'],
      [() => set('{"level":99}', { 'x-session-id': sessionId }), '/level: it must be <= 50'],
      [
        () =>
          set('{"level":99}', {
            'x-installation-id': 'phone-0123456789',
            'if-match': '"1-2"',
            'idempotency-key': 'b',
          }),
        '/level',
      ],
      [() => set('{}'), 'the object: it must have the member "level"'],
      [() => set('{"level":1,"kéy":1}'), '/*: it must not be there'],
      [() => patch('{"level":"8"}'), '/level: it must be an integer'],
      [() => patch('{"level":null}'), 'the object: it must have the member "level"'],
      [() => patch('[{"op":"replace","path":"/level","value":51}]', 'application/json-patch+json'), '/level'],
      [
        () => patch('[{"op":"increment","path":"/level","by":43}]', 'application/vnd.playkeep.patch+json'),
        '/level',
      ],
      [
        () => patch('[{"op":"append","path":"/list","value":1}]', 'application/vnd.playkeep.patch+json'),
        '/*',
      ],
    ] as const) {
      const answer = await write();
      expect(answer).toMatchObject(refusal);
      expect(answer.headers.get('x-error-detail')).toContain(`the schema refuses ${detail}`);
    }
    expect(await now()).toBe(before);
    // A repetition gets the answer of before.
    expect(await set('{"level":99}', { 'idempotency-key': 'a' })).toMatchObject(refusal);
  });

  test('what fits is written, and a deletion has no form', async () => {
    expect((await set('{"level":5.0e1,"items":[1,2]}')).status).toBe(200);
    expect((await patch('{"items":null}')).status).toBe(200);
    expect((await as('ann', 'DELETE', paths.metadata)).status).toBe(200);
    expect((await patch('{}')).status).toBe(200);
    expect((await patch('{"items":[]}')).status).toBe(400);
    expect((await patch('{"level":3}')).status).toBe(200);
  });

  test('a precondition is judged first, so that a conflict is told as one', async () => {
    await set('{"level":1}');
    expect((await set('{"level":99}', { 'if-match': '"0-0"' })).status).toBe(412);
  });

  test('a restore to what does not fit is refused', async () => {
    await service.restart({ METADATA_SCHEMA_ENFORCED: '' });
    await set('{"level":99}');
    await as('ann', 'DELETE', paths.metadata);
    await set('{"level":1}');
    await service.restart();
    const { versions } = (await as('ann', 'GET', paths.history)).body.data;
    const restore = (version: number) => as('ann', 'POST', `${paths.history}/${version}/restore`);
    const [deleted, invalid] = versions;
    expect(await restore(invalid.version)).toMatchObject(refusal);
    expect((await restore(deleted.version)).status).toBe(200);
  });

  test('an object that was invalid before may stay so, become better, and break no other rule', async () => {
    await service.restart({ METADATA_SCHEMA_ENFORCED: '' });
    await set('{"level":99,"old":1}');
    await service.restart();
    expect((await set('{"level":98,"old":2}')).status).toBe(200);
    expect((await patch('{"level":97}')).status).toBe(200);
    expect(await patch('{"items":[1,2,3]}')).toMatchObject(refusal);
    expect(await patch('{"older":1}')).toMatchObject(refusal);
    expect((await patch('{"old":null}')).status).toBe(200);
    expect(await patch('{"old":1}')).toMatchObject(refusal);
    expect((await set('{"level":50}')).status).toBe(200);
    expect(await set('{"level":51}')).toMatchObject(refusal);
  });

  test('servers are told of problems and refused nothing', async () => {
    await set('{"level":1}');
    const token = await keyWith('players:write', 'players:read');
    const call = (path: string, body: string) => service.call('POST', path, { token, body });
    const { body } = await call(validate, '{"data":{"level":51,"other":9007199254740993}}');
    expect(body.data.problems).toEqual([
      { pointer: '/other', message: 'must not be there' },
      { pointer: '/level', message: 'must be <= 50' },
    ]);
    expect(body.data.hasMore).toBe(false);
    expect((await call(validate, '{"data":{"level":5}}')).body.data).toEqual({
      problems: [],
      hasMore: false,
    });
    expect((await call(validate, '{"data":[]}')).body.error).toEqual({
      message: 'Invalid metadata format',
    });
    expect((await call('/api/server/players/1/metadata', '{"data":{"level":51}}')).status).toBe(200);
    const bulk = '{"operations":[{"sequentialId":1,"op":"set","data":{"level":52}}]}';
    expect((await call('/api/server/metadata/bulk', bulk)).body.data.results[0].statusCode).toBe(200);
    expect((await service.call('GET', '/api/server/me', { token })).body.data.checksMetadata).toBe(true);
    const reader = await keyWith('players:read');
    expect((await service.call('POST', validate, { token: reader, body: '{"data":{}}' })).status).toBe(403);
  });

  test('without enforcement players are refused nothing, and without a schema there is none to ask', async () => {
    await service.restart({ METADATA_SCHEMA_ENFORCED: '' });
    expect((await set('{"level":99}')).status).toBe(200);
    await service.restart({ METADATA_SCHEMA: '', METADATA_SCHEMA_ENFORCED: '' });
    const token = await keyWith('players:write');
    const { status, body } = await service.call('POST', validate, { token, body: '{"data":{}}' });
    expect([status, body.error]).toEqual([
      400,
      { message: 'Invalid request', detail: 'METADATA_SCHEMA names no schema' },
    ]);
    expect((await service.call('GET', '/api/server/me', { token })).body.data).not.toHaveProperty(
      'checksMetadata',
    );
  });

  test('an object whose check takes too much work is refused as too large', async () => {
    const branch = (name: string) => ({
      allOf: [{ properties: { a: { $ref: '#' } } }, { required: [name] }],
    });
    await service.restart({ METADATA_SCHEMA: useFile({ anyOf: [branch('x'), branch('y')] }) });
    const answer = await set(`${'{"a":'.repeat(500)}{}${'}'.repeat(500)}`);
    expect([answer.status, answer.body.error]).toEqual([
      413,
      { message: 'Metadata too large', detail: 'its check by the schema takes too much work' },
    ]);
  });
});

test('a file that is no schema keeps the service from starting', async () => {
  const environment = { METADATA_SCHEMA: useFile({ $ref: '#/$defs/none' }) };
  await expect(startService({ environment })).rejects.toMatchObject({
    problems: [expect.stringContaining('which is not in the file')],
  });
});
