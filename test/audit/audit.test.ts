// The audit over HTTP: every filter, pages by cursor, refused queries, and the entries of server keys.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { auditActions } from '../../src/store/ports/audit.ts';
import { namedShapes } from '../../src/wire/named-shapes.ts';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey, revokeTestKey, type TestKey, testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';

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
    beforeEach(async () => {
      service = await startService({ engine, environment: { SERVER_API_KEY: testServerKey } });
      reader = await createTestKey(service, { name: 'auditor', scopes: ['audit:read'] });
      writer = await createTestKey(service, { name: 'backend', scopes: ['players:read', 'players:write'] });
      for (const player of ['ann', 'bob']) await service.as(player, 'GET', paths.metadata);
    });
    afterEach(() => service.stop());

    const ask = (query = ''): Promise<Answer> =>
      service.call('GET', `/api/server/audit${query}`, { token: reader.token });
    async function list(query = ''): Promise<readonly Entry[]> {
      const { body } = await ask(query);
      expect(namedShapes.AuditPage.safeParse(body.data).error).toBeUndefined();
      return body.data.entries;
    }
    const write = (sequentialId: number, token = writer.token) =>
      service.call('POST', `/api/server/players/${sequentialId}/metadata`, { token, body: '{"data":{}}' });

    test('has the keys that were made and revoked, by whom, and on the command line by nobody', async () => {
      const at = new Date(service.clock.now()).toISOString();
      const body = JSON.stringify({ name: 'x', scopes: ['statistics:read', 'players:read'] });
      const asAdmin = (method: string, path: string, requestId: string, body?: string) =>
        service.call(method, `/api/server/keys${path}`, {
          token: testServerKey,
          headers: { 'x-request-id': requestId },
          body,
        });
      const { keyId, key } = (await asAdmin('POST', '', 'make', body)).body.data;
      await asAdmin('DELETE', `/${keyId}`, 'end');
      expect((await asAdmin('DELETE', `/${keyId}`, 'again')).status).toBe(404);
      expect((await asAdmin('POST', '', 'wrong', '{}')).status).toBe(400);
      await revokeTestKey(service, writer.keyId);
      await revokeTestKey(service, writer.keyId);
      const environment = { keyId: 'environment', keyName: 'SERVER_API_KEY', sequentialId: null, at };
      const commandLine = { keyId: null, keyName: 'command line', sequentialId: null, requestId: null, at };
      const detail = { keyId, scopes: ['players:read', 'statistics:read'] };
      const ofWriter = { keyId: writer.keyId, scopes: ['players:read', 'players:write'] };
      const entries = await list();
      const auditId = expect.any(String);
      expect(entries.toSorted((a, b) => (a.auditId < b.auditId ? -1 : 1))).toEqual([
        {
          ...commandLine,
          auditId,
          action: 'key.create',
          detail: { keyId: reader.keyId, scopes: ['audit:read'] },
        },
        { ...commandLine, auditId, action: 'key.create', detail: ofWriter },
        { ...environment, auditId, action: 'key.create', detail, requestId: 'make' },
        { ...environment, auditId, action: 'key.revoke', detail, requestId: 'end' },
        { ...commandLine, auditId, action: 'key.revoke', detail: ofWriter },
      ] as never);
      expect(JSON.stringify(entries)).not.toContain(key);
    });

    test('is filtered by player, key, action and time, and by all of them together', async () => {
      const start = service.clock.now();
      for (let n = 0; n < 6; n += 1) {
        service.clock.advance(1_000);
        await write(1 + (n % 2), n % 3 === 0 ? testServerKey : writer.token);
        if (n === 3) await service.call('DELETE', '/api/server/players/2/metadata', { token: writer.token });
      }
      const whole = await list();
      expect(whole).toHaveLength(9);
      const times = whole.map(({ at }) => at);
      expect(times).toEqual(times.toSorted().reverse());
      const instant = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
      const matching = (matches: (entry: Entry) => boolean) => whole.filter(matches);
      const cases: readonly (readonly [query: string, matches: (entry: Entry) => boolean, count: number])[] =
        [
          ['?sequentialId=1', (entry) => entry.sequentialId === 1, 3],
          ['?sequentialId=2', (entry) => entry.sequentialId === 2, 4],
          ['?sequentialId=99', () => false, 0],
          [`?keyId=${writer.keyId}`, (entry) => entry.keyId === writer.keyId, 5],
          ['?keyId=environment', (entry) => entry.keyId === 'environment', 2],
          ['?action=metadata.delete', (entry) => entry.action === 'metadata.delete', 1],
          ['?action=key.create', (entry) => entry.action === 'key.create', 2],
          [`?from=${instant(3)}`, (entry) => entry.at >= instant(3), 5],
          [`?to=${instant(3)}`, (entry) => entry.at < instant(3), 4],
          [`?from=${instant(2)}&to=${instant(3)}`, (entry) => entry.at === instant(2), 1],
          [`?from=${instant(3)}&to=${instant(3)}`, () => false, 0],
          [
            `?sequentialId=2&keyId=${writer.keyId}&action=metadata.set&from=${instant(2)}&to=${instant(9)}`,
            (entry) =>
              entry.sequentialId === 2 && entry.keyId === writer.keyId && entry.action === 'metadata.set',
            2,
          ],
        ];
      for (const [query, matches, count] of cases) {
        const found = await list(query);
        expect([query, found.length]).toEqual([query, count]);
        expect([query, found]).toEqual([query, matching(matches)]);
        expect([query, (await ask(query)).body.data.nextCursor]).toEqual([query, null]);
      }
      const offset = new Date(start + 3_000 + 5_400_000).toISOString().replace('Z', '%2B01:30');
      expect(await list(`?from=${offset}`)).toEqual(await list(`?from=${instant(3)}`));
      expect(await list('?from=1970-01-01&to=9999-12-31')).toEqual(whole);
    });

    test('is found by the player id too, of whoever has it today', async () => {
      const byName = (query: string, token = writer.token) =>
        service.call('GET', `/api/server/audit?${query}`, { token });
      const both = await createTestKey(service, { scopes: ['audit:read', 'players:read', 'players:write'] });
      const names = ['a/b', '..', 'é 日本', '\ufffd', '7'];
      for (const playerId of names) {
        const registered = await service.call('POST', '/api/server/players', {
          token: writer.token,
          body: JSON.stringify({ playerId }),
        });
        const { sequentialId } = registered.body.data;
        await write(sequentialId);
        const found = await byName(`playerId=${encodeURIComponent(playerId)}`, both.token);
        expect(found.body.data.entries).toHaveLength(2);
        expect(found.body.data.entries).toEqual((await list(`?sequentialId=${sequentialId}`)) as never);
      }
      const erased = await service.call('DELETE', '/api/server/players/1', { token: writer.token });
      expect(erased.status).toBe(200);
      for (const name of ['ann', 'nobody'])
        expect((await byName(`playerId=${name}`, both.token)).body).toEqual({
          statusCode: 404,
          error: { message: 'Player not found' },
        });
      expect((await byName('playerId=bob', reader.token)).body).toEqual({
        statusCode: 403,
        error: { message: 'Forbidden', detail: 'the key lacks the scope players:read' },
      });
    });

    test('goes on by cursor through entries of one time, while others are added', async () => {
      for (let n = 0; n < 12; n += 1) await write(1);
      const whole = await list('?sequentialId=1');
      expect(whole).toHaveLength(12);
      const seen: Entry[] = [];
      let cursor: string | null = null;
      do {
        const from: string = cursor === null ? '' : `&cursor=${cursor}`;
        const { body }: Answer = await ask(`?sequentialId=1&limit=5${from}`);
        expect(body.data.entries.length).toBeLessThanOrEqual(5);
        seen.push(...body.data.entries);
        cursor = body.data.nextCursor;
        service.clock.advance(1);
        await write(1);
      } while (cursor !== null);
      expect(seen).toEqual(whole as Entry[]);
    });

    test('has 50 entries in a page, and up to 100', async () => {
      const store = await openStoreOn(service.database.environment, service.clock);
      const author = { keyId: null, keyName: 'command line', requestId: null };
      for (let n = 0; n < 101; n += 1) await store.audit.record({ author, action: 'import' }, null);
      await store.close();
      expect(await list('?action=import')).toHaveLength(50);
      expect(await list('?action=import&limit=100')).toHaveLength(100);
      expect(await list('?action=import&limit=1')).toHaveLength(1);
      const [entry] = await list('?action=import&limit=1');
      expect(entry).toMatchObject({ sequentialId: null, detail: null });
    });

    test('refuses unknown parameters and malformed values', async () => {
      const time = 'must be a time in ISO 8601 such as 2026-01-02T03:04:05.678Z';
      const limit = 'limit must be an integer from 1 to 100';
      const cursor = 'cursor must be the nextCursor of an earlier answer';
      const id = 'sequentialId must be a positive integer';
      const oddCursors = ['', 'x', 'AAAA', Buffer.from('1.x').toString('base64url'), '%00'];
      const wrong: readonly (readonly [string, string])[] = [
        ['?player=1', '"player" is no parameter of this request'],
        ['?sequentialid=1', '"sequentialid" is no parameter of this request'],
        ['?limit=1&limit=2', 'limit is given twice'],
        ...['', '0', '-1', '01', 'x', '1.0', '9007199254740993'].map(
          (value) => [`?sequentialId=${value}`, id] as const,
        ),
        ...['', 'x', reader.keyId.toUpperCase()].map(
          (value) =>
            [
              `?keyId=${value}`,
              'keyId must be the id of a server key or of a person, or environment',
            ] as const,
        ),
        ...['', 'metadata', 'Metadata.set', '__proto__'].map(
          (value) =>
            [`?action=${value}`, 'action must be the name of an action, such as metadata.set'] as const,
        ),
        ...[
          '',
          'yesterday',
          '1763680000000',
          '2026-02-30',
          '2026-01-02T03:04:05',
          '2026-13-01T00:00:00Z',
        ].map((value) => [`?from=${value}`, `from ${time}`] as const),
        ...['', 'tab%09', 'x'.repeat(256)].map(
          (value) =>
            [
              `?playerId=${value}`,
              'playerId must have 1 to 255 characters without control characters',
            ] as const,
        ),
        ['?sequentialId=1&playerId=ann', 'give either sequentialId or playerId'],
        ...['%FF', '%c0%af', 'x%E2%82'].map(
          (value) => [`?playerId=${value}`, 'the query is not percent-encoded UTF-8'] as const,
        ),
        ['?to=2026-01-02T25:00:00Z', `to ${time}`],
        ...['', '0', '101', '-1', '1.5', 'x', '1e1'].map((value) => [`?limit=${value}`, limit] as const),
        ...oddCursors.map((value) => [`?cursor=${value}`, cursor] as const),
      ];
      for (const [query, detail] of wrong) {
        const { status, body } = await ask(query);
        expect([query, status, body.error]).toEqual([
          query,
          400,
          { message: 'Invalid request', detail },
        ] as never);
      }
    });

    test('forgets entries after AUDIT_DAYS, and none before', async () => {
      await write(1);
      service.clock.advance(24 * 3_600_000 - 1);
      await write(2);
      service.clock.advance(2);
      expect(await list()).toHaveLength(4);
      // The job runs at the start.
      await service.restart({ SERVER_API_KEY: testServerKey, AUDIT_DAYS: '1' });
      while ((await list()).length > 1) await Bun.sleep(10);
      expect((await list()).map(({ sequentialId }) => sequentialId)).toEqual([2]);
    });
  });
}

test('every action of the port is in the shapes of the wire', () => {
  const { action } = namedShapes.AuditPage.shape.entries.element.shape;
  expect(action.options).toEqual([...auditActions]);
});
