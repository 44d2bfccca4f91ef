// Suspension through HTTP: every operation of a player × suspended, the routes of servers, and what they tell.
import { beforeAll, describe, expect, test } from 'bun:test';
import { namedShapes } from '../../src/wire/named-shapes.ts';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { playerRequests } from '../harness/player-requests.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { shownDefaults } from '../harness/shown-players.ts';
import { useService } from '../harness/use-service.ts';
import { set } from '../harness/writes.ts';

describe.each(engines)('suspension on $name', (engine) => {
  const service = useService({ engine });
  let token: string;
  beforeAll(async () => {
    token = (await createTestKey(service, { scopes: ['players:write'] })).token;
  }, 60_000);

  const idOf = async (playerId: string): Promise<number> =>
    (await service.as(playerId, 'GET', paths.metadata)).body.data.sequentialId;
  const path = (id: number | string) => `/api/server/players/${id}/suspend`;
  const suspend = (id: number | string, body?: object | string) =>
    service.call('POST', path(id), {
      token,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const unsuspend = (id: number | string) => service.call('DELETE', path(id), { token });
  const inSeconds = (seconds: number) => new Date(service.clock.now() + seconds * 1000).toISOString();
  const refusal = (detail: string) => ({ statusCode: 403, error: { message: 'Player suspended', detail } });

  for (const { method, path: pattern, options } of playerRequests) {
    const name = `${method} ${pattern}`;
    test(`refuses ${name} with 403 and the end, and nothing after the end`, async () => {
      const player = `player of ${name}`;
      await service.as(player, 'POST', paths.metadata, set('{"n":1}'));
      await service.as(player, 'POST', paths.metadata, { ...set('{"n":2}'), headers: { 'if-match': '*' } });
      const id = await idOf(player);
      const ask = (own: boolean, more: Record<string, string> = {}) =>
        service.as(
          player,
          method,
          pattern.replace(':sequentialId', String(own ? id : id + 1)).replace(':version', '1'),
          { ...options, headers: { ...options.headers, ...more } },
        );
      await idOf(`another beside ${name}`);
      const until = inSeconds(60);
      expect((await suspend(id, { until })).status).toBe(200);
      const before = await service.as('someone', 'GET', `${paths.metadata}/${id}`);
      expect(before.body.data.metadata).toEqual({ n: 2 });
      for (const own of [true, false]) {
        expect((await ask(own)).body).toEqual(refusal(`suspended until ${until}`));
      }
      const isKeyed = method !== 'GET' && !name.endsWith('lookup');
      const key: Record<string, string> = isKeyed ? { 'idempotency-key': 'k' } : {};
      expect((await ask(true, key)).status).toBe(403);
      await suspend(id);
      expect((await ask(true, key)).body).toEqual(refusal('suspended forever'));
      const after = await service.as('someone', 'GET', `${paths.metadata}/${id}`);
      expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')]);
      await suspend(id, { until });
      service.clock.advance(60_000);
      expect([name, (await ask(true, key)).status]).not.toEqual([name, 403]);
    });
  }

  test('answers the player, and ends the session as terminated', async () => {
    const id = await idOf('ann');
    await service.as('ann', 'POST', paths.metadata, set('{"n":1}'));
    await service.as('ann', 'POST', paths.start);
    const lastSeenAt = inSeconds(0);
    const about = {
      ...shownDefaults,
      ...{ playerId: 'ann', sequentialId: id, registeredAt: expect.any(String), lastSeenAt },
      ...{ online: false, metadataBytes: 7, etag: `"${id}-1"` },
    };
    const until = inSeconds(3_600);
    expect((await suspend(id, { until, reason: 'sold items' })).body.data).toEqual({
      ...about,
      suspendedUntil: until,
    });
    expect((await suspend(id)).body.data).toEqual({ ...about, suspendedUntil: 'forever' });
    expect((await suspend(id, '')).body.data.suspendedUntil).toBe('forever');
    for (const _ of [1, 2]) {
      expect((await unsuspend(id)).body.data).toEqual({ ...about, suspendedUntil: null });
    }
    const { sessions } = (await service.as('ann', 'GET', paths.sessions)).body.data;
    expect(sessions).toMatchObject([{ reason: 'terminated', endTime: lastSeenAt }]);
    expect((await service.as('ann', 'POST', paths.start)).status).toBe(200);
  });

  test('takes a time with any zone, up to the last one that has a text', async () => {
    const id = await idOf('zoe');
    const until = '2026-01-03T05:04:05+02:00';
    expect((await suspend(id, { until })).body.data.suspendedUntil).toBe('2026-01-03T03:04:05.000Z');
    for (const last of ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59-12:00']) {
      expect((await suspend(id, { until: last })).body.data.suspendedUntil).toBe('forever');
    }
  });

  test('refuses a request that is malformed, and changes nothing', async () => {
    const id = await idOf('bob');
    const long = 'é'.repeat(1_001);
    const bodies: readonly (readonly [body: string, detail: string])[] = [
      ['[]', 'the body must be an object'],
      ['{"for":1}', '"for" is no member of this body'],
      ...['null', '1', '"forever"', '"2030-02-30T00:00:00Z"', '"2030-01-01T00:00:00"'].map(
        (until) => [`{"until":${until}}`, 'until must be a time in ISO 8601 such as'] as const,
      ),
      [`{"until":"${inSeconds(0)}"}`, 'until must be in the future'],
      ['{"until":"2020-01-01T00:00:00Z"}', 'until must be in the future'],
      ...['null', '7', `"${long}"`, '"\\u0000"', '"\\ud800"'].map(
        (reason) => [`{"reason":${reason}}`, 'reason must be a string of at most 1000 characters'] as const,
      ),
    ];
    for (const [body, detail] of bodies) {
      const answer = await suspend(id, body);
      expect([body, answer.status, answer.body.error.message]).toEqual([body, 400, 'Invalid request']);
      expect(answer.body.error.detail).toStartWith(detail);
    }
    expect((await service.as('bob', 'GET', paths.metadata)).status).toBe(200);
    expect((await suspend(id, { reason: '\u{1F600}'.repeat(1_000) })).status).toBe(200);
  });

  test('tells the reason to keys that may read players, and to no other', async () => {
    const [keys, quiet] = [
      await createTestKey(service),
      await createTestKey(service, { scopes: ['players:read'] }),
    ];
    const playerPath = (id: number) => `/api/server/players/${id}`;
    const get = async (id: number, key = quiet.token) =>
      (await service.call('GET', playerPath(id), { token: key })).body.data;
    const id = await idOf('a player with a reason');
    const plain = await get(id);
    // Names and columns come with their settings alone.
    const { name, columns, ...shape } = namedShapes.Player.shape;
    expect([name, columns].every((each) => each.safeParse(undefined).success)).toBe(true);
    expect(Object.keys(plain)).toEqual(Object.keys(shape));
    for (const reason of ['sold items', '', '\u{1F600}'.repeat(1_000)]) {
      const until = inSeconds(60);
      const answered = (await suspend(id, { until, reason })).body.data;
      expect(answered).not.toHaveProperty('suspensionReason');
      const read = await get(id);
      expect(read).toMatchObject({ ...answered, suspensionReason: reason });
      expect(namedShapes.PlayerWithReason.safeParse(read).error).toBeUndefined();
    }
    const reason = 'a marker of the reason';
    const { text: told } = await suspend(id, { reason });
    const refused = await service.as('a player with a reason', 'GET', paths.metadata);
    expect(told + refused.text).not.toContain(reason);
    // A key without the scope gets nothing, and no other answer than the export has the reason.
    expect((await service.call('GET', playerPath(id), { token })).status).toBe(403);
    const asked: readonly (readonly [string, string, object?])[] = [
      ['POST', '/api/server/players', { playerId: 'a player with a reason' }],
      ['POST', '/api/server/players/lookup', { sequentialIds: [id] }],
      ['POST', '/api/server/players/search', { suspended: true }],
      ['GET', `/api/server/audit?sequentialId=${id}`],
    ];
    for (const [method, target, body] of asked) {
      const { status, text } = await service.call(method, target, {
        token: keys.token,
        ...(body && { body: JSON.stringify(body) }),
      });
      expect([target, status, text.includes('suspended') || text.includes('suspend')]).toEqual([
        target,
        200,
        true,
      ]);
      expect(text).not.toContain(reason);
    }
    await suspend(id);
    expect(await get(id)).not.toHaveProperty('suspensionReason');
    await suspend(id, { until: inSeconds(60), reason });
    expect(await get(id)).toHaveProperty('suspensionReason', reason);
    service.clock.advance(60_000);
    expect(await get(id)).toEqual(plain);
    await suspend(id, { reason });
    await unsuspend(id);
    expect(await get(id)).toEqual(plain);
  });
});
