// Sessions at the console, over HTTP: how long they hold, the end with their key, requests that other pages make a signed-in browser
// send, and their two secrets. A cookie knows no port: whoever serves another port of the host gets it by one visit, and sends any header
// from there. So neither secret is worth anything without the other.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { createSignInLinks } from '../../src/console/sign-in-links.ts';
import { keyDigest, newKeyText } from '../../src/lib/key-text.ts';
import {
  CONSOLE_SESSION_IDLE_SECONDS,
  CONSOLE_SESSION_SECONDS,
  SERVER_KEY_CACHE_SECONDS,
  SIGN_IN_LINK_SECONDS,
} from '../../src/limits.ts';
import { type CallOptions, call } from '../../test/harness/api.ts';
import { manualClock } from '../../test/harness/clock.ts';
import {
  fromConsole,
  headersOfSession,
  refusalOf,
  type SessionHeaders,
} from '../../test/harness/console-session.ts';
import { placesOf } from '../../test/harness/dump.ts';
import { engines } from '../../test/harness/engines.ts';
import { rawDatabase } from '../../test/harness/raw-database.ts';
import { createTestKey, revokeTestKey, testServerKey } from '../../test/harness/server-keys.ts';
import { type Service, startService } from '../../test/harness/service.ts';
import { openStoreOn } from '../../test/harness/store.ts';
import { until } from '../../test/harness/until.ts';

const path = '/console/session';
const me = '/api/server/me';

const secretOf = ({ 'x-playkeep-console': secret }: SessionHeaders) => secret;
const newSecret = () => randomBytes(32).toString('base64url');

for (const engine of engines) {
  describe(`sessions at the console on ${engine.name}`, () => {
    const clock = manualClock();
    const signInLinks = createSignInLinks(clock);
    let service: Service;
    beforeAll(async () => {
      const environment = { SERVER_API_KEY: testServerKey, CORS_ORIGINS: '*' };
      service = await startService({ engine, clock, signInLinks, environment });
    });
    // The service looks up few unknown sessions a second.
    beforeEach(() => clock.advance(1_000));
    afterAll(() => service.stop());

    const signIn = (token: string) => service.call('POST', path, { token, headers: fromConsole });
    const begin = async (token = testServerKey) => headersOfSession(await signIn(token));
    const ask = (session: SessionHeaders, target = me, options: CallOptions = {}) =>
      service.call('GET', target, { ...options, headers: { ...session, ...options.headers } });
    const statusWith = async (headers: Record<string, string>, method = 'GET', target = me) => {
      const body = method === 'POST' ? { body: '{"playerId":"x"}' } : {};
      return (await service.call(method, target, { headers, ...body })).status;
    };

    /** The use of a session is noted after the answer. */
    async function untilUseIsNoted(): Promise<void> {
      const tables = rawDatabase(service.database.environment);
      const latest = 'SELECT max(last_used_at) AS at FROM console_sessions';
      await until(async () => Number((await tables.run(latest))[0]?.at) >= clock.now());
      await tables.close();
    }

    test('are begun with a key, act with its scopes, and end at sign-out', async () => {
      const { token, keyId } = await createTestKey(service, { name: 'desk', scopes: ['players:read'] });
      const answer = await signIn(token);
      expect([answer.status, answer.body.data]).toEqual([
        200,
        { keyId, name: 'desk', scopes: ['players:read'], pageSecret: expect.stringMatching(/^[\w-]{43}$/) },
      ]);
      expect(answer.headers.get('set-cookie')).toMatch(
        /^playkeep=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
      );
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const session = headersOfSession(answer);
      const { pageSecret: _, ...identity } = answer.body.data;
      expect((await ask(session)).body.data).toEqual(identity);
      expect((await ask(session, '/api/server/audit')).status).toBe(403);
      const out = await service.call('DELETE', path, { headers: session });
      expect([out.status, out.headers.get('set-cookie')]).toEqual([
        200,
        'playkeep=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
      ]);
      const after = await ask(session);
      expect(refusalOf(after)).toEqual([401, 'the session at the console has ended']);
    });

    test('are refused without a good key, and an old cookie does not stand in the way of a new one', async () => {
      for (const token of [undefined, 'x', newKeyText()]) {
        const answer = await service.call('POST', path, { ...(token && { token }), headers: fromConsole });
        expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
      }
      const headers = { ...fromConsole, cookie: 'playkeep=of-before' };
      expect((await service.call('POST', path, { token: testServerKey, headers })).status).toBe(200);
    });

    test('end an hour after the last use, and twelve hours after the sign-in', async () => {
      const session = await begin();
      for (let passed = 0; passed + 3_500 < CONSOLE_SESSION_SECONDS; passed += 3_500) {
        clock.advance(3_500_000);
        expect([passed, (await ask(session)).status]).toEqual([passed, 200]);
        await untilUseIsNoted();
      }
      clock.advance(3_500_000);
      expect((await ask(session)).status).toBe(401);
      const idle = await begin();
      clock.advance(CONSOLE_SESSION_IDLE_SECONDS * 1000);
      expect((await ask(idle)).status).toBe(401);
    });

    test('work on a process that began none, and end with their key', async () => {
      const { token, keyId } = await createTestKey(service);
      const session = await begin(token);
      await service.restart();
      expect((await ask(session)).status).toBe(200);
      await revokeTestKey(service, keyId);
      // Not at once: the note about the earlier use would seem to have waited for all that time.
      await clock.pass(2 * SERVER_KEY_CACHE_SECONDS * 1000);
      expect((await ask(session)).status).toBe(401);
    });

    test('of the key of the environment end when the setting changes', async () => {
      const session = await begin();
      await service.restart({ SERVER_API_KEY: `${testServerKey} changed` });
      expect((await ask(session)).status).toBe(401);
      await service.restart();
    });

    test('have a cookie of the host alone, and for HTTPS alone, in production', async () => {
      await service.restart({ NODE_ENV: 'production', SERVER_API_KEY: testServerKey });
      const answer = await signIn(testServerKey);
      expect(answer.headers.get('set-cookie')).toMatch(
        /^__Host-playkeep=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      );
      const session = headersOfSession(answer);
      expect((await ask(session)).status).toBe(200);
      const bare = session.cookie.replace('__Host-', '');
      expect((await ask({ ...session, cookie: bare })).status).toBe(401);
      await service.restart();
    });

    test('and a key at once are 400', async () => {
      const session = await begin();
      const answer = await ask(session, me, { token: testServerKey });
      expect(refusalOf(answer)).toEqual([400, 'send a server key or the cookie of the console, not both']);
    });

    test('do nothing for the page of somebody else', async () => {
      const session = await begin();
      const { cookie, 'x-playkeep-console': secret } = session;
      const target = '/api/server/players';
      const body = '{"playerId":"forged"}';
      const post = (headers: Record<string, string>) =>
        call(service.url, 'POST', target, { body, headers: { cookie, ...headers } });
      const forged: Record<string, string>[] = [
        {},
        { 'x-playkeep-console': secret },
        { 'sec-fetch-site': 'same-origin' },
        { 'x-playkeep-console': secret, 'sec-fetch-site': 'same-site' },
        { 'x-playkeep-console': secret, 'sec-fetch-site': 'cross-site' },
        { 'x-playkeep-console': secret, 'sec-fetch-site': 'none' },
        { 'content-type': 'text/plain', origin: 'https://attacker.example' },
      ];
      for (const headers of forged) {
        const { status, body: answer } = await post(headers);
        expect([headers, status, answer.error.message]).toEqual([headers, 403, 'Forbidden']);
      }
      for (const site of ['cross-site', 'same-site']) {
        const { status } = await call(service.url, 'GET', me, {
          headers: { ...session, 'sec-fetch-site': site },
        });
        expect([site, status]).toEqual([site, 403]);
      }
      const preflight = await call(service.url, 'OPTIONS', target, {
        headers: {
          origin: 'https://attacker.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-playkeep-console',
        },
      });
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
      for (const method of ['POST', 'DELETE']) {
        const other = await call(service.url, 'OPTIONS', path, {
          headers: { origin: 'https://attacker.example', 'access-control-request-method': method },
        });
        expect(other.headers.get('access-control-allow-origin')).toBeNull();
      }
      const out = await call(service.url, 'DELETE', path, { headers: { cookie } });
      expect(out.status).toBe(403);
      expect((await post(session)).status).toBe(200);
    });

    test('are begun once with a sign-in link, for five minutes', async () => {
      const redeem = (token: string, headers: Record<string, string> = fromConsole) =>
        service.call('POST', `${path}/link`, { body: JSON.stringify({ token }), headers });
      const token = signInLinks.issue(keyDigest(testServerKey));
      expect((await redeem(token, {})).status).toBe(403);
      const answer = await redeem(token);
      expect([answer.status, answer.body.data.keyId]).toEqual([200, 'environment']);
      expect((await ask(headersOfSession(answer))).status).toBe(200);
      const late = signInLinks.issue(keyDigest(testServerKey));
      clock.advance(SIGN_IN_LINK_SECONDS * 1000);
      const ofNobody = signInLinks.issue(keyDigest(newKeyText()));
      for (const used of [token, late, ofNobody, 'unknown']) {
        const again = await redeem(used);
        expect([again.status, again.headers.get('x-error-detail'), again.headers.get('set-cookie')]).toEqual([
          401,
          'the sign-in link was used or has expired',
          null,
        ]);
      }
    });

    test('two secrets are worth nothing alone: the cookie with every header that another port can forge is 401', async () => {
      const session = await begin();
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

    test('two secrets say what is missing', async () => {
      const { cookie } = await begin();
      const { headers } = await service.call('GET', '/api/server/me', { headers: { cookie } });
      expect(headers.get('x-error-detail')).toBe(
        'the session at the console needs the secret of its page in X-Playkeep-Console',
      );
    });

    test('two secrets belong together: those of two sessions make no third one', async () => {
      const { token } = await createTestKey(service, { name: 'other', scopes: ['players:read'] });
      const [mine, other] = [await begin(), await begin(token)];
      expect(await statusWith({ ...mine, 'x-playkeep-console': secretOf(other) })).toBe(401);
      expect(await statusWith({ ...other, 'x-playkeep-console': secretOf(mine) })).toBe(401);
      expect([await statusWith(mine), await statusWith(other)]).toEqual([200, 200]);
    });

    test('two secrets end nothing alone: a sign-out with the cookie of another leaves the session', async () => {
      const session = await begin();
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

    test('two secrets work on a process that began none, and are in no table', async () => {
      const session = await begin();
      await service.restart();
      expect(await statusWith(session)).toBe(200);
      const { environment } = service.database;
      expect(await placesOf(environment, [keyDigest(testServerKey)])).toContain('console_sessions');
      const secrets = [session.cookie.split('=')[1] ?? '', secretOf(session)];
      expect(await placesOf(environment, [...secrets, ...secrets.map(keyDigest)])).toEqual([]);
    });

    test('two secrets are needed by a session of the version before, which had the cookie alone', async () => {
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
