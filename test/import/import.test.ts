// The import of players from another service into every engine: who comes in, what stays as it is, and what the report says.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Store } from '../../src/store/ports/store.ts';
import { manualClock } from '../harness/clock.ts';
import { engines, type TestDatabase } from '../harness/engines.ts';
import { importPlayers, playerOf, type TestImport } from '../harness/imports.ts';
import { openStoreOn } from '../harness/store.ts';

const hour = 3_600_000;

for (const engine of engines) {
  describe(`an import from another service on ${engine.name}`, () => {
    const clock = manualClock();
    let database: TestDatabase;
    beforeEach(async () => {
      database = await engine.create();
    });
    afterEach(() => database.remove());

    const run = (players: Parameters<typeof importPlayers>[0], options?: TestImport) =>
      importPlayers(players, database.environment, clock, options);
    async function onStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
      const store = await openStoreOn(database.environment, clock);
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    }
    const textOf = (playerId: string) =>
      onStore(async (store) => (await store.metadata.find(Number(await store.players.find(playerId))))?.text);
    const save = (playerId: string, text: string) =>
      onStore(async (store) => {
        const id = Number(await store.players.findOrRegister(playerId));
        await store.metadata.save(id, text);
        return id;
      });
    const entriesOf = (sequentialId: number) =>
      onStore(async (store) =>
        (await store.audit.list({ sequentialId }, 100)).entries.map(({ action, detail }) => ({
          action,
          detail: JSON.parse(detail ?? 'null'),
        })),
      );

    test('brings in new players with the next numbers, and every digit', async () => {
      const ann = await save('ann', '{"here":1}');
      const big = '{"gold": 12345678901234567890.10, "e":1E400,"s":"\\u0000\\ud83d"}';
      const { lines, last } = await run([
        playerOf('bob', { 'storage/a/b': '1', 'storage/save': big, top: ' [1,  2] ' }),
        playerOf('cyd'),
        ...['dan', 'eve', 'fay'].map((name) => playerOf(name, { name: JSON.stringify(name) })),
      ]);
      expect(lines).toEqual([]);
      expect(last).toMatchObject({ type: 'sums', complete: true, read: 5, new: 5, valuesWithoutRule: 1 });
      expect(await textOf('bob')).toBe(`{"storage":{"save":${big}},"top":[1,  2]}`);
      expect(await textOf('cyd')).toBeUndefined();
      await onStore(async (store) => {
        const found = await Promise.all(['bob', 'cyd', 'dan', 'eve', 'fay'].map(store.players.find));
        expect(found).toEqual([1, 2, 3, 4, 5].map((n) => ann + n));
        const facts = await store.players.describe([ann + 1, ann + 2]);
        expect(
          facts.map(({ version, lastSeenAt, registeredAt }) => [version, lastSeenAt, registeredAt]),
        ).toEqual([
          [1, null, clock.now()],
          [0, null, clock.now()],
        ]);
      });
      expect(await entriesOf(ann + 1)).toEqual([
        {
          action: 'player.import',
          detail: { version: 1, from: 'array', digest: expect.stringMatching(/^[\da-f]{32}$/) },
        },
      ]);
      expect(await textOf('ann')).toBe('{"here":1}');
    });

    test('brings sessions, the time of registration and a suspension', async () => {
      const registeredAt = clock.now() - 400 * 24 * hour;
      const sessions = [1, 2, 3].map((n) => ({
        startedAt: registeredAt + n * hour,
        endedAt: registeredAt + n * hour + 60_000,
        context: n === 2 ? '{"platform":"ios"}' : null,
      }));
      const bob = playerOf('bob', { a: '1' }, { registeredAt, sessions, isSuspended: true });
      const { last } = await run([bob]);
      expect(last).toMatchObject({ new: 1, sessions: 3 });
      const check = async (store: Store) => {
        const [facts] = await store.players.describe([Number(await store.players.find('bob'))]);
        expect(facts).toMatchObject({
          registeredAt,
          suspendedUntil: 'forever',
          lastSeenAt: sessions[2]?.endedAt,
        });
        const ended = await store.sessions.listEnded(facts?.sequentialId ?? 0, 10);
        expect(
          ended.map(({ startedAt, endedAt, context, reason }) => ({ startedAt, endedAt, context, reason })),
        ).toEqual(sessions.toReversed().map((session) => ({ ...session, reason: 'stopped' as const })));
      };
      await onStore(check);
      expect((await run([bob])).last).toMatchObject({ new: 0, present: 1, sessions: 0 });
      await onStore(check);
    });

    test('fills a player who was here without metadata, whatever the rule is', async () => {
      const startedAt = clock.now() - 50 * hour;
      for (const existing of ['keep', 'replace', 'merge'] as const) {
        const id = await onStore(async (store) => Number(await store.players.register(existing)));
        const sessions = [{ startedAt, endedAt: startedAt + 1, context: null }];
        const more = { registeredAt: startedAt - hour, isSuspended: true, sessions };
        const { last } = await run([playerOf(existing, { a: '{ "n": 1 }' }, more)], { existing });
        expect(last).toMatchObject({ filled: 1, kept: 0, sessions: 1 });
        expect(await textOf(existing)).toBe('{"a":{ "n": 1 }}');
        const [facts] = await onStore((store) => store.players.describe([id]));
        expect(facts).toMatchObject({
          version: 1,
          registeredAt: startedAt - hour,
          suspendedUntil: 'forever',
        });
        expect((await entriesOf(id)).map(({ action }) => action).toSorted()).toEqual([
          'player.import',
          'player.suspend',
        ]);
        expect((await run([playerOf(existing, { a: '{ "n": 1 }' }, more)], { existing })).last.present).toBe(
          1,
        );
      }
    });

    test('keeps, replaces or merges the metadata of players who are here', async () => {
      const ours = '{ "a":1.0 , "o": {"x":1, "l":[1]} }';
      const theirs = { a: '2', b: '3.00', o: '{"x":9,"y":{"z":1e2},"l":[2]}' };
      const after = {
        keep: ours,
        replace: '{"a":2,"b":3.00,"o":{"x":9,"y":{"z":1e2},"l":[2]}}',
        merge: '{ "a":1.0 , "o": {"x":1, "l":[1], "y":{"z":1e2}} , "b":3.00}',
      };
      for (const existing of ['keep', 'replace', 'merge'] as const) {
        const id = await save(existing, ours);
        const { lines, last } = await run([playerOf(existing, theirs)], { existing });
        const text = await textOf(existing);
        expect(JSON.parse(text ?? '')).toEqual(JSON.parse(after[existing]));
        if (existing !== 'merge') expect(text).toBe(after[existing]);
        else expect(text).toContain('{"z":1e2}');
        const kept = await onStore((store) => store.versions.list(id));
        if (existing === 'keep') {
          expect(lines).toEqual([
            ...[
              {
                type: 'left-out',
                at: 'row of keep',
                playerId: 'keep',
                reason: 'is here already, and --existing is keep',
              },
            ],
          ] as never);
          expect([last.kept, kept.length, (await entriesOf(id)).length]).toEqual([1, 0, 0]);
          continue;
        }
        expect([last.merged + last.replaced, kept.length]).toEqual([1, 1]);
        expect(await entriesOf(id)).toEqual([
          { action: 'player.import', detail: { version: 2, from: 'array', digest: expect.any(String) } },
        ]);
      }
    });

    test('refuses a merge that would be too large, with all that belongs to the player', async () => {
      const id = await save('ann', `{"mine":"${'x'.repeat(600)}"}`);
      const before = await onStore((store) => store.players.describe([id]));
      const startedAt = clock.now() - hour;
      const more = {
        registeredAt: 5,
        isSuspended: true,
        sessions: [{ startedAt, endedAt: clock.now(), context: null }],
      };
      const players = [playerOf('ann', { a: `"${'y'.repeat(600)}"` }, more)];
      const { lines, last } = await run(players, { existing: 'merge', maxBytes: 1_024 });
      expect(lines.map(({ type, reason }) => [type, reason])).toEqual([
        ['refused', 'the document takes more than 1024 bytes'],
      ]);
      expect(last).toMatchObject({ refused: 1, merged: 0, sessions: 0 });
      expect(await onStore((store) => store.players.describe([id]))).toEqual(before as never);
      expect(await entriesOf(id)).toEqual([]);
      expect((await run(players, { existing: 'merge' })).last).toMatchObject({ merged: 1, sessions: 1 });
    });

    test('leaves a save after it alone when it runs again, and takes a source that moved on by the rule', async () => {
      await run([playerOf('bob', { a: '1' })]);
      const id = Number(await onStore((store) => store.players.find('bob')));
      await save('bob', '{"mine":true}');
      for (const existing of ['keep', 'replace', 'merge'] as const)
        expect((await run([playerOf('bob', { a: '1' })], { existing })).last).toMatchObject({
          present: 1,
          read: 1,
        });
      expect(await textOf('bob')).toBe('{"mine":true}');
      expect((await run([playerOf('bob', { a: '2' })])).last).toMatchObject({ kept: 1 });
      expect((await run([playerOf('bob', { a: '2' })], { existing: 'merge' })).last).toMatchObject({
        merged: 1,
      });
      expect(await textOf('bob')).toBe('{"mine":true,"a":2}');
      expect((await run([playerOf('bob', { a: '2' })], { existing: 'merge' })).last).toMatchObject({
        present: 1,
      });
      // The same through another name is another import.
      expect(
        (await run([playerOf('bob', { a: '2' })], { existing: 'merge', from: 'other' })).last.merged,
      ).toBe(1);
      expect((await entriesOf(id)).length).toBe(3);
    });

    test('leaves out erased players, and refuses a player twice, bad ids and collisions', async () => {
      await onStore(async (store) => {
        await store.players.register('gone');
        await store.players.erase('gone');
      });
      const { lines, last } = await run([
        playerOf('gone', { a: '1' }),
        playerOf('bob', { a: '1' }),
        { at: 'row 7', reason: 'is torn' },
        playerOf('bob', { a: '2' }),
        playerOf('x\u0000y', { a: '1' }),
        { ...playerOf('none', { a: '1' }), ids: { custom: ['c'] } },
        playerOf('cyd', { a: '1', 'a/b': '2' }),
        playerOf('dan', { a: '{' }),
        playerOf('eve', { a: '"\ud800"' }),
      ]);
      expect(lines.map(({ type, at, reason }) => [type, at, reason])).toEqual([
        ['refused', 'row 7', 'is torn'],
        ['refused', 'row of bob', 'another player of the source before has the same player id'],
        [
          'refused',
          'row of x\u0000y',
          'has an id that is no player id: 1 to 255 characters, none a control character',
        ],
        ['refused', 'row of none', 'has none of the ids that the map asks for'],
        ['refused', 'row of cyd', '/a and /a/b go to /a and /a/b, of which one is inside the other'],
        ['refused', 'row of dan', '/a is no JSON at byte 2'],
        ['refused', 'row of eve', '/a has a half character'],
        ['left-out', 'row of gone', 'was erased here'],
      ]);
      expect(last).toMatchObject({ read: 8, new: 1, erased: 1, refused: 7 });
      expect(await textOf('bob')).toBe('{"a":1}');
    });

    test('writes nothing in a dry run, and says what it would do', async () => {
      const id = await save('ann', '{"a":1}');
      const players = [playerOf('ann', { b: '2' }), playerOf('bob', { a: '1' })];
      for (const [existing, sums] of [
        ['keep', { kept: 1, new: 1 }],
        ['merge', { merged: 1, new: 1 }],
        ['replace', { replaced: 1, new: 1 }],
      ] as const) {
        expect((await run(players, { existing, dryRun: true })).last).toMatchObject({
          dryRun: true,
          ...sums,
        });
      }
      expect(await textOf('ann')).toBe('{"a":1}');
      expect(await onStore((store) => store.players.find('bob'))).toBeUndefined();
      expect(await entriesOf(id)).toEqual([]);
    });
  });
}
