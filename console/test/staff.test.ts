// People at the console over HTTP, on both engines: what their roles allow, how a role that goes ends their sessions at every process,
// their keys, and what the audit says of them.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import pino from 'pino';
import { startApp } from '../../src/app.ts';
import { createLog } from '../../src/lib/log.ts';
import {
  CONSOLE_SESSION_SECONDS,
  PERSON_KEY_MAX_SECONDS,
  ROLE_CHECK_SECONDS,
  ROLE_MAX_SECONDS,
  SERVER_KEY_CACHE_SECONDS,
} from '../../src/limits.ts';
import { scopes } from '../../src/store/ports/keys.ts';
import { ROLE_CHECK_LEASE_SECONDS } from '../../src/tuning.ts';
import { manualClock } from '../../test/harness/clock.ts';
import { fromConsole, refusalOf, type SessionHeaders } from '../../test/harness/console-session.ts';
import { placesOf } from '../../test/harness/dump.ts';
import { engines } from '../../test/harness/engines.ts';
import {
  issuerTime,
  type LyingIssuer,
  startLyingIssuer,
  supportMail,
} from '../../test/harness/lying-issuer.ts';
import { createTestKey, testServerKey } from '../../test/harness/server-keys.ts';
import { callOf, type Service, startService, testConfig } from '../../test/harness/service.ts';
import { beginSignIn, endSignIn, signInPerson } from '../../test/harness/staff-sign-in.ts';

const silentLog = createLog({ level: 'silent', production: true });
const me = '/api/server/me';
const support = ['players:read', 'players:write', 'sessions:read', 'audit:read', 'keys:write'];
const failing = {
  answer: (path: string) => (path === '/token' ? new Response(null, { status: 500 }) : undefined),
};

for (const engine of engines) {
  describe(`people at the console on ${engine.name}`, () => {
    let issuer: LyingIssuer;
    let service: Service;
    beforeEach(async () => {
      issuer = await startLyingIssuer();
      service = await startService({
        engine,
        clock: manualClock(issuerTime),
        environment: { ...issuer.environment, SERVER_API_KEY: testServerKey },
      });
    });
    afterEach(async () => {
      await service.stop();
      issuer[Symbol.dispose]();
    });

    const ask = (headers: SessionHeaders, method = 'GET', path = me, body?: unknown) =>
      service.call(method, path, { headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const asAdmin = (method: string, path: string) => service.call(method, path, { token: testServerKey });
    const people = async () => (await asAdmin('GET', '/api/server/people')).body.data.people;
    const refreshes = () =>
      issuer.asked.filter(({ parameters }) => parameters.get('grant_type') === 'refresh_token').length;
    const letPass = (secondsPassed: number) => service.clock.advance(secondsPassed * 1000);
    /** Another process on the same database. */
    async function startBeside(log = silentLog) {
      const environment = { ...service.database.environment, ...issuer.environment };
      const app = await startApp(testConfig(environment), { clock: service.clock, log });
      const call = callOf(() => app.url);
      return { call, [Symbol.asyncDispose]: () => app.stop() };
    }
    /** In steps in which no session is idle for too long. */
    async function stayFor(headers: SessionHeaders, secondsPassed: number, step: number): Promise<void> {
      for (let passed = 0; passed < secondsPassed; passed += step) {
        letPass(Math.min(step, secondsPassed - passed));
        await ask(headers);
      }
    }

    test('may do what their roles allow together, and are named by a mail that is verified', async () => {
      const session = await signInPerson(service, issuer);
      const { body } = await ask(session);
      expect(body.data).toEqual({
        keyId: expect.stringMatching(/^person-[\da-f]{32}$/),
        name: supportMail,
        scopes: support,
        person: { subject: 'mira-1', mail: supportMail },
      });
      expect((await ask(session, 'GET', '/api/server/audit')).status).toBe(200);
      expect((await ask(session, 'GET', '/api/server/service')).status).toBe(403);
      issuer.person = { sub: 'ada-2', email: 'ada@studio.example', groups: ['support', 'admins', 'players'] };
      const admin = await ask(await signInPerson(service, issuer));
      expect(admin.body.data.scopes).toHaveLength(scopes.length);
      expect([admin.body.data.name, admin.body.data.person.mail]).toEqual(['ada-2', null]);
    });

    test('without a role stay out, and the role alone counts', async () => {
      for (const groups of [
        undefined,
        [],
        'none',
        ['Support'],
        [['support']],
        'support players',
        { support: true },
      ]) {
        issuer.person = { sub: 'eve', groups };
        const answer = await endSignIn(service, await beginSignIn(service, issuer));
        expect(refusalOf(answer)).toEqual([401, 'this account has no role here']);
      }
      expect(await people()).toEqual([]);
    });

    test('whose role has gone are out at the next look, in every session and process', async () => {
      const session = await signInPerson(service, issuer);
      const elsewhere = await signInPerson(service, issuer);
      await using beside = await startBeside();
      const there = (headers: SessionHeaders) => beside.call('GET', me, { headers });
      expect((await there(elsewhere)).status).toBe(200);
      issuer.person = { ...issuer.person, groups: ['players'] };
      letPass(ROLE_CHECK_SECONDS - 1);
      expect((await ask(session)).status).toBe(200);
      letPass(1 + SERVER_KEY_CACHE_SECONDS);
      const answer = await ask(session);
      expect(refusalOf(answer)).toEqual([401, 'this account has no role here any more']);
      letPass(SERVER_KEY_CACHE_SECONDS);
      expect((await there(elsewhere)).status).toBe(401);
      expect((await ask(session)).status).toBe(401);
      const [person] = await people();
      expect([person.scopes, person.roleGoneAt]).toEqual([[], expect.any(String)]);
    });

    test('whose role went after a clock that was ahead is corrected are out at the next look', async () => {
      const session = await signInPerson(service, issuer);
      const ahead = 2 * ROLE_CHECK_SECONDS;
      letPass(ahead);
      expect((await ask(session)).status).toBe(200);
      expect(refreshes()).toBe(1);
      issuer.person = { ...issuer.person, groups: ['players'] };
      service.clock.advance(-ahead * 1000);
      letPass(SERVER_KEY_CACHE_SECONDS);
      expect(refusalOf(await ask(session))).toEqual([401, 'this account has no role here any more']);
    });

    test('are not asked for at the issuer of later settings, which gets no token of theirs', async () => {
      const session = await signInPerson(service, issuer);
      using later = await startLyingIssuer();
      await service.restart({ ...later.environment, SERVER_API_KEY: testServerKey });
      letPass(ROLE_CHECK_SECONDS);
      expect((await ask(session)).status).toBe(401);
      expect(later.asked).toEqual([]);
    });

    test('get at the next look what a changed role allows', async () => {
      const session = await signInPerson(service, issuer);
      issuer.person = { ...issuer.person, groups: ['admins'], email: 'mira.new@studio.example' };
      letPass(ROLE_CHECK_SECONDS);
      expect((await ask(session)).body.data).toMatchObject({ name: 'mira.new@studio.example' });
      expect((await ask(session)).body.data.scopes).toHaveLength(scopes.length);
    });

    test('are confirmed once in ten minutes, with the newest refresh token, by one process', async () => {
      const session = await signInPerson(service, issuer);
      await using beside = await startBeside();
      for (let round = 1; round <= 3; round += 1) {
        letPass(ROLE_CHECK_SECONDS);
        const answers = await Promise.all([
          ...Array.from({ length: 5 }, () => ask(session)),
          ...Array.from({ length: 5 }, () => beside.call('GET', me, { headers: session })),
        ]);
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
        expect(refreshes()).toBe(round);
      }
      const sent = issuer.asked.map(({ parameters }) => parameters.get('refresh_token'));
      expect(sent).toEqual([null, ...[1, 2, 3].map((n) => `refresh token ${n}, which nobody may read`)]);
    });

    test('stay for an hour while the issuer fails, and are held up then until it answers', async () => {
      const session = await signInPerson(service, issuer);
      issuer.lie(failing);
      await stayFor(session, ROLE_MAX_SECONDS - 1, ROLE_CHECK_SECONDS);
      expect((await ask(session)).status).toBe(200);
      letPass(ROLE_CHECK_LEASE_SECONDS + SERVER_KEY_CACHE_SECONDS);
      const held = await ask(session);
      expect([held.status, held.headers.get('retry-after')]).toEqual([503, '1']);
      issuer.lie({});
      letPass(ROLE_CHECK_LEASE_SECONDS + SERVER_KEY_CACHE_SECONDS);
      expect((await ask(session)).status).toBe(200);
    });

    test('whose sign-ins fail have one line a second in the log, which anybody could fill otherwise', async () => {
      const lines: { msg: string; reason?: string; leftOut?: number }[] = [];
      const write = (line: string) => lines.push(JSON.parse(line));
      await using beside = await startBeside(
        pino({ level: 'warn', base: null, timestamp: false }, { write }),
      );
      const { headers, query } = await beginSignIn(beside, issuer);
      const refused = `error=access_denied&${query}`;
      for (let n = 0; n < 5; n += 1)
        expect((await endSignIn(beside, { headers, query: refused })).status).toBe(401);
      letPass(1);
      await endSignIn(beside, { headers, query: refused });
      const failed = lines.filter(({ msg }) => msg === 'a sign-in at the console failed');
      const reason = 'authorization response from the server is an error';
      expect(failed.map((line) => [line.reason, line.leftOut])).toEqual([
        [reason, undefined],
        [reason, 4],
      ]);
    });

    test('whose account has ended, or about whom the issuer lies, are out', async () => {
      const lies = [
        {
          answer: (path: string) =>
            path === '/token' ? Response.json({ error: 'invalid_grant' }, { status: 400 }) : undefined,
        },
        { claims: { sub: 'another person' } },
        { claims: { aud: 'another client' } },
        { claims: { exp: 1 } },
      ];
      for (const lie of lies) {
        issuer.lie({});
        const session = await signInPerson(service, issuer);
        issuer.lie(lie);
        letPass(ROLE_CHECK_SECONDS);
        expect((await ask(session)).status).toBe(401);
        letPass(SERVER_KEY_CACHE_SECONDS);
        expect((await ask(session)).status).toBe(401);
      }
    });

    test('of an issuer without refresh tokens sign in again within the hour', async () => {
      issuer.lie({ tokens: { refresh_token: undefined } });
      const session = await signInPerson(service, issuer);
      await stayFor(session, ROLE_MAX_SECONDS - 1, 600);
      expect((await ask(session)).status).toBe(200);
      letPass(1 + SERVER_KEY_CACHE_SECONDS);
      expect((await ask(session)).status).toBe(401);
      expect(refreshes()).toBe(0);
    });

    test('are out after twelve hours, and after the settings name another issuer', async () => {
      const session = await signInPerson(service, issuer);
      await stayFor(session, CONSOLE_SESSION_SECONDS - 1, ROLE_CHECK_SECONDS);
      expect((await ask(session)).status).toBe(200);
      letPass(1 + SERVER_KEY_CACHE_SECONDS);
      expect((await ask(session)).status).toBe(401);
      const next = await signInPerson(service, issuer);
      using other = await startLyingIssuer();
      await service.restart({ ...other.environment, SERVER_API_KEY: testServerKey });
      expect((await ask(next)).status).toBe(401);
      await service.restart({ ...issuer.environment, SERVER_API_KEY: testServerKey });
      expect((await ask(next)).status).toBe(200);
    });

    test('sign out at the issuer too, whose tokens end', async () => {
      const session = await signInPerson(service, issuer);
      const { body } = await ask(session, 'DELETE', '/console/session');
      const url = new URL(body.data.issuerUrl);
      expect([url.origin + url.pathname, url.searchParams.get('post_logout_redirect_uri')]).toEqual([
        `${issuer.url}/end`,
        'https://play.example/console/sign-in',
      ]);
      expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
      expect(issuer.asked.at(-1)?.parameters.get('token')).toBe('refresh token 1, which nobody may read');
      letPass(SERVER_KEY_CACHE_SECONDS);
      expect((await ask(session)).status).toBe(401);
      const again = await signInPerson(service, issuer);
      issuer.lie({ answer: () => new Response(null, { status: 500 }) });
      expect((await ask(again, 'DELETE', '/console/session')).status).toBe(200);
      letPass(SERVER_KEY_CACHE_SECONDS);
      expect((await ask(again)).status).toBe(401);
    });

    test('have no token of the issuer in the database', async () => {
      await signInPerson(service, issuer);
      const { environment } = service.database;
      expect(await placesOf(environment, ['mira-1'])).toContain('console_people');
      expect(await placesOf(environment, ['which nobody may read', 'eyJhbGciOi'])).toEqual([]);
    });

    test('make keys that end, which are listed under them, and are revoked together', async () => {
      const session = await signInPerson(service, issuer);
      const create = (expiresInSeconds?: number, scopes = ['players:read', 'keys:write']) =>
        ask(session, 'POST', '/api/server/keys', { name: 'job', scopes, expiresInSeconds });
      for (const seconds of [undefined, PERSON_KEY_MAX_SECONDS + 1]) {
        const refused = await create(seconds);
        expect(refusalOf(refused)).toEqual([
          400,
          `a key of a person must expire: expiresInSeconds must be from 1 to ${PERSON_KEY_MAX_SECONDS}`,
        ]);
      }
      expect((await create(60, ['service:read'])).status).toBe(403);
      const { data: key } = (await create(PERSON_KEY_MAX_SECONDS)).body;
      const [{ personId }] = await people();
      expect(key.madeBy).toBe(personId);
      const made = await service.call('POST', '/api/server/keys', {
        token: key.key,
        body: JSON.stringify({ name: 'made by the key', scopes: ['players:read'] }),
      });
      expect(made.body.data.expiresAt).toBe(key.expiresAt);
      const other = await createTestKey(service, { name: 'of nobody' });

      issuer.person = { ...issuer.person, groups: [] };
      letPass(ROLE_CHECK_SECONDS);
      expect((await ask(session)).status).toBe(401);
      // The keys stay until somebody revokes them, who needs all their scopes.
      expect((await service.call('GET', '/api/server/keys', { token: key.key })).status).toBe(200);
      const weak = await createTestKey(service, { scopes: ['keys:write'] });
      const path = `/api/server/people/${personId}/keys`;
      const forbidden = await service.call('DELETE', path, { token: weak.token });
      expect(refusalOf(forbidden)).toEqual([
        403,
        `your key lacks the scope players:read, so it cannot revoke ${key.keyId}, which has it`,
      ]);
      const revoked = await asAdmin('DELETE', path);
      expect(revoked.body.data.revoked).toEqual([key.keyId, made.body.data.keyId]);
      expect((await asAdmin('DELETE', path)).body.data.revoked).toEqual([]);
      expect((await asAdmin('DELETE', '/api/server/people/mira/keys')).status).toBe(404);
      expect((await service.call('GET', me, { token: key.key })).status).toBe(401);
      expect((await service.call('GET', me, { token: other.token })).status).toBe(200);
    });

    test('leave entries in the audit with subject and verified mail, which stay as they were', async () => {
      const session = await signInPerson(service, issuer);
      await ask(session, 'POST', '/api/server/players', { playerId: 'mira' });
      issuer.person = { ...issuer.person, email_verified: 'yes' };
      letPass(ROLE_CHECK_SECONDS);
      await ask(session, 'POST', '/api/server/players', { playerId: 'ada' });
      const { personId } = (await people())[0];
      const { body } = await asAdmin('GET', `/api/server/audit?keyId=${personId}`);
      expect(body.data.entries).toMatchObject([
        { keyId: personId, keyName: 'mira-1', detail: { person: { subject: 'mira-1', mail: null } } },
        {
          keyId: personId,
          ...{ keyName: supportMail, detail: { person: { subject: 'mira-1', mail: supportMail } } },
        },
      ]);
    });

    test('are named in the history of metadata', async () => {
      const session = await signInPerson(service, issuer);
      await ask(session, 'POST', '/api/server/players', { playerId: 'ann' });
      const path = '/api/server/players/by-id/ann/metadata';
      for (const n of [1, 2]) expect((await ask(session, 'POST', path, { data: { n } })).status).toBe(200);
      const { personId } = (await people())[0];
      const { versions } = (await asAdmin('GET', `${path}/history`)).body.data;
      expect(versions).toMatchObject([{ version: 1, keyId: personId, keyName: supportMail }]);
      const kept = await asAdmin('GET', `${path}/history/1`);
      expect(kept.body.data).toMatchObject({ keyId: personId, keyName: supportMail });
    });

    test('open the console alone where CONSOLE_KEYS is false, and keys go on to open the server API', async () => {
      const signInWithKey = () =>
        service.call('POST', '/console/session', { token: testServerKey, headers: fromConsole });
      const { body, headers } = await signInWithKey();
      const ofKey = {
        ...fromConsole,
        cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
        'x-playkeep-console': body.data.pageSecret,
      };
      expect((await ask(ofKey)).status).toBe(200);
      await service.restart({ ...issuer.environment, SERVER_API_KEY: testServerKey, CONSOLE_KEYS: 'false' });
      expect((await ask(ofKey)).status).toBe(401);
      const refused = await signInWithKey();
      expect(refusalOf(refused)).toEqual([
        403,
        'a server key does not open this console: sign in with your account',
      ]);
      const link = await service.call('POST', '/console/session/link', {
        headers: fromConsole,
        body: '{"token":"x"}',
      });
      expect(link.status).toBe(403);
      expect((await asAdmin('GET', me)).status).toBe(200);
      expect((await ask(await signInPerson(service, issuer))).status).toBe(200);
      const ways = await service.call('GET', '/console/session/ways');
      expect(ways.body.data).toEqual({ issuer: new URL(issuer.url).host, keys: false });
    });
  });
}
