// The promises of every engine about registrations and erasures by servers: an entry of the audit for each, and none for those
// without an effect; an erasure by sequential id meets that player alone, and leaves nothing of the player in any table.
import { expect, test } from 'bun:test';
import type { AuditedAs } from '../../../src/store/ports/audit.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { amount } from '../../harness/nightly.ts';
import { author } from './shared.ts';

const registering: AuditedAs = { author, action: 'player.register' };
const erasing: AuditedAs = { author, action: 'player.erase' };

describeStores('players of servers', {}, (t) => {
  const entries = async () => {
    const { entries } = await t.store.audit.list({}, 100_000);
    return entries.map(({ action, sequentialId }) => [action, sequentialId]).reverse();
  };

  test('a registration leaves one entry, a repetition none', async () => {
    const { players } = t.store;
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => players.register('ann', { revive: true, audited: registering })),
      players.register('bob'),
    ]);
    expect(new Set(answers.slice(0, 3)).size).toBe(1);
    const ann = Number(answers[0]);
    expect(await players.register('ann', { revive: true, audited: registering })).toBe(ann);
    expect(await players.register('bob', { revive: true, audited: registering })).toBe(Number(answers[3]));
    expect(await entries()).toEqual([['player.register', ann]]);
    const { entries: whole } = await t.store.audit.list({ sequentialId: ann }, 10);
    expect(whole).toMatchObject([{ ...author, at: t.clock.now(), detail: null }]);
  });

  test('new players whom several processes meet at once get one id each, however many they are', async () => {
    const others = await Promise.all([t.open(), t.open()]);
    const stores = [t.store, ...others];
    const all: string[] = [];
    // Batches on Citus have rows in powers of two, up to 64 in a statement.
    for (const count of [1, 2, 3, 5, 9, 17, 33, 65, 300]) {
      const names = Array.from({ length: count }, (_, n) => `${n} of ${count}`);
      all.push(...names);
      const ids = await Promise.all(
        stores.map(({ players }, n) =>
          Promise.all(names.map((name) => (n === 0 ? players.register(name) : players.findOrRegister(name)))),
        ),
      );
      expect(ids[1]).toEqual(ids[0] ?? []);
      expect(ids[2]).toEqual(ids[0] ?? []);
    }
    const ids = (await t.store.players.listSequentialIds(all)) as number[];
    expect(new Set(ids).size).toBe(all.length);
    const found = await t.store.players.listNames(ids);
    expect(ids.map((id) => found.get(id))).toEqual(all);
    for (const table of ['players', 'metadata'])
      expect(await t.run(`SELECT sequential_id FROM ${table}`)).toHaveLength(all.length);
    await Promise.all(others.map((other) => other.close()));
  }, 60_000);

  test('a look before an act finds what `find` finds: a player, nobody, and an erased one', async () => {
    const { players } = t.store;
    const id = await players.findOrRegister('ann');
    expect(typeof id).toBe('number');
    for (const find of [players.find, players.findToAct, players.findOrRegister])
      expect(await find('ann')).toBe(id);
    for (const find of [players.find, players.findToAct]) expect(await find('nobody')).toBeUndefined();
    await players.erase('ann');
    for (const find of [players.find, players.findToAct, players.findOrRegister, players.register])
      expect(await find('ann')).toBe('erased');
  });

  test('an erasure by sequential id leaves one entry, and a revived player a new number', async () => {
    const { players } = t.store;
    const id = await t.register('ann');
    expect(await players.erase(id + 1, { audited: erasing })).toBe(false);
    expect(await Promise.all([1, 2].map(() => players.erase(id, { audited: erasing })))).toContain(true);
    expect(await players.find('ann')).toBe('erased');
    t.clock.advance(1);
    const revived = await players.register('ann', { revive: true, audited: registering });
    expect(revived).toBe(id + 1);
    expect(await players.erase(id, { audited: erasing })).toBe(false);
    expect(await players.find('ann')).toBe(id + 1);
    expect(await entries()).toEqual([
      ['player.erase', id],
      ['player.register', id + 1],
    ]);
  });

  test('two erasures at once erase once, and neither meets a player who is registered meanwhile', async () => {
    const others = await Promise.all([t.open(), t.open(), t.open()]);
    const [first = t.store, second = t.store, third = t.store] = others;
    let id = await t.register('ann');
    let erasures = 0;
    for (let round = 0; round < amount(40, 2_000); round += 1) {
      const [a, b, registered] = await Promise.all([
        first.players.erase(id, { audited: erasing }),
        second.players.erase(id, { audited: erasing }),
        third.players.register('ann', { revive: true, audited: registering }),
      ]);
      expect([a, b].filter((each) => each)).toHaveLength(1);
      erasures += 1;
      const left = await t.store.players.find('ann');
      if (registered === id) expect(left).toBe('erased');
      else expect(left).toBe(registered);
      id =
        registered === id
          ? ((await t.store.players.register('ann', { revive: true })) as number)
          : Number(registered);
      expect((await t.store.players.describe([id]))[0]?.playerId).toBe('ann');
    }
    const { entries: list } = await t.store.audit.list({ action: 'player.erase' }, 100_000);
    expect(list).toHaveLength(erasures);
    expect(new Set(list.map((entry) => entry.sequentialId)).size).toBe(erasures);
    await Promise.all(others.map((other) => other.close()));
  }, 120_000);

  test('an erasure beside saves, keyed writes and starts leaves rows in no table', async () => {
    const other = await t.open();
    const tables = (await t.tables()).filter((table) => !table.startsWith('ended_sessions'));
    for (let round = 0; round < amount(15, 500); round += 1) {
      const id = await t.register(`player ${round}`);
      await t.run(`INSERT INTO metadata_index_entries (sequential_id, index_id) VALUES (${id}, 1)`);
      const set = (n: number, owner: 'player' | 'server') =>
        other.metadata.edit(id, () => ({ answer: n, text: `{"n":${n}}` }), {
          by: owner,
          audited: owner === 'server' ? { author, action: 'metadata.set' } : undefined,
          idempotencyKey: { key: `k${n}`, fingerprint: 'f', owner },
        });
      const writes = [1, 2, 3].flatMap((n) => [
        other.metadata.save(id, `{"save":${n}}`),
        set(n, 'player'),
        set(n, 'server'),
        other.sessions.start(id, crypto.randomUUID(), { onActive: 'replace', context: '{"a":1}' }),
      ]);
      // The erasure comes at another moment of the writes in each round.
      await writes[round % writes.length];
      expect(await t.store.players.erase(id, { audited: erasing })).toBe(true);
      await Promise.all(writes);
      for (const table of tables) {
        const [columns] = await t.run(`SELECT * FROM ${table} LIMIT 1`);
        if (!columns || !('sequential_id' in columns) || table === 'audit_entries') continue;
        const rows = await t.run(`SELECT * FROM ${table} WHERE sequential_id = ${id}`);
        expect([table, rows]).toEqual([table, []]);
      }
      expect(
        await t.run(`SELECT * FROM ended_sessions WHERE sequential_id = ${id} AND context IS NOT NULL`),
      ).toEqual([]);
    }
    await other.close();
  }, 120_000);
});
