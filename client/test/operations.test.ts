// The operations of the client on a running service: metadata to the last digit, conditions, versions, and sessions that beat,
// sleep, wake up and are replaced.
import { expect, test } from 'bun:test';
import { signTestToken } from '../../test/harness/service.ts';
import { createClient, type LifecycleEvent, type PlaySession, type PlayState } from '../src/index.ts';
import { failureOf, until } from './devices.ts';
import { describeOnEngines } from './suite.ts';

const noSession = 'No active session found';

/** A device whose sleep and heartbeats the test moves. */
function deviceAt(url: string, playerId: string) {
  const listeners = new Set<(event: LifecycleEvent) => void>();
  const sleepers = new Set<() => void>();
  const client = createClient({
    url,
    token: () => signTestToken(playerId),
    environment: {
      sleep: (_, signal) =>
        new Promise((resolve) => {
          sleepers.add(resolve);
          signal?.addEventListener('abort', () => resolve());
        }),
      onLifecycle(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  return {
    ...client,
    tell: (event: LifecycleEvent) => [...listeners].map((listener) => listener(event)),
    beat: () => [...sleepers].map((wake) => wake()),
  };
}

const reached = (session: PlaySession, state: PlayState): Promise<unknown> =>
  session.state === state ? Promise.resolve() : new Promise((resolve) => session.on(state, resolve));

describeOnEngines(({ service, player }) => {
  const device = (name: string) => deviceAt(service().url, name);

  test('metadata keeps every digit, and conditions hold', async () => {
    const name = player();
    const { metadata } = device(name);
    const empty = await metadata.get();
    expect([empty.text, empty.metadata]).toEqual(['{}', {}]);
    const text = '{"big":12345678901234567890,"d":1.00}';
    const first = await metadata.set(text, { ifMatch: empty.etag });
    expect(first.text).toBe(text);
    await metadata.merge({ gold: 5 }, { ifMatch: first.etag });
    const sum = await metadata.patch([
      { op: 'increment', path: '/gold', by: 0.1 },
      { op: 'append', path: '/bought', value: 'torch' },
    ]);
    expect(sum.text).toBe('{"big":12345678901234567890,"d":1.00,"gold":5.1,"bought":["torch"]}');
    const refused = await failureOf(metadata.set({}, { ifMatch: first.etag }));
    expect([refused.code, refused.record?.text, refused.record?.etag]).toEqual([
      'conflict',
      sum.text,
      sum.etag,
    ]);
    const key = { idempotencyKey: 'once' };
    await metadata.patch([{ op: 'increment', path: '/gold', by: 1 }], key);
    await metadata.patch([{ op: 'increment', path: '/gold', by: 1 }], key);
    expect((await metadata.getBySequentialId(sum.sequentialId)).metadata).toMatchObject({ gold: 6.1 });
    const { records, unknown } = await metadata.lookup([sum.sequentialId, 999_999]);
    expect([records[0]?.text.includes('12345678901234567890'), unknown]).toEqual([true, [999_999]]);
    await metadata.delete();
    const [kept] = await metadata.history();
    const version = await metadata.version(kept?.version ?? 0);
    expect([version.text.slice(0, 27), version.writtenBy]).toEqual(['{"big":12345678901234567890', 'player']);
    expect((await metadata.restore(kept?.version ?? 0)).text).toBe(version.text);
  });

  test('sessions are started, read and ended', async () => {
    const name = player();
    const { sessions, metadata } = device(name);
    const { sessionId } = await sessions.start({ context: { platform: 'web' } });
    expect(await sessions.active()).toMatchObject({ sessionId, context: { platform: 'web' } });
    expect(await sessions.heartbeat({ sessionId })).toMatchObject({ sessionId });
    expect((await failureOf(sessions.start())).code).toBe('conflict');
    const second = await sessions.start({ onActive: 'replace' });
    const stale = await failureOf(metadata.set({}, { sessionId }));
    expect([stale.code, stale.message]).toEqual(['superseded', 'Session not current']);
    await sessions.stop({ sessionId: second.sessionId });
    const page = await sessions.history({ limit: 1 });
    expect(page.sessions.map(({ reason }) => reason)).toEqual(['stopped']);
    const rest = await sessions.history({ cursor: page.nextCursor ?? '' });
    expect(rest.sessions.map(({ reason }) => reason)).toEqual(['replaced']);
    expect((await failureOf(sessions.active())).message).toBe(noSession);
  });

  test('a played session beats, sleeps with the page, and ends once', async () => {
    const name = player();
    const { sessions, tell, beat } = device(name);
    const session = await sessions.play({ context: { level: 3 } });
    const { lastActivity } = await sessions.active();
    service().clock.advance(300_000);
    beat();
    await until(async () => (await sessions.active()).lastActivity !== lastActivity);
    tell('sleep');
    expect(session.state).toBe('suspended');
    const asleep = (await sessions.active()).lastActivity;
    service().clock.advance(60_000);
    tell('wake');
    expect(session.state).toBe('active');
    await until(async () => (await sessions.active()).lastActivity !== asleep);
    await session.end();
    await session.end();
    expect(session.state).toBe('ended');
    expect((await sessions.history()).sessions.map(({ reason }) => reason)).toEqual(['stopped']);
  });

  test('a session that expired in its sleep begins anew, and never ends that of another device', async () => {
    const name = player();
    const phone = device(name);
    const session = await phone.sessions.play({ onActive: 'replace' });
    const first = session.sessionId;
    phone.tell('sleep');
    service().clock.advance(2_000_000);
    phone.tell('wake');
    await until(() => session.sessionId !== first);
    expect((await phone.sessions.active()).sessionId).toBe(String(session.sessionId));
    phone.tell('sleep');
    const tablet = await device(name).sessions.play({ onActive: 'replace' });
    const superseded = reached(session, 'superseded');
    phone.tell('wake');
    await superseded;
    expect((await phone.sessions.active()).sessionId).toBe(String(tablet.sessionId));
    await session.end();
    await tablet.end();
  });
});
