// The promises of every engine about events (src/store/ports/events.ts): each change tells one event with its commit, and a reader who
// goes on behind the last one misses none.
import { expect, test } from 'bun:test';
import { EVENT_MEMBERS_MAX_BYTES_OF_PERIOD } from '../../../src/limits.ts';
import type { EditOptions } from '../../../src/store/ports/metadata.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { postgres, sqlite } from '../../harness/engines.ts';
import { allEvents, readEvents, settledEvents, type TestEvent, toldBy } from '../../harness/events.ts';
import { openTestStore, timeoutSeconds } from '../../harness/store.ts';
import { until } from '../../harness/until.ts';
import { author, day, sessionA, sessionB, signal } from './shared.ts';

const sessionC = '01900000-0000-7000-8000-00000000000c';
const byServer: EditOptions = { by: 'server', audited: { author, action: 'metadata.set' } };

describeStores('events', { engines: [sqlite, postgres], environment: allEvents }, (t) => {
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
      'player.suspended',
      'session.ended',
      'player.suspended',
      'player.unsuspended',
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

  test('a long context is stored in the row of the session alone, and its events are read with it', async () => {
    const ann = await t.register('ann');
    const { sessions } = t.store;
    const context = (n: number) => `{"n":${n},"long":"${'x'.repeat(4_000)}"}`;
    const count = 60;
    for (let n = 0; n < count; n += 1) {
      t.clock.advance(n % 2);
      await sessions.start(ann, Bun.randomUUIDv7(), { context: context(n), onActive: 'replace' });
    }
    const started = (await told(1)).filter(({ type }) => type === 'session.started');
    const ended = (await told(1)).filter(({ type }) => type === 'session.ended');
    expect(started.map(({ data }) => data.context.n)).toEqual([...Array(count).keys()]);
    expect(ended.map(({ data }) => data.context.n)).toEqual([...Array(count - 1).keys()]);
    const stored =
      'SELECT sum(octet_length(data) + coalesce(octet_length(personal), 0)) AS bytes FROM events';
    expect(Number((await t.run(stored))[0]?.bytes)).toBeLessThan(count * 300);
    await t.store.players.erase('ann');
    expect((await told(1)).filter(({ data }) => data.context)).toEqual([]);
  });

  test('names of members past the bytes of a player are left out, until the next 30 days', async () => {
    const [ann, bob] = [await t.register('ann'), await t.register('bob')];
    const data = (length: number, n: number) => `{"${n}${'x'.repeat(length)}":1}`;
    await t.store.metadata.save(ann, data(400, 0));
    await t.store.metadata.save(ann, data(800, 1));
    const told_bytes = EVENT_MEMBERS_MAX_BYTES_OF_PERIOD - 1_700;
    await t.run(`UPDATE metadata SET told_bytes = ${told_bytes} WHERE sequential_id = ${ann}`);
    await t.store.metadata.save(ann, data(100, 2));
    await edit(ann, data(400, 3), byServer);
    await t.store.metadata.save(ann, data(400, 4));
    await edit(ann, data(400, 5), byServer);
    await t.store.metadata.save(bob, data(400, 6));
    t.clock.advance(31 * day);
    await t.store.metadata.save(ann, data(400, 7));
    const events = (await told(2)).map((event) => [event.data.members?.length ?? null, event.data.keyId]);
    expect(events).toEqual([
      [1, null],
      [null, null],
      [2, null],
      [2, author.keyId],
      [null, null],
      [null, author.keyId],
      [1, null],
      [2, null],
    ]);
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

  test('pages follow on each other, whatever their size and their types', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => t.register(`player ${n}`)));
    await Promise.all(ids.map((id) => t.store.metadata.save(id, '{"n":1}')));
    const all = await settled();
    expect(all.map(({ eventId }) => eventId)).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
    for (const limit of [1, 7, 80, 1_000]) expect(await readEvents(t.store.events, { limit })).toEqual(all);
    const types = ['metadata.changed'] as const;
    const changed = all.filter(({ type }) => type === 'metadata.changed');
    for (const limit of [1, 7, 1_000])
      expect(await readEvents(t.store.events, { limit, types })).toEqual(changed);
    expect(await readEvents(t.store.events, { after: 77 })).toEqual(all.slice(77));
    const none = await t.store.events.page(10, { types: ['player.erased'], limit: 5 });
    expect(none).toEqual({ events: [], lastEventId: 80 });
    expect(await t.store.events.page(80, { limit: 5 })).toEqual({ events: [], lastEventId: 80 });
    expect(await t.store.events.page(81, { limit: 5 })).toBe('ahead');
  });

  test('what another store writes is in the feed, each event once', async () => {
    const other = await t.open();
    try {
      const ids = await Promise.all(
        Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? t.store : other).players.register(`p${n}`)),
      );
      const saves = ids.flatMap((id) =>
        [t.store, other].map((store) => store.metadata.save(Number(id), '{}')),
      );
      await Promise.all(saves);
      const all = await settled();
      expect(await settled(other)).toEqual(all);
      expect(all).toHaveLength(30 + 60);
      const tags = all.flatMap(({ type, data }) => (type === 'metadata.changed' ? [data.etag] : []));
      expect(new Set(tags).size).toBe(60);
      for (const id of ids) {
        const ofPlayer = tags.filter((tag) => tag.startsWith(`"${id}-`));
        expect(ofPlayer).toEqual([`"${id}-1"`, `"${id}-2"`]);
      }
    } finally {
      await other.close();
    }
  });

  test('a listener is told of new events', async () => {
    let calls = 0;
    t.store.events.onEvents(() => {
      calls += 1;
    });
    await t.register('ann');
    // Its event is in the feed a moment before the process hears that it is.
    await until(() => calls > 0);
  });

  test('events of before names were personal keep them until an erasure', async () => {
    const ann = await t.register('ann');
    await edit(ann, '{"n":1}', byServer);
    await t.run(`UPDATE events SET data = '{"version":2,"by":"server","members":["n"],"deleted":false}', personal = NULL
      WHERE data LIKE '%"version"%'`);
    const members = async () => (await settled()).flatMap(({ data }) => data.members ?? []);
    expect(await members()).toEqual(['n']);
    await t.store.players.erase('ann');
    expect(await members()).toEqual([]);
  });

  test('an erasure takes personal facts out of the feed at once, and out of the stored rows by the job', async () => {
    const [ann, bob] = [await t.register('ann'), await t.register('bob')];
    for (const [id, session] of [
      [ann, sessionA],
      [bob, sessionB],
    ] as const) {
      await t.store.sessions.start(id, session, { context: '{"city":"Ulm"}', installationId: 'phone-1' });
      await edit(id, '{"n":1}', byServer);
      await t.store.suspensions.suspend(id, { until: 'forever', reason: 'a reason' });
    }
    await t.store.players.erase('ann');
    const personal = ['context', 'installationId', 'keyId', 'reason', 'members'];
    const facts = (events: readonly TestEvent[], id: number) =>
      events
        .filter(({ sequentialId, type }) => sequentialId === id && type !== 'session.ended')
        .flatMap(({ data }) => personal.flatMap((name) => data[name] ?? []));
    const shown = await settled();
    expect(facts(shown, ann)).toEqual([]);
    expect(facts(shown, bob)).toEqual([{ city: 'Ulm' }, 'phone-1', author.keyId, 'n', 'a reason']);
    expect(shown.filter(({ type }) => type === 'session.ended').map(({ data }) => data)).toEqual([
      expect.objectContaining({ reason: 'terminated', context: null }),
      expect.objectContaining({ reason: 'terminated', context: { city: 'Ulm' } }),
    ]);
    const stored = async () =>
      (await t.run('SELECT DISTINCT sequential_id FROM events WHERE personal IS NOT NULL ORDER BY 1')).map(
        ({ sequential_id }) => Number(sequential_id),
      );
    expect(await stored()).toEqual([ann, bob]);
    await t.store.events.forgetErased(signal);
    expect(await stored()).toEqual([bob]);
    expect(await t.run('SELECT * FROM event_erasures')).toEqual([]);
    await t.store.events.forgetErased(signal);
    expect(await settled()).toEqual(shown);
  });

  test('old events go, their ids are never given again, and a place before them is gone', async () => {
    await t.store.events.deleteOld(30, signal);
    const ann = await t.register('ann');
    await t.store.metadata.save(ann, '{"n":1}');
    await settled();
    t.clock.advance(20 * day);
    await t.store.events.deleteOld(30, signal);
    await t.store.metadata.save(ann, '{"n":2}');
    expect(await settled()).toHaveLength(3);
    t.clock.advance(13 * day);
    await t.store.events.deleteOld(30, signal);
    expect((await readEvents(t.store.events, { after: 2 })).map(({ eventId }) => eventId)).toEqual([3]);
    expect((await readEvents(t.store.events)).map(({ eventId }) => eventId)).toEqual([3]);
    expect(await t.store.events.page(1, { limit: 5 })).toEqual({ oldestEventId: 3 });
    t.clock.advance(40 * day);
    await t.store.events.deleteOld(30, signal);
    expect(await t.store.events.page(undefined, { limit: 5 })).toEqual({ events: [], lastEventId: 3 });
    expect(await t.store.events.page(3, { limit: 5 })).toEqual({ events: [], lastEventId: 3 });
    expect(await t.store.events.page(2, { limit: 5 })).toEqual({ oldestEventId: 4 });
    await t.store.close();
    await t.reopen();
    await t.store.metadata.save(ann, '{"n":3}');
    const times = async () => (await t.run('SELECT at FROM events ORDER BY at')).length;
    await until(async () => (await t.store.events.newest()) === 4);
    expect((await readEvents(t.store.events)).map(({ eventId }) => eventId)).toEqual([4]);
    expect(await times()).toBe(1);
  });
});

const chosen = [
  ['', []],
  ['players', ['player.registered', 'player.suspended', 'player.erased']],
  ['sessions', ['session.started', 'session.ended']],
  ['metadata', ['metadata.changed', 'metadata.changed']],
] as const;
for (const engine of [sqlite, postgres]) {
  test.each(chosen)(`only the chosen events are told on ${engine.name}: "%s"`, async (EVENTS, types) => {
    const environment = EVENTS === '' ? {} : { EVENTS };
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
  });
}
