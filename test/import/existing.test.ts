// The import of players who are here already on every engine: removals at the source, refusals that leave all as it is, and suspensions.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { SourcePlayer } from '../../src/import/source.ts';
import type { Store } from '../../src/store/ports/store.ts';
import { manualClock } from '../harness/clock.ts';
import { engines, type TestDatabase } from '../harness/engines.ts';
import { importPlayers, playerOf, type TestImport } from '../harness/imports.ts';
import { openStoreOn } from '../harness/store.ts';

const hour = 3_600_000;
const author = { keyId: null, keyName: 'support', requestId: null };

for (const engine of engines) {
  describe(`an import of players who are here on ${engine.name}`, () => {
    const clock = manualClock();
    let database: TestDatabase;
    beforeEach(async () => {
      database = await engine.create();
    });
    afterEach(() => database.remove());

    const run = (player: SourcePlayer, options?: TestImport) =>
      importPlayers([player], database.environment, clock, options);
    async function onStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
      const store = await openStoreOn(database.environment, clock);
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    }
    const idOf = (store: Store, playerId: string) => store.players.findOrRegister(playerId).then(Number);
    const stateOf = (playerId: string) =>
      onStore(async (store) => {
        const id = await idOf(store, playerId);
        const [facts] = await store.players.describe([id]);
        return {
          text: (await store.metadata.find(id))?.text,
          registeredAt: facts?.registeredAt,
          suspendedUntil: facts?.suspendedUntil,
          sessions: (await store.sessions.listEnded(id, 10)).length,
          versions: (await store.versions.list(id)).length,
          actions: (await store.audit.list({ sequentialId: id }, 10)).entries.map(({ action }) => action),
        };
      });
    const save = (playerId: string, text: string) =>
      onStore(async (store) => store.metadata.save(await idOf(store, playerId), text));

    test('replaces a document by none where the source has none any more, and merges none without a change', async () => {
      for (const [existing, text] of [
        ['replace', undefined],
        ['merge', '{"a":1}'],
      ] as const) {
        await run(playerOf(existing, { a: '1' }));
        const { last } = await run(playerOf(existing), { existing });
        expect(last.replaced + last.merged).toBe(1);
        const state = await stateOf(existing);
        expect([state.text, state.versions]).toEqual([text, existing === 'replace' ? 1 : 0]);
        expect(state.actions).toEqual(['player.import', 'player.import']);
        expect((await run(playerOf(existing), { existing })).last.present).toBe(1);
        await save(existing, '{"later":1}');
        expect((await run(playerOf(existing), { existing })).last.present).toBe(1);
        expect((await stateOf(existing)).text).toBe('{"later":1}');
      }
    });

    test('lifts a suspension of an earlier import with replace once the source has, and no other one', async () => {
      const banned = (name: string, value: string) => playerOf(name, { a: value }, { isSuspended: true });
      for (const name of ['lifted', 'support', 'merged']) await run(banned(name, '1'));
      const own = { until: 'forever', reason: 'cheats' } as const;
      const audited = { author, action: 'player.suspend' } as const;
      await onStore(async (store) =>
        store.suspensions.suspend(await idOf(store, 'support'), own, { audited }),
      );

      const free = (name: string) => playerOf(name, { a: '2' }, { isSuspended: false });
      // A source that does not say, such as a table without the column, lifts nothing.
      const silent = await run(playerOf('lifted', { a: '0' }), { existing: 'replace' });
      expect([silent.last.replaced, silent.lines]).toEqual([1, []]);
      const dry = await run(free('lifted'), { existing: 'replace', dryRun: true });
      expect([dry.last.replaced, dry.lines]).toEqual([1, []]);
      expect((await stateOf('lifted')).suspendedUntil).toBe('forever');
      const lifted = await run(free('lifted'), { existing: 'replace' });
      expect([lifted.last.replaced, lifted.last.partsRefused]).toEqual([1, 0]);
      expect(await stateOf('lifted')).toMatchObject({ text: '{"a":2}', suspendedUntil: null });
      expect((await stateOf('lifted')).actions.toSorted()).toEqual([
        'player.import',
        'player.import',
        'player.import',
        'player.unsuspend',
      ]);
      for (const [name, existing] of [
        ['support', 'replace'],
        ['merged', 'merge'],
      ] as const) {
        const { lines, last } = await run(free(name), { existing });
        const reason = 'is suspended here and not at the source; the suspension stays';
        expect(lines).toEqual([{ type: 'part-refused', at: `row of ${name}`, playerId: name, reason }]);
        expect([last.replaced + last.merged, last.partsRefused]).toEqual([1, 1]);
        expect((await stateOf(name)).suspendedUntil).toBe('forever');
      }
    });

    test('tells in each run a suspension of an earlier import that stays, until replace lifts it', async () => {
      const ann = (value: string, isSuspended: boolean) => playerOf('ann', { a: value }, { isSuspended });
      await run(ann('1', true));
      const stays = { type: 'part-refused', playerId: 'ann', reason: expect.stringContaining('stays') };
      for (const existing of ['merge', 'merge', 'keep'] as const) {
        const { lines, last } = await run(ann('2', false), { existing });
        expect(lines).toMatchObject([stays]);
        expect(last.partsRefused).toBe(1);
      }
      const dry = await run(ann('2', false), { existing: 'replace', dryRun: true });
      expect([dry.lines, dry.last.present]).toEqual([[], 1]);
      expect((await stateOf('ann')).suspendedUntil).toBe('forever');
      const lifted = await run(ann('2', false), { existing: 'replace' });
      expect([lifted.lines, lifted.last.present]).toEqual([[], 1]);
      expect(await stateOf('ann')).toMatchObject({ text: '{"a":1}', suspendedUntil: null });
      expect((await stateOf('ann')).actions).toContain('player.unsuspend');

      // A suspension that somebody made here since is no concern of a source that has not changed.
      const audited = { author, action: 'player.suspend' } as const;
      const own = { until: 'forever', reason: 'cheats' } as const;
      await onStore(async (store) => store.suspensions.suspend(await idOf(store, 'ann'), own, { audited }));
      const again = await run(ann('2', false), { existing: 'replace' });
      expect([again.lines, again.last.present]).toEqual([[], 1]);
      expect((await stateOf('ann')).suspendedUntil).toBe('forever');
    });

    test('brings in nothing of a player whose document is refused', async () => {
      const startedAt = clock.now() - 50 * hour;
      const more = {
        ...{ registeredAt: startedAt - hour, isSuspended: true },
        sessions: [{ startedAt, endedAt: startedAt + 1, context: null }],
      };
      await save('large', `{"mine":"${'x'.repeat(600)}"}`);
      await save('deep', nested('"mine":1'));
      const [large, deep] = [await stateOf('large'), await stateOf('deep')];
      const theirs = playerOf('large', { theirs: `"${'x'.repeat(600)}"` }, more);
      const refused = await run(theirs, { existing: 'merge', maxBytes: 1_000 });
      expect(refused.lines).toEqual([expect.objectContaining({ type: 'refused', playerId: 'large' })]);
      expect([refused.last.refused, refused.last.sessions]).toEqual([1, 0]);
      expect(await stateOf('large')).toEqual(large);

      const { lines } = await run(playerOf('deep', { a: nested('"theirs":1').slice(5, -1) }, more), {
        existing: 'merge',
        maxBytes: 2_000_000,
      });
      expect(lines).toEqual([
        expect.objectContaining({ reason: 'the document takes too much work to merge', type: 'refused' }),
      ]);
      expect(await stateOf('deep')).toEqual(deep);
    });
  });
}

/** An object a thousand levels deep, whose innermost one is large. */
const nested = (inner: string): string =>
  `${'{"a":'.repeat(1_000)}{${inner},"x":[${'1,'.repeat(100_000)}1]}${'}'.repeat(1_000)}`;
