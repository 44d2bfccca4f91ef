// The import of players from another service: who comes in, what stays as it is of those who are here, and what the report says.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { ExistingRule } from '../../src/import/outcomes.ts';
import type { SourceItem } from '../../src/import/source.ts';
import { engines } from '../harness/engines.ts';
import { importPlayers, playerOf, type TestImport } from '../harness/imports.ts';
import { openTestStore, type TestStore } from '../harness/store.ts';

const hour = 3_600_000;
const rules: readonly ExistingRule[] = ['keep', 'replace', 'merge'];

describe.each(engines)('an import from another service on $name', (engine) => {
  let t: TestStore;
  beforeAll(async () => {
    t = await openTestStore(engine);
  });
  afterAll(() => t.remove());

  const run = (players: readonly SourceItem[], options?: TestImport) =>
    importPlayers(players, t.environment, t.clock, options);
  const save = async (playerId: string, text: string) =>
    t.store.metadata.save(await t.register(playerId), text);
  const suspend = async (playerId: string, until: number | 'forever' = 'forever') => {
    const author = { keyId: null, keyName: 'support', requestId: null };
    const audited = { author, action: 'player.suspend' } as const;
    await t.store.suspensions.suspend(await t.register(playerId), { until, reason: 'cheats' }, { audited });
  };
  /** All that the store has of a player. */
  async function stateOf(playerId: string) {
    const id = await t.register(playerId);
    const [facts] = await t.store.players.describe([id]);
    const sessions = await t.store.sessions.listEnded(id, 10);
    const { entries } = await t.store.audit.list({ sequentialId: id }, 100);
    return {
      ...{ id, text: (await t.store.metadata.find(id))?.text, version: facts?.version },
      ...{
        registeredAt: facts?.registeredAt,
        lastSeenAt: facts?.lastSeenAt,
        suspendedUntil: facts?.suspendedUntil,
      },
      sessions: sessions.map(({ startedAt, endedAt, context, reason }) => ({
        startedAt,
        endedAt,
        context,
        reason,
      })),
      versions: (await t.store.versions.list(id)).length,
      actions: entries.map(({ action }) => action).toSorted(),
      details: entries.map(({ detail }) => JSON.parse(detail ?? 'null')),
    };
  }
  const textOf = async (playerId: string) => (await stateOf(playerId)).text;
  const free = (name: string, value = '2') => playerOf(name, { a: value }, { isSuspended: false });
  const banned = (name: string) => playerOf(name, { a: '1' }, { isSuspended: true });

  test('brings in new players with the next numbers, and every digit', async () => {
    await save('ann', '{"here":1}');
    const { id } = await stateOf('ann');
    const big = '{"gold": 12345678901234567890.10, "e":1E400,"s":"\\u0000\\ud83d"}';
    const { lines, last } = await run([
      playerOf('bob', { 'storage/a/b': '1', 'storage/save': big, top: ' [1,  2] ' }),
      playerOf('cyd'),
      ...['dan', 'eve', 'fay'].map((name) => playerOf(name, { name: JSON.stringify(name) })),
    ]);
    expect(lines).toEqual([]);
    expect(last).toMatchObject({ type: 'sums', complete: true, read: 5, new: 5, valuesWithoutRule: 1 });
    const found = await Promise.all(['bob', 'cyd', 'dan', 'eve', 'fay'].map(t.store.players.find));
    expect(found).toEqual([1, 2, 3, 4, 5].map((n) => id + n));
    const text = `{"storage":{"save":${big}},"top":[1,  2]}`;
    const fresh = { lastSeenAt: null, registeredAt: t.clock.now(), actions: ['player.import'] };
    const detail = { version: 1, from: 'array', digest: expect.stringMatching(/^[\da-f]{32}$/) };
    expect(await stateOf('bob')).toMatchObject({ ...fresh, text, version: 1, details: [detail] });
    expect(await stateOf('cyd')).toMatchObject({ ...fresh, text: undefined, version: 0 });
    expect(await textOf('ann')).toBe('{"here":1}');
  });

  test('brings sessions, the time of registration and a suspension', async () => {
    const registeredAt = t.clock.now() - 400 * 24 * hour;
    const sessions = [1, 2, 3].map((n) => ({
      ...{ startedAt: registeredAt + n * hour, endedAt: registeredAt + n * hour + 60_000 },
      context: n === 2 ? '{"platform":"ios"}' : null,
    }));
    const players = [playerOf('played', { a: '1' }, { registeredAt, sessions, isSuspended: true })];
    expect((await run(players)).last).toMatchObject({ new: 1, sessions: 3 });
    const state = await stateOf('played');
    expect(state).toMatchObject({
      ...{ registeredAt, suspendedUntil: 'forever', lastSeenAt: sessions[2]?.endedAt },
      sessions: sessions.toReversed().map((session) => ({ ...session, reason: 'stopped' })),
    });
    expect((await run(players)).last).toMatchObject({ new: 0, present: 1, sessions: 0 });
    expect(await stateOf('played')).toEqual(state);
  });

  test('fills a player who was here without metadata, whatever the rule is', async () => {
    const startedAt = t.clock.now() - 50 * hour;
    const sessions = [{ startedAt, endedAt: startedAt + 1, context: null }];
    const more = { registeredAt: startedAt - hour, isSuspended: true, sessions };
    for (const existing of rules) {
      const name = `fill ${existing}`;
      await t.register(name);
      const players = [playerOf(name, { a: '{ "n": 1 }' }, more)];
      expect((await run(players, { existing })).last).toMatchObject({ filled: 1, kept: 0, sessions: 1 });
      expect(await stateOf(name)).toMatchObject({
        ...{
          text: '{"a":{ "n": 1 }}',
          version: 1,
          registeredAt: startedAt - hour,
          suspendedUntil: 'forever',
        },
        actions: ['player.import', 'player.suspend'],
      });
      expect((await run(players, { existing })).last.present).toBe(1);
    }
  });

  test('keeps, replaces or merges the metadata of players who are here', async () => {
    const ours = '{ "a":1.0 , "o": {"x":1, "l":[1]} }';
    const theirs = { a: '2', b: '3.00', o: '{"x":9,"y":{"z":1e2},"l":[2]}' };
    for (const name of rules) await save(name, ours);
    const kept = await run([playerOf('keep', theirs)]);
    const reason = 'is here already, and --existing is keep';
    expect(kept.lines).toEqual([{ type: 'left-out', at: 'row of keep', playerId: 'keep', reason }]);
    expect(kept.last.kept).toBe(1);
    expect(await stateOf('keep')).toMatchObject({ text: ours, versions: 0, actions: [] });
    const detail = { version: 2, from: 'array', digest: expect.any(String) };
    const changed = { versions: 1, actions: ['player.import'], details: [detail] };
    expect((await run([playerOf('replace', theirs)], { existing: 'replace' })).last.replaced).toBe(1);
    const replaced = '{"a":2,"b":3.00,"o":{"x":9,"y":{"z":1e2},"l":[2]}}';
    expect(await stateOf('replace')).toMatchObject({ ...changed, text: replaced });
    expect((await run([playerOf('merge', theirs)], { existing: 'merge' })).last.merged).toBe(1);
    expect(await stateOf('merge')).toMatchObject({ ...changed, text: expect.stringContaining('{"z":1e2}') });
    expect(JSON.parse((await textOf('merge')) ?? '')).toEqual({
      ...{ a: 1, o: { x: 1, l: [1], y: { z: 100 } }, b: 3 },
    });
  });

  test('leaves a save after it alone when it runs again, and takes a source that moved on by the rule', async () => {
    const moved = (value: string) => [playerOf('moved', { a: value })];
    await run(moved('1'));
    await save('moved', '{"mine":true}');
    for (const existing of rules)
      expect((await run(moved('1'), { existing })).last).toMatchObject({ present: 1, read: 1 });
    expect(await textOf('moved')).toBe('{"mine":true}');
    expect((await run(moved('2'))).last.kept).toBe(1);
    expect((await run(moved('2'), { existing: 'merge' })).last.merged).toBe(1);
    expect(await textOf('moved')).toBe('{"mine":true,"a":2}');
    expect((await run(moved('2'), { existing: 'merge' })).last.present).toBe(1);
    // The same through another name is another import.
    expect((await run(moved('2'), { existing: 'merge', from: 'other' })).last.merged).toBe(1);
    expect((await stateOf('moved')).actions).toHaveLength(3);
  });

  test('leaves a save alone when a time of an unchanged source comes to lie in the past', async () => {
    const tomorrow = t.clock.now() + 24 * hour;
    const sessions = [{ startedAt: t.clock.now() - hour, endedAt: tomorrow, context: null }];
    const registered = (registeredAt: number) => playerOf('registered', { a: '1' }, { registeredAt });
    const both = [playerOf('session', { a: '1' }, { sessions }), registered(tomorrow)];
    expect((await run(both)).last).toMatchObject({ new: 2, partsRefused: 2 });
    for (const name of ['session', 'registered']) await save(name, '{"mine":true}');
    t.clock.advance(48 * hour);
    for (const existing of ['replace', 'merge'] as const)
      expect((await run(both, { existing })).last).toMatchObject({ present: 2, partsRefused: 0 });
    for (const name of ['session', 'registered']) expect(await textOf(name)).toBe('{"mine":true}');
    // A time that the source has changed is a change.
    expect((await run([registered(tomorrow - 1)], { existing: 'replace' })).last.replaced).toBe(1);
  });

  test('tells sessions of the same times apart by their context, in any order', async () => {
    const at = { startedAt: t.clock.now() - hour, endedAt: t.clock.now() - 1 };
    const of = (value: string, ...contexts: (string | null)[]) => [
      playerOf('twins', { a: value }, { sessions: contexts.map((context) => ({ ...at, context })) }),
    ];
    await run(of('1', '{"n":1}'));
    for (const value of ['1', '2'])
      await run(of(value, '{"n":2}', '{"n":1}', null, null), { existing: 'merge' });
    const contexts = (await stateOf('twins')).sessions.map(({ context }) => String(context));
    expect(contexts.toSorted()).toEqual(['null', 'null', '{"n":1}', '{"n":2}']);
  });

  test('leaves out erased players, and refuses a player twice, bad ids and collisions', async () => {
    await t.register('gone');
    await t.store.players.erase('gone');
    const { lines, last } = await run([
      playerOf('gone', { a: '1' }),
      playerOf('twice', { a: '1' }),
      { at: 'row 7', reason: 'is torn' },
      playerOf('twice', { a: '2' }),
      playerOf('x\u0000y', { a: '1' }),
      { ...playerOf('none', { a: '1' }), ids: { custom: ['c'] } },
      playerOf('collides', { a: '1', 'a/b': '2' }),
      playerOf('broken', { a: '{' }),
      playerOf('half', { a: '"\ud800"' }),
    ]);
    expect(lines.map(({ type, at, reason }) => [type, at, reason])).toEqual([
      ['refused', 'row 7', 'is torn'],
      ['refused', 'row of twice', 'another player of the source before has the same player id'],
      ['refused', 'row of x\u0000y', expect.stringContaining('has an id that is no player id')],
      ['refused', 'row of none', 'has none of the ids that the map asks for'],
      ['refused', 'row of collides', '/a and /a/b go to /a and /a/b, of which one is inside the other'],
      ['refused', 'row of broken', '/a is no JSON at byte 2'],
      ['refused', 'row of half', '/a has a half character'],
      ['left-out', 'row of gone', 'was erased here'],
    ]);
    expect(last).toMatchObject({ read: 8, new: 1, erased: 1, refused: 7 });
    expect(await textOf('twice')).toBe('{"a":1}');
  });

  test('writes nothing in a dry run, and says what it would do', async () => {
    await save('dry', '{"a":1}');
    const players = [playerOf('dry', { b: '2' }), playerOf('dry and new', { a: '1' })];
    const sums = { keep: { kept: 1 }, merge: { merged: 1 }, replace: { replaced: 1 } };
    for (const existing of rules)
      expect((await run(players, { existing, dryRun: true })).last).toMatchObject({
        ...{ dryRun: true, new: 1, ...sums[existing] },
      });
    expect(await stateOf('dry')).toMatchObject({ text: '{"a":1}', actions: [] });
    expect(await t.store.players.find('dry and new')).toBeUndefined();
  });

  test('replaces a document by none where the source has none any more, and merges none without a change', async () => {
    for (const [existing, text, versions] of [
      ['replace', undefined, 1],
      ['merge', '{"a":1}', 0],
    ] as const) {
      const name = `none ${existing}`;
      await run([playerOf(name, { a: '1' })]);
      const { last } = await run([playerOf(name)], { existing });
      expect(last.replaced + last.merged).toBe(1);
      expect(await stateOf(name)).toMatchObject({
        text,
        versions,
        actions: ['player.import', 'player.import'],
      });
      expect((await run([playerOf(name)], { existing })).last.present).toBe(1);
      await save(name, '{"later":1}');
      expect((await run([playerOf(name)], { existing })).last.present).toBe(1);
      expect(await textOf(name)).toBe('{"later":1}');
    }
  });

  test('lifts a suspension of an earlier import with replace once the source has, and no other one', async () => {
    for (const name of ['lifted', 'support', 'merged']) await run([banned(name)]);
    await suspend('support');
    // A source that does not say, such as a table without the column, lifts nothing.
    for (const [player, options] of [
      [playerOf('lifted', { a: '0' }), {}],
      [free('lifted'), { dryRun: true }],
    ] as const) {
      const { lines, last } = await run([player], { existing: 'replace', ...options });
      expect([last.replaced, lines]).toEqual([1, []]);
      expect((await stateOf('lifted')).suspendedUntil).toBe('forever');
    }
    const lifted = await run([free('lifted')], { existing: 'replace' });
    expect(lifted.last).toMatchObject({ replaced: 1, partsRefused: 0 });
    const imports = ['player.import', 'player.import', 'player.import'];
    expect(await stateOf('lifted')).toMatchObject({
      ...{ text: '{"a":2}', suspendedUntil: null, actions: [...imports, 'player.unsuspend'] },
    });
    for (const [name, existing] of [
      ['support', 'replace'],
      ['merged', 'merge'],
    ] as const) {
      const { lines, last } = await run([free(name)], { existing });
      const reason = 'is suspended here and not at the source; the suspension stays';
      expect(lines).toEqual([{ type: 'part-refused', at: `row of ${name}`, playerId: name, reason }]);
      expect([last.replaced + last.merged, last.partsRefused]).toEqual([1, 1]);
      expect((await stateOf(name)).suspendedUntil).toBe('forever');
    }
  });

  test('makes a suspension for a day one for ever', async () => {
    await suspend('short', t.clock.now() + 24 * hour);
    await run([banned('short')]);
    expect((await stateOf('short')).suspendedUntil).toBe('forever');
  });

  test('tells in each run a suspension of an earlier import that stays, until replace lifts it', async () => {
    await run([banned('stays')]);
    const reason = expect.stringContaining('stays');
    for (const existing of ['merge', 'merge', 'keep'] as const) {
      const { lines, last } = await run([free('stays')], { existing });
      expect(lines).toMatchObject([{ type: 'part-refused', playerId: 'stays', reason }]);
      expect(last.partsRefused).toBe(1);
    }
    const replace = async (dryRun: boolean) => {
      const { lines, last } = await run([free('stays')], { existing: 'replace', dryRun });
      expect([lines, last.present]).toEqual([[], 1]);
      return stateOf('stays');
    };
    expect((await replace(true)).suspendedUntil).toBe('forever');
    const lifted = await replace(false);
    expect(lifted).toMatchObject({ text: '{"a":1}', suspendedUntil: null });
    expect(lifted.actions).toContain('player.unsuspend');
    // A suspension that somebody made here since is no concern of a source that has not changed.
    await suspend('stays');
    expect((await replace(false)).suspendedUntil).toBe('forever');
  });

  test('brings in nothing of a player whose document is refused', async () => {
    const startedAt = t.clock.now() - 50 * hour;
    const sessions = [{ startedAt, endedAt: startedAt + 1, context: null }];
    const more = { registeredAt: startedAt - hour, isSuspended: true, sessions };
    const long = `"${'x'.repeat(600)}"`;
    for (const [name, ours, theirs, maxBytes, reason] of [
      ['large', `{"mine":${long}}`, long, 1_024, 'the document takes more than 1024 bytes'],
      [
        'deep',
        nested('"mine":1'),
        nested('"theirs":1'),
        2_000_000,
        'the document takes too much work to merge',
      ],
    ] as const) {
      await save(name, ours);
      const before = await stateOf(name);
      const { lines, last } = await run([playerOf(name, { a: theirs }, more)], {
        existing: 'merge',
        maxBytes,
      });
      expect(lines).toMatchObject([{ type: 'refused', playerId: name, reason }]);
      expect(last).toMatchObject({ refused: 1, merged: 0, sessions: 0 });
      expect(await stateOf(name)).toEqual(before);
    }
    const fits = await run([playerOf('large', { a: long }, more)], { existing: 'merge' });
    expect(fits.last).toMatchObject({ merged: 1, sessions: 1 });
  });
});

/** An object a thousand levels deep, whose innermost one is large. */
const nested = (inner: string): string =>
  `${'{"a":'.repeat(1_000)}{${inner},"x":[${'1,'.repeat(100_000)}1]}${'}'.repeat(1_000)}`;
