// The promises of every engine to an import from another service: ids that nobody else gets, new players wholly or not at all, and the
// marks and times of players who are here.
import { beforeEach, expect, test } from 'bun:test';
import { OtherPlayers } from '../../../src/store/ports/errors.ts';
import { players } from '../../../src/store/ports/rows/players.ts';
import { endedSessions } from '../../../src/store/ports/rows/sessions.ts';
import type { Transfer, TransferRecord } from '../../../src/store/ports/transfer.ts';
import { describeStores } from '../../harness/describe-stores.ts';

const author = { keyId: null, keyName: 'command line', requestId: null };

describeStores('an import of new players', {}, (t) => {
  let transfer: Transfer;
  beforeEach(async () => {
    transfer = await t.transfer();
  });

  const player = (playerId: string, sequentialId: number, registeredAt = t.clock.now()): TransferRecord =>
    players.record.parse({
      type: 'player',
      playerId,
      sequentialId,
      registeredAt,
      metadataVersion: 1,
      metadataText: '{"a":1}',
    });
  const session = (sequentialId: number): TransferRecord =>
    endedSessions.record.parse({
      type: 'ended-session',
      sequentialId,
      sessionId: Bun.randomUUIDv7(),
      startedAt: 1,
      endedAt: 2,
      reason: 'stopped',
      context: '{"v":1}',
    });
  const rows = async () => {
    const counts = [];
    for (const table of ['players', 'metadata', 'ended_sessions', 'audit_entries'])
      counts.push((await t.run(`SELECT * FROM ${table}`)).length);
    return counts;
  };

  test('takes ids that no registration gets', async () => {
    const taken = await Promise.all(
      Array.from({ length: 12 }, async (_, n) =>
        n % 2 === 0 ? transfer.takeSequentialIds(5) : [await t.register(`player ${n}`)],
      ),
    );
    const ids = taken.flat();
    expect(new Set(ids).size).toBe(6 * 5 + 6);
    const next = await t.register('next');
    expect(next).toBeGreaterThan(Math.max(...ids));
    expect(await transfer.takeSequentialIds(1)).toEqual([next + 1]);
  });

  test('stores all records of a commit, or none where a name is taken', async () => {
    const [a = 0, b = 0] = await transfer.takeSequentialIds(2);
    const records = [player('ann', a), session(a), player('bob', b)];
    await transfer.importPlayers(records);
    expect(await t.store.players.listSequentialIds(['ann', 'bob'])).toEqual([a, b]);
    const before = await rows();
    // As after an unknown outcome.
    await transfer.importPlayers(records);
    expect(await rows()).toEqual(before);
    const [c = 0, d = 0] = await transfer.takeSequentialIds(2);
    for (const taken of [player('bob', d), player('dan', b)])
      await expect(transfer.importPlayers([player('cyd', c), session(c), taken])).rejects.toThrow(
        OtherPlayers,
      );
    expect(await rows()).toEqual(before);
    await transfer.importPlayers([player('cyd', c)]);
    expect(await t.store.players.find('cyd')).toBe(c);
  });

  test('stores nothing where a player was erased in between', async () => {
    await t.register('gone');
    await t.store.players.erase('gone');
    const before = await rows();
    const [a = 0, b = 0] = await transfer.takeSequentialIds(2);
    const records = [player('ann', a), session(a), player('gone', b), session(b)];
    await expect(transfer.importPlayers(records)).rejects.toThrow(OtherPlayers);
    expect(await rows()).toEqual(before);
    expect(await t.store.players.find('gone')).toBe('erased');
  });

  test('lists entries of one action, and of the given players alone', async () => {
    const ids = [await t.register('ann'), await t.register('bob'), await t.register('cyd')];
    const record = (n: number, action: 'player.import' | 'player.export', id = ids[0] ?? 0) => {
      t.clock.advance(1_000);
      return t.store.audit.record({ author, action, detail: { n } }, id);
    };
    await record(1, 'player.import');
    await record(2, 'player.export');
    await record(3, 'player.import', ids[1]);
    await record(4, 'player.import', ids[2]);
    await record(5, 'player.import');
    const listed = await t.store.audit.listOfPlayers(ids.slice(0, 2), 'player.import');
    expect(listed.filter(({ sequentialId }) => sequentialId === ids[0]).map(({ detail }) => detail)).toEqual([
      '{"n":1}',
      '{"n":5}',
    ]);
    expect(listed).toHaveLength(3);
    expect(await t.store.audit.listOfPlayers([], 'player.import')).toEqual([]);
  });

  test('sets the time of a registration back, and never forward', async () => {
    const id = await t.register('ann');
    const timeOf = async () => (await t.store.players.describe([id]))[0]?.registeredAt;
    const now = t.clock.now();
    await t.store.players.lowerRegistration('ann', id, now + 1);
    expect(await timeOf()).toBe(now);
    await t.store.players.lowerRegistration('ann', id + 1, 5);
    await t.store.players.lowerRegistration('nobody', id, 5);
    expect(await timeOf()).toBe(now);
    await t.store.players.lowerRegistration('ann', id, 7);
    expect(await timeOf()).toBe(7);
  });
});
