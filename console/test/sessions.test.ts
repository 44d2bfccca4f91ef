// Signing in at the console and out of it, over HTTP on both engines: how long a session holds, the end with its key, and
// requests that other pages make a signed-in browser send.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
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
import { fromConsole, headersOfSession, type SessionHeaders } from '../../test/harness/console-session.ts';
import { engines } from '../../test/harness/engines.ts';
import { rawDatabase } from '../../test/harness/raw-database.ts';
import { createTestKey, revokeTestKey, testServerKey } from '../../test/harness/server-keys.ts';
import { type Service, startService } from '../../test/harness/service.ts';

const path = '/console/session';
const me = '/api/server/me';

for (const engine of engines) {
  describe(`sessions at the console on ${engine.name}`, () => {
    const clock = manualClock();
    const signInLinks = createSignInLinks(clock);
    let service: Service;
    beforeEach(async () => {
      service = await startService({
        ...{ engine, clock, signInLinks },
        environment: { SERVER_API_KEY: testServerKey, CORS_ORIGINS: '*' },
      });
    });
    afterEach(() => service.stop());

    const signIn = (token: string) => service.call('POST', path, { token, headers: fromConsole });
    const ask = (session: SessionHeaders, target = me, options: CallOptions = {}) =>
      service.call('GET', target, { ...options, headers: { ...session, ...options.headers } });

    /** The use of a session is noted after the answer. */
    async function untilUseIsNoted(): Promise<void> {
      const tables = rawDatabase(service.database.environment);
      try {
        const usedAt = async () =>
          Number((await tables.run('SELECT max(last_used_at) AS at FROM console_sessions'))[0]?.at);
        while ((await usedAt()) < clock.now()) await Bun.sleep(5);
      } finally {
        await tables.close();
      }
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
      expect([after.status, after.headers.get('x-error-detail')]).toEqual([
        401,
        'the session at the console has ended',
      ]);
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
      const session = headersOfSession(await signIn(testServerKey));
      for (let passed = 0; passed + 3_500 < CONSOLE_SESSION_SECONDS; passed += 3_500) {
        service.clock.advance(3_500_000);
        expect([passed, (await ask(session)).status]).toEqual([passed, 200]);
        await untilUseIsNoted();
      }
      service.clock.advance(3_500_000);
      expect((await ask(session)).status).toBe(401);
      const idle = headersOfSession(await signIn(testServerKey));
      service.clock.advance(CONSOLE_SESSION_IDLE_SECONDS * 1000);
      expect((await ask(idle)).status).toBe(401);
    });

    test('work on a process that began none, and end with their key', async () => {
      const { token, keyId } = await createTestKey(service);
      const session = headersOfSession(await signIn(token));
      await service.restart();
      expect((await ask(session)).status).toBe(200);
      await revokeTestKey(service, keyId);
      // Not at once: the note about the earlier use would seem to have waited for all that time.
      await service.clock.pass(2 * SERVER_KEY_CACHE_SECONDS * 1000);
      expect((await ask(session)).status).toBe(401);
    });

    test('of the key of the environment end when the setting changes', async () => {
      const session = headersOfSession(await signIn(testServerKey));
      await service.restart({ SERVER_API_KEY: `${testServerKey} changed` });
      expect((await ask(session)).status).toBe(401);
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
    });

    test('and a key at once are 400', async () => {
      const session = headersOfSession(await signIn(testServerKey));
      const answer = await ask(session, me, { token: testServerKey });
      expect([answer.status, answer.body.error.detail]).toEqual([
        400,
        'send a server key or the cookie of the console, not both',
      ]);
    });

    test('do nothing for the page of somebody else', async () => {
      const session = headersOfSession(await signIn(testServerKey));
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
      service.clock.advance(SIGN_IN_LINK_SECONDS * 1000);
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
  });
}
