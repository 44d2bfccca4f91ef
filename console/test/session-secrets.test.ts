// The two secrets of a session at the console, over HTTP on both engines. A cookie knows no port: whoever serves another port of
// the host gets it by one visit, and sends any header from there. So neither secret is worth anything without the other.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { keyDigest } from '../../src/lib/key-text.ts';
import { fromConsole, headersOfSession, type SessionHeaders } from '../../test/harness/console-session.ts';
import { placesOf } from '../../test/harness/dump.ts';
import { engines } from '../../test/harness/engines.ts';
import { createTestKey, testServerKey } from '../../test/harness/server-keys.ts';
import { type Service, startService } from '../../test/harness/service.ts';
import { openStoreOn } from '../../test/harness/store.ts';

const path = '/console/session';
const secretOf = ({ 'x-playkeep-console': secret }: SessionHeaders) => secret;
const newSecret = () => randomBytes(32).toString('base64url');

for (const engine of engines) {
  describe(`the two secrets of a session on ${engine.name}`, () => {
    let service: Service;
    beforeEach(async () => {
      service = await startService({ engine, environment: { SERVER_API_KEY: testServerKey } });
    });
    afterEach(() => service.stop());

    const signIn = async (token = testServerKey) =>
      headersOfSession(await service.call('POST', path, { token, headers: fromConsole }));
    const statusWith = async (headers: Record<string, string>, method = 'GET', target = '/api/server/me') =>
      (
        await service.call(method, target, {
          headers,
          ...(method === 'POST' && { body: '{"playerId":"x"}' }),
        })
      ).status;

    test('are worth nothing alone: the cookie with every header that another port can forge is 401', async () => {
      const session = await signIn();
      const { cookie } = session;
      const known = { ...fromConsole, cookie, origin: service.url, referer: `${service.url}/console` };
      for (const value of ['1', '', 'signed out', cookie, cookie.split('=')[1] ?? '', newSecret()]) {
        const headers = { ...known, 'x-playkeep-console': value };
        expect([value, await statusWith(headers)]).toEqual([value, 401]);
        expect([value, await statusWith(headers, 'POST', '/api/server/players')]).toEqual([value, 401]);
      }
      expect(await statusWith({ cookie })).toBe(401);
      const { cookie: _, ...alone } = session;
      expect(await statusWith(alone)).toBe(401);
      expect(await statusWith({ ...alone, cookie: `playkeep=${newSecret()}` })).toBe(401);
      expect(await statusWith(session)).toBe(200);
    });

    test('say what is missing', async () => {
      const { cookie } = await signIn();
      const { headers } = await service.call('GET', '/api/server/me', { headers: { cookie } });
      expect(headers.get('x-error-detail')).toBe(
        'the session at the console needs the secret of its page in X-Playkeep-Console',
      );
    });

    test('belong together: those of two sessions make no third one', async () => {
      const { token } = await createTestKey(service, { name: 'other', scopes: ['players:read'] });
      const [mine, other] = [await signIn(), await signIn(token)];
      expect(await statusWith({ ...mine, 'x-playkeep-console': secretOf(other) })).toBe(401);
      expect(await statusWith({ ...other, 'x-playkeep-console': secretOf(mine) })).toBe(401);
      expect([await statusWith(mine), await statusWith(other)]).toEqual([200, 200]);
    });

    test('end nothing alone: a sign-out with the cookie of another leaves the session', async () => {
      const session = await signIn();
      const { cookie } = session;
      for (const value of ['1', newSecret()]) {
        expect(
          await statusWith({ ...fromConsole, cookie, 'x-playkeep-console': value }, 'DELETE', path),
        ).toBe(200);
      }
      expect(await statusWith(session)).toBe(200);
      expect(await statusWith(session, 'DELETE', path)).toBe(200);
      expect(await statusWith(session)).toBe(401);
    });

    test('work on a process that began none, and are in no table', async () => {
      const session = await signIn();
      await service.restart();
      expect(await statusWith(session)).toBe(200);
      const { environment } = service.database;
      expect(await placesOf(environment, [keyDigest(testServerKey)])).toContain('console_sessions');
      const secrets = [session.cookie.split('=')[1] ?? '', secretOf(session)];
      expect(await placesOf(environment, [...secrets, ...secrets.map(keyDigest)])).toEqual([]);
    });

    test('are needed by a session of the version before, which had the cookie alone', async () => {
      const store = await openStoreOn(service.database.environment, service.clock);
      const text = newSecret();
      await store.consoleSessions.create({ digest: keyDigest(text), keyDigest: keyDigest(testServerKey) });
      await store.close();
      const halves = [text.slice(0, 20), text.slice(20)];
      for (const [cookie, value] of [[text, '1'], [text, ''], [text, newSecret()], halves]) {
        const headers = { ...fromConsole, cookie: `playkeep=${cookie}`, 'x-playkeep-console': value ?? '' };
        expect([value, await statusWith(headers)]).toEqual([value, 401]);
      }
    });
  });
}
