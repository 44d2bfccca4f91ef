// Keys and entries of the audit of people at the console, and the console without keys: over HTTP, on both engines.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { PERSON_KEY_MAX_SECONDS, ROLE_CHECK_SECONDS } from '../../src/limits.ts';
import { manualClock } from '../../test/harness/clock.ts';
import { fromConsole, type SessionHeaders } from '../../test/harness/console-session.ts';
import { engines } from '../../test/harness/engines.ts';
import { type LyingIssuer, startLyingIssuer, supportMail } from '../../test/harness/lying-issuer.ts';
import { createTestKey, testServerKey } from '../../test/harness/server-keys.ts';
import { type Service, startService } from '../../test/harness/service.ts';
import { signInPerson } from '../../test/harness/staff-sign-in.ts';

const me = '/api/server/me';

for (const engine of engines) {
  describe(`keys and traces of people on ${engine.name}`, () => {
    let issuer: LyingIssuer;
    let service: Service;
    beforeEach(async () => {
      issuer = await startLyingIssuer();
      service = await startService({
        engine,
        clock: manualClock(Date.now()),
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
    const letPass = (secondsPassed: number) => service.clock.advance(secondsPassed * 1000);

    test('make keys that end, which are listed under them, and are revoked together', async () => {
      const session = await signInPerson(service, issuer);
      const create = (expiresInSeconds?: number, scopes = ['players:read', 'keys:write']) =>
        ask(session, 'POST', '/api/server/keys', { name: 'job', scopes, expiresInSeconds });
      for (const seconds of [undefined, PERSON_KEY_MAX_SECONDS + 1]) {
        const refused = await create(seconds);
        expect([refused.status, refused.body.error.detail]).toEqual([
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
      expect([forbidden.status, forbidden.body.error.detail]).toEqual([
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
          keyName: supportMail,
          detail: { person: { subject: 'mira-1', mail: supportMail } },
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
      expect([refused.status, refused.body.error.detail]).toEqual([
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
