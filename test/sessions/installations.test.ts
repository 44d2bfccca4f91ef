// Sessions of installations through HTTP: who started one, and a start that replaces its own session alone.
import { describe, expect, test } from 'bun:test';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { useFreshService } from '../harness/use-service.ts';

const phone = 'installation-of-a-phone';
const tablet = 'installation-of-a-tablet';

describe.each(engines)('sessions of installations on $name', (engine) => {
  const service = useFreshService({ engine, environment: { SERVER_API_KEY: testServerKey } });

  const start = (installation?: string, onActive?: string, headers: Record<string, string> = {}) =>
    service.as('ann', 'POST', paths.start, {
      ...(onActive !== undefined && { body: JSON.stringify({ onActive }) }),
      headers: { ...(installation !== undefined && { 'x-installation-id': installation }), ...headers },
    });
  const refusal = ({ body }: Answer): string => body.error.message;
  const active = async () => (await service.as('ann', 'GET', paths.session)).body.data;
  const history = async () => (await service.as('ann', 'GET', paths.sessions)).body.data.sessions;

  test('show their installation to the player and to servers, and none where the start named none', async () => {
    const { sessionId } = (await start(phone)).body.data;
    expect(await active()).toMatchObject({ sessionId, installationId: phone });
    for (const path of ['/api/server/players/1/session', '/api/server/sessions']) {
      const { data } = (await service.call('GET', path, { token: testServerKey })).body;
      expect(data.sessions?.[0] ?? data).toMatchObject({ sessionId, installationId: phone });
    }
    await service.as('ann', 'POST', paths.stop);
    await start(undefined, 'reject');
    expect(await active()).toMatchObject({ installationId: null });
    await service.as('ann', 'POST', paths.stop);
    const installations = (sessions: { installationId: string | null }[]) =>
      sessions.map(({ installationId }) => installationId).sort();
    expect(installations(await history())).toEqual([null, phone].sort());
    const path = '/api/server/players/1/sessions';
    const { data } = (await service.call('GET', path, { token: testServerKey })).body;
    expect(installations(data.sessions)).toEqual([null, phone].sort());
  });

  test('are replaced by a start of their own installation that asks for it, and by no other one', async () => {
    const first = (await start(phone, 'replaceOwn')).body.data;
    const other = await start(tablet, 'replaceOwn');
    expect([other.status, other.body.error.message]).toEqual([400, 'Session already active']);
    expect(await active()).toMatchObject({ sessionId: first.sessionId });
    const second = (await start(phone, 'replaceOwn')).body.data;
    expect(await active()).toMatchObject({ sessionId: second.sessionId, installationId: phone });
    expect(await history()).toMatchObject([
      { sessionId: first.sessionId, reason: 'replaced', installationId: phone },
    ]);
    expect((await start(tablet, 'replace')).status).toBe(200);
    expect(refusal(await start(phone, 'replaceOwn'))).toBe('Session already active');
  });

  test('are refused with a malformed id, or where a start without one asks for its own', async () => {
    for (const [installation, onActive, reason] of [
      ['too short', undefined, '16 to 64'],
      [undefined, 'replaceOwn', 'X-Installation-Id'],
    ] as const) {
      const { status, body } = await start(installation, onActive);
      expect([status, body.error.message]).toEqual([400, 'Invalid request']);
      expect(body.error.detail).toContain(reason);
    }
    expect(refusal(await service.as('ann', 'GET', paths.session))).toBe('No active session found');
  });

  test('are in the export of their player', async () => {
    await start(phone);
    await service.as('ann', 'POST', paths.stop);
    await start(phone);
    const path = '/api/server/players/1/export';
    const exported = await service.call('GET', path, { token: testServerKey });
    expect(exported.text.match(new RegExp(phone, 'g'))).toHaveLength(2);
  });
});
