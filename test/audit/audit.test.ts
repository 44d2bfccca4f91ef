// The audit over HTTP: every filter, pages by cursor, refused queries, and the entries of server keys.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { routeTable } from '../../src/routes.ts';
import { auditActions } from '../../src/store/ports/audit.ts';
import { namedShapes } from '../../src/wire/named-shapes.ts';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey, revokeTestKey, type TestKey, testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';
import { until } from '../harness/until.ts';

interface Entry {
  readonly auditId: string;
  readonly at: string;
  readonly keyId: string | null;
  readonly action: string;
  readonly sequentialId: number | null;
  readonly detail: unknown;
}

for (const engine of engines) {
  describe(`the audit on ${engine.name}`, () => {
    let service: Service;
    let reader: TestKey;
    let writer: TestKey;
    let ann: number;
    beforeAll(async () => {
      service = await startService({ engine, environment: { SERVER_API_KEY: testServerKey } });
      reader = await createTestKey(service, { name: 'auditor', scopes: ['audit:read'] });
      writer = await createTestKey(service, { name: 'backend', scopes: ['players:read', 'players:write'] });
      ann = await register('ann');
    });
    afterAll(() => service.stop());

    const ask = (query = '', token = reader.token): Promise<Answer> =>
      service.call('GET', `/api/server/audit${query}`, { token });
    async function list(query = ''): Promise<readonly Entry[]> {
      const { body } = await ask(query);
      expect(namedShapes.AuditPage.safeParse(body.data).error).toBeUndefined();
      return body.data.entries;
    }
    const register = async (player: string): Promise<number> =>
      (await service.as(player, 'GET', paths.metadata)).body.data.sequentialId;
    const write = (sequentialId: number, token = writer.token) =>
      service.call('POST', `/api/server/players/${sequentialId}/metadata`, { token, body: '{"data":{}}' });

    test('has the keys that were made and revoked, by whom, and on the command line by nobody', async () => {
      service.clock.advance(1_000);
      const at = new Date(service.clock.now()).toISOString();
      const byCommand = await createTestKey(service, { scopes: ['audit:read'] });
      const asAdmin = (method: string, path: string, requestId: string, body?: string) => {
        const headers = { 'x-request-id': requestId };
        return service.call(method, `/api/server/keys${path}`, { token: testServerKey, headers, body });
      };
      const wanted = JSON.stringify({ name: 'x', scopes: ['statistics:read', 'players:read'] });
      const { keyId, key } = (await asAdmin('POST', '', 'make', wanted)).body.data;
      await asAdmin('DELETE', `/${keyId}`, 'end');
      expect((await asAdmin('DELETE', `/${keyId}`, 'again')).status).toBe(404);
      expect((await asAdmin('POST', '', 'wrong', '{}')).status).toBe(400);
      for (let time = 0; time < 2; time += 1) await revokeTestKey(service, byCommand.keyId);
      const all = { auditId: expect.any(String), sequentialId: null, at };
      const environment = { ...all, keyId: 'environment', keyName: 'SERVER_API_KEY' };
      const commandLine = { ...all, keyId: null, keyName: 'command line', requestId: null };
      const detail = { keyId, scopes: ['players:read', 'statistics:read'] };
      const own = { keyId: byCommand.keyId, scopes: ['audit:read'] };
      const entries = await list(`?from=${at}`);
      expect(entries.toSorted((a, b) => (a.auditId < b.auditId ? -1 : 1))).toEqual([
        { ...commandLine, action: 'key.create', detail: own },
        { ...environment, action: 'key.create', detail, requestId: 'make' },
        { ...environment, action: 'key.revoke', detail, requestId: 'end' },
        { ...commandLine, action: 'key.revoke', detail: own },
      ] as never);
      expect(JSON.stringify(entries)).not.toContain(key);
    });

    test('is filtered by player, key, action and time, and by all of them together', async () => {
      const bob = await register('bob');
      service.clock.advance(60_000);
      const start = service.clock.now();
      for (let n = 0; n < 6; n += 1) {
        service.clock.advance(1_000);
        await write(n % 2 === 0 ? ann : bob, n % 3 === 0 ? testServerKey : writer.token);
        const token = writer.token;
        if (n === 3) await service.call('DELETE', `/api/server/players/${bob}/metadata`, { token });
      }
      const instant = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
      const whole = await list(`?from=${instant(0)}`);
      expect(whole).toHaveLength(7);
      const times = whole.map(({ at }) => at);
      expect(times).toEqual(times.toSorted().reverse());
      const cases: readonly (readonly [query: string, matches: (entry: Entry) => boolean, count: number])[] =
        [
          [`sequentialId=${ann}`, ({ sequentialId }) => sequentialId === ann, 3],
          [`sequentialId=${bob}`, ({ sequentialId }) => sequentialId === bob, 4],
          ['sequentialId=99', () => false, 0],
          [`keyId=${writer.keyId}`, ({ keyId }) => keyId === writer.keyId, 5],
          ['keyId=environment', ({ keyId }) => keyId === 'environment', 2],
          ['action=metadata.delete', ({ action }) => action === 'metadata.delete', 1],
          ['action=metadata.set', ({ action }) => action === 'metadata.set', 6],
          [`to=${instant(3)}`, ({ at }) => at < instant(3), 2],
          [`to=${instant(0)}`, () => false, 0],
          [
            `sequentialId=${bob}&keyId=${writer.keyId}&action=metadata.set&to=${instant(9)}`,
            ({ sequentialId, keyId, action }) =>
              sequentialId === bob && keyId === writer.keyId && action === 'metadata.set',
            2,
          ],
        ];
      for (const [query, matches, count] of cases) {
        const { data } = (await ask(`?from=${instant(0)}&${query}`)).body;
        expect([query, data.entries.length, data.nextCursor]).toEqual([query, count, null]);
        expect([query, data.entries]).toEqual([query, whole.filter(matches)]);
      }
      expect(await list(`?from=${instant(3)}`)).toEqual(whole.filter(({ at }) => at >= instant(3)));
      const offset = new Date(start + 3_000 + 5_400_000).toISOString().replace('Z', '%2B01:30');
      expect(await list(`?from=${offset}`)).toEqual(await list(`?from=${instant(3)}`));
      expect(await list('?from=1970-01-01&to=9999-12-31')).toEqual(await list());
    });

    test('is found by the player id too, of whoever has it today', async () => {
      const both = await createTestKey(service, { scopes: ['audit:read', 'players:read', 'players:write'] });
      for (const playerId of ['a/b', '..', 'é 日本', '\ufffd', '7', 'gone']) {
        const body = JSON.stringify({ playerId });
        const registered = await service.call('POST', '/api/server/players', { token: writer.token, body });
        const { sequentialId } = registered.body.data;
        await write(sequentialId);
        const { entries } = (await ask(`?playerId=${encodeURIComponent(playerId)}`, both.token)).body.data;
        expect(entries).toHaveLength(2);
        expect(entries).toEqual((await list(`?sequentialId=${sequentialId}`)) as never);
        if (playerId !== 'gone') continue;
        const path = `/api/server/players/${sequentialId}`;
        expect((await service.call('DELETE', path, { token: writer.token })).status).toBe(200);
      }
      const error = { message: 'Player not found' };
      for (const name of ['gone', 'nobody'])
        expect((await ask(`?playerId=${name}`, both.token)).body).toEqual({ statusCode: 404, error });
      expect((await ask('?playerId=ann')).body).toEqual({
        statusCode: 403,
        error: { message: 'Forbidden', detail: 'the key lacks the scope players:read' },
      });
    });

    test('goes on by cursor through entries of one time, while others are added', async () => {
      const cyd = await register('cyd');
      for (let n = 0; n < 12; n += 1) await write(cyd);
      const whole = await list(`?sequentialId=${cyd}`);
      expect(whole).toHaveLength(12);
      const seen: Entry[] = [];
      for (let cursor = ''; ; ) {
        const { data } = (await ask(`?sequentialId=${cyd}&limit=5${cursor}`)).body;
        expect(data.entries.length).toBeLessThanOrEqual(5);
        seen.push(...data.entries);
        if (data.nextCursor === null) break;
        cursor = `&cursor=${data.nextCursor}`;
        service.clock.advance(1);
        await write(cyd);
      }
      expect(seen).toEqual(whole as Entry[]);
    });

    test('has 50 entries in a page, and up to 100', async () => {
      const store = await openStoreOn(service.database.environment, service.clock);
      const author = { keyId: null, keyName: 'command line', requestId: null };
      for (let n = 0; n < 101; n += 1) await store.audit.record({ author, action: 'import' }, null);
      await store.close();
      expect(await list('?action=import')).toHaveLength(50);
      expect(await list('?action=import&limit=100')).toHaveLength(100);
      expect(await list('?action=import&limit=1')).toMatchObject([{ sequentialId: null, detail: null }]);
    });

    test('refuses unknown parameters and malformed values', async () => {
      const time = 'must be a time in ISO 8601 such as 2026-01-02T03:04:05.678Z';
      const times = [
        '',
        'yesterday',
        '1763680000000',
        '2026-02-30',
        '2026-01-02T03:04:05',
        '2026-13-01T00:00:00Z',
      ];
      const cursors = ['', 'x', 'AAAA', Buffer.from('1.x').toString('base64url'), '%00'];
      const ids = ['', '0', '-1', '01', 'x', '1.0', '9007199254740993'];
      const wrong: readonly (readonly [name: string, values: readonly string[], detail: string])[] = [
        ['player', ['1'], '"player" is no parameter of this request'],
        ['sequentialid', ['1'], '"sequentialid" is no parameter of this request'],
        ['limit', ['1&limit=2'], 'limit is given twice'],
        ['sequentialId', ids, 'sequentialId must be a positive integer'],
        [
          'keyId',
          ['', 'x', reader.keyId.toUpperCase()],
          'keyId must be the id of a server key or of a person, or environment',
        ],
        [
          'action',
          ['', 'metadata', 'Metadata.set', '__proto__'],
          'action must be the name of an action, such as metadata.set',
        ],
        ['from', times, `from ${time}`],
        ['to', ['2026-01-02T25:00:00Z'], `to ${time}`],
        [
          'playerId',
          ['', 'tab%09', 'x'.repeat(256)],
          'playerId must have 1 to 255 characters without control characters',
        ],
        ['playerId', ['ann&sequentialId=1'], 'give either sequentialId or playerId'],
        ['playerId', ['%FF', '%c0%af', 'x%E2%82'], 'the query is not percent-encoded UTF-8'],
        ['limit', ['', '0', '101', '-1', '1.5', 'x', '1e1'], 'limit must be an integer from 1 to 100'],
        ['cursor', cursors, 'cursor must be the nextCursor of an earlier answer'],
      ];
      for (const [name, values, detail] of wrong)
        for (const value of values) {
          const error = { message: 'Invalid request', detail };
          const { body } = await ask(`?${name}=${value}`);
          expect([name, value, body]).toEqual([name, value, { statusCode: 400, error }]);
        }
    });

    test('forgets entries after AUDIT_DAYS, and none before', async () => {
      await write(ann);
      service.clock.advance(24 * 3_600_000 - 1);
      await write(ann);
      service.clock.advance(2);
      expect((await list()).length).toBeGreaterThan(1);
      // The job runs at the start.
      await service.restart({ SERVER_API_KEY: testServerKey, AUDIT_DAYS: '1' });
      await until(async () => (await list()).length <= 1);
      expect((await list()).map(({ sequentialId }) => sequentialId)).toEqual([ann]);
    });
  });
}

test('is changed and removed by no route', () => {
  const routes = routeTable.filter(({ path }) => path.includes('audit'));
  expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/server/audit']);
});

test('every action of the port is in the shapes of the wire', () => {
  const { action } = namedShapes.AuditPage.shape.entries.element.shape;
  expect(action.options).toEqual([...auditActions]);
});
