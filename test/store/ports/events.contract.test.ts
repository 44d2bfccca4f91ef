// The promises of every engine about events (src/store/ports/events.ts): each change tells one event with its commit, and a reader who
// goes on behind the last one misses none.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { EditOptions } from '../../../src/store/ports/metadata.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import { postgres, sqlite } from '../../harness/engines.ts';
import { allEvents, settledEvents, toldBy } from '../../harness/events.ts';
import { openTestStore, type TestStore, timeoutSeconds } from '../../harness/store.ts';

const sessionA = '01900000-0000-7000-8000-00000000000a';
const sessionB = '01900000-0000-7000-8000-00000000000b';
const sessionC = '01900000-0000-7000-8000-00000000000c';
const author = { keyId: '01a1fb57-a392-71cf-b279-7fe125c02aaa', keyName: 'backend', requestId: null };
const byServer: EditOptions = { by: 'server', audited: { author, action: 'metadata.set' } };

for (const engine of [sqlite, postgres]) {
  describe(`events on ${engine.name}`, () => {
    let t: TestStore;
    beforeEach(async () => {
      t = await openTestStore(engine, allEvents);
    });
    afterEach(() => t.remove());

    const settled = (store: Store = t.store) => settledEvents(store.events, t.environment);
    const told = async (after = 0) => (await settled()).slice(after).map(toldBy);
    const iso = (time: number) => new Date(time).toISOString();
    const edit = (id: number, text: string | null | undefined, options: EditOptions = {}) =>
      t.store.metadata.edit(id, () => ({ answer: null, ...(text !== undefined && { text }) }), options);

    test('there is none before the first, and it is the first of a page', async () => {
      expect(await t.store.events.page(undefined, { limit: 1 })).toEqual({ events: [], lastEventId: null });
      expect(await t.store.events.newest()).toBeNull();
      const ann = await t.register('ann');
      const [event] = await settled();
      expect(event).toEqual({
        eventId: 1,
        type: 'player.registered',
        at: t.clock.now(),
        sequentialId: ann,
        data: {},
      });
      expect(await t.store.events.newest()).toBe(1);
    });

    test('a registration tells one event, however often it is asked for, and so does an erasure', async () => {
      const ann = await t.register('ann');
      await t.register('ann');
      await t.store.players.findOrRegister('ann');
      expect(await t.store.players.erase('ann')).toBe(true);
      expect(await t.store.players.erase('ann')).toBe(false);
      expect(await t.store.players.register('ann')).toBe('erased');
      const again = await t.store.players.register('ann', { revive: true });
      expect(await told()).toEqual([
        { type: 'player.registered', sequentialId: ann, data: {} },
        { type: 'player.erased', sequentialId: ann, data: {} },
        { type: 'player.registered', sequentialId: again as number, data: {} },
      ]);
    });

    test('a suspension and its end tell what they set and end, and nothing where nothing changes', async () => {
      const ann = await t.register('ann');
      const until = t.clock.now() + 60_000;
      await t.store.sessions.start(ann, sessionA);
      const { suspensions } = t.store;
      await suspensions.suspend(ann, { until, reason: 'sold "items", 🎮' });
      await suspensions.suspend(ann, { until, reason: 'sold "items", 🎮' });
      await suspensions.suspend(ann, { until: 'forever', reason: null });
      await suspensions.unsuspend(ann);
      await suspensions.unsuspend(ann);
      const events = await told(2);
      expect(events.map(({ type }) => type)).toEqual([
        ...(['player.suspended', 'session.ended', 'player.suspended', 'player.unsuspended'] as const),
      ]);
      expect(events.map(({ data }) => data)).toEqual([
        { until: iso(until), reason: 'sold "items", 🎮' },
        expect.objectContaining({ sessionId: sessionA, reason: 'terminated' }),
        { until: 'forever', reason: null },
        { until: 'forever', reason: null },
      ]);
    });

    test('starts and ends of sessions tell what they were', async () => {
      const ann = await t.register('ann');
      const { sessions } = t.store;
      const startedAt = t.clock.now();
      const context = '{ "big": 12345678901234567890,\n "s": "\\u0000\\ud800" }';
      await sessions.start(ann, sessionA, { context, installationId: 'phone-1' });
      expect(await sessions.start(ann, sessionB)).toBe('already-active');
      await sessions.heartbeat(ann);
      t.clock.advance(1_500);
      await sessions.start(ann, sessionB, { onActive: 'replace' });
      t.clock.advance(2_000);
      await sessions.end(ann, 'stopped', { sessionId: sessionA });
      await sessions.end(ann, 'stopped');
      await sessions.end(ann, 'stopped');
      const page = await t.store.events.page(1, { limit: 10 });
      const events = (await settled()).slice(1);
      expect(events.map(({ type, at }) => [type, at - startedAt])).toEqual([
        ['session.started', 0],
        ['session.ended', 1_500],
        ['session.started', 1_500],
        ['session.ended', 3_500],
      ]);
      const startTime = iso(startedAt);
      expect(events[0]?.data).toMatchObject({ sessionId: sessionA, startTime, installationId: 'phone-1' });
      expect(events[1]?.data).toEqual({
        sessionId: sessionA,
        startTime,
        endTime: iso(startedAt + 1_500),
        duration: 1.5,
        reason: 'replaced',
        context: JSON.parse(context),
      });
      expect(events[2]?.data).toEqual({
        sessionId: sessionB,
        startTime: iso(startedAt + 1_500),
        context: null,
        installationId: null,
      });
      expect(events[3]?.data).toMatchObject({ sessionId: sessionB, reason: 'stopped', context: null });
      // The text of a context is told as it was sent.
      const texts = page !== 'ahead' && 'events' in page ? page.events.map(({ data }) => data) : [];
      for (const text of texts.slice(0, 2)) expect(text).toContain(context);
    });

    test('a session that expired is told when its row is moved, with the end at its last activity', async () => {
      const [ann, bob, eve] = [await t.register('ann'), await t.register('bob'), await t.register('eve')];
      const { sessions } = t.store;
      const startedAt = t.clock.now();
      await sessions.start(ann, sessionA);
      await sessions.start(bob, sessionB);
      await sessions.start(eve, sessionC);
      t.clock.advance(timeoutSeconds * 1_000 + 5_000);
      expect(await told(6)).toEqual([]);
      await sessions.end(bob, 'stopped');
      await sessions.start(ann, '01900000-0000-7000-8000-00000000000d');
      expect((await sessions.expire(0, 100)).moved).toBe(1);
      expect((await sessions.expire(0, 100)).moved).toBe(0);
      const events = await told(6);
      const ends = events.filter(({ type }) => type === 'session.ended');
      expect(ends.map(({ sequentialId }) => sequentialId)).toEqual([bob, ann, eve]);
      for (const { data } of ends)
        expect(data).toMatchObject({ endTime: iso(startedAt), duration: 0, reason: 'expired' });
      expect(events).toHaveLength(4);
    });

    test('writes of metadata tell the members that differ, by whom, and the new tag', async () => {
      const ann = await t.register('ann');
      const { metadata } = t.store;
      await metadata.save(ann, '{"a":1,"b":{"c":[1]},"d":null}');
      await metadata.save(ann, '{"a":1,"b":{"c":[2]},"e":"x"}');
      await metadata.save(ann, '{"a":1,"b":{"c":[2]},"e":"x"}');
      await edit(ann, '{"a":1}', byServer);
      await edit(ann, undefined, byServer);
      const installation = { id: 'phone-1', installation: 'a'.repeat(32), write: 'b'.repeat(32) };
      await edit(ann, '{"a":2}', { installationWrite: installation });
      await edit(ann, '{"a":3}', { installationWrite: installation });
      await edit(ann, null);
      const events = await told(1);
      const written = (version: number, members: unknown, more: object = {}) => ({
        type: 'metadata.changed',
        sequentialId: ann,
        data: {
          etag: `"${ann}-${version}"`,
          writtenBy: 'player',
          keyId: null,
          installationId: null,
          members,
          deleted: false,
          ...more,
        },
      });
      const sorted = events.map((event) => ({
        ...event,
        data: { ...event.data, members: event.data.members.toSorted() },
      }));
      expect(sorted).toEqual([
        written(1, ['a', 'b', 'd']),
        written(2, ['b', 'd', 'e']),
        written(3, []),
        written(4, ['b', 'e'], { writtenBy: 'server', keyId: author.keyId }),
        written(5, ['a'], { installationId: 'phone-1' }),
        written(6, ['a'], { deleted: true }),
      ] as never);
    });

    test('a loss is told in the place of the change', async () => {
      const ann = await t.register('ann');
      const long = `{"long":"${'x'.repeat(400)}","n":1}`;
      await t.store.metadata.save(ann, long);
      await t.store.metadata.save(ann, '{"n":1}');
      expect((await told(2)).map(({ type, data }) => [type, data])).toEqual([
        [
          'metadata.lost',
          {
            etag: `"${ann}-2"`,
            writtenBy: 'player',
            keyId: null,
            installationId: null,
            members: ['long'],
            deleted: false,
            bytesBefore: long.length,
            bytes: 7,
          },
        ],
      ]);
    });

    test('a write under a key that was used tells nothing more', async () => {
      const ann = await t.register('ann');
      const { metadata, sessions } = t.store;
      for (let n = 0; n < 3; n += 1) {
        const idempotencyKey = { key: 'save', fingerprint: 'a' };
        await metadata.edit(ann, () => ({ answer: null, text: `{"n":${n}}` }), { idempotencyKey });
        const start = { key: 'start', fingerprint: 'a' };
        await sessions.start(ann, sessionA, { idempotencyKey: start });
        await sessions.end(ann, 'stopped', { idempotencyKey: { key: 'stop', fingerprint: 'a' } });
      }
      expect((await told(1)).map(({ type }) => type)).toEqual([
        'metadata.changed',
        'session.started',
        'session.ended',
      ]);
    });
  });

  test(`only the chosen events are told on ${engine.name}, and none while none are chosen`, async () => {
    for (const [environment, types] of [
      [{}, []],
      [{ EVENTS: 'players' }, ['player.registered', 'player.suspended', 'player.erased']],
      [{ EVENTS: 'sessions' }, ['session.started', 'session.ended']],
      [{ EVENTS: 'metadata' }, ['metadata.changed', 'metadata.changed']],
    ] as const) {
      const t = await openTestStore(engine, environment);
      const ann = await t.register('ann');
      await t.store.sessions.start(ann, sessionA);
      await t.store.metadata.save(ann, '{}');
      await t.store.metadata.edit(ann, () => ({ answer: null, text: '{"n":1}' }));
      await t.store.suspensions.suspend(ann, { until: 'forever', reason: null });
      await t.store.players.erase('ann');
      const events = await settledEvents(t.store.events, t.environment);
      expect(events.map(({ type }) => type)).toEqual([...types]);
      await t.remove();
    }
  });
}
