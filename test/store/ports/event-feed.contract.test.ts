// The promises of every engine about the feed of events (src/store/ports/events.ts): pages, several stores, erasures and the retention.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { EditOptions } from '../../../src/store/ports/metadata.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import { postgres, sqlite } from '../../harness/engines.ts';
import { allEvents, readEvents, settledEvents, type TestEvent } from '../../harness/events.ts';
import { rawDatabase } from '../../harness/raw-database.ts';
import { openTestStore, type TestStore } from '../../harness/store.ts';
import { until } from '../../harness/until.ts';

const sessionA = '01900000-0000-7000-8000-00000000000a';
const sessionB = '01900000-0000-7000-8000-00000000000b';
const author = { keyId: '01a1fb57-a392-71cf-b279-7fe125c02aaa', keyName: 'backend', requestId: null };
const byServer: EditOptions = { by: 'server', audited: { author, action: 'metadata.set' } };
const day = 24 * 3_600_000;

for (const engine of [sqlite, postgres]) {
  describe(`the feed on ${engine.name}`, () => {
    let t: TestStore;
    beforeEach(async () => {
      t = await openTestStore(engine, allEvents);
    });
    afterEach(() => t.remove());

    const settled = (store: Store = t.store) => settledEvents(store.events, t.environment);
    const edit = (id: number, text: string, options: EditOptions = {}) =>
      t.store.metadata.edit(id, () => ({ answer: null, text }), options);

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
      const personal = ['context', 'installationId', 'keyId', 'reason'];
      const facts = (events: readonly TestEvent[], id: number) =>
        events
          .filter(({ sequentialId, type }) => sequentialId === id && type !== 'session.ended')
          .flatMap(({ data }) => personal.flatMap((name) => data[name] ?? []));
      const shown = await settled();
      expect(facts(shown, ann)).toEqual([]);
      expect(facts(shown, bob)).toEqual([{ city: 'Ulm' }, 'phone-1', author.keyId, 'a reason']);
      expect(shown.filter(({ type }) => type === 'session.ended').map(({ data }) => data)).toEqual([
        expect.objectContaining({ reason: 'terminated', context: null }),
        expect.objectContaining({ reason: 'terminated', context: { city: 'Ulm' } }),
      ]);
      const raw = rawDatabase(t.environment);
      const stored = async () =>
        (
          await raw.run('SELECT DISTINCT sequential_id FROM events WHERE personal IS NOT NULL ORDER BY 1')
        ).map(({ sequential_id }) => Number(sequential_id));
      expect(await stored()).toEqual([ann, bob]);
      const { signal } = new AbortController();
      await t.store.events.forgetErased(signal);
      expect(await stored()).toEqual([bob]);
      expect(await raw.run('SELECT * FROM event_erasures')).toEqual([]);
      await t.store.events.forgetErased(signal);
      await raw.close();
      expect(await settled()).toEqual(shown);
    });

    test('old events go, their ids are never given again, and a place before them is gone', async () => {
      const { signal } = new AbortController();
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
      const raw = rawDatabase(t.environment);
      const times = async () => (await raw.run('SELECT at FROM events ORDER BY at')).length;
      await until(async () => (await t.store.events.newest()) === 4);
      expect((await readEvents(t.store.events)).map(({ eventId }) => eventId)).toEqual([4]);
      expect(await times()).toBe(1);
      await raw.close();
    });
  });
}
