// The files that the console of a real Nakama wrote: each value is compared with the one that PostgreSQL printed of it.
import { describe, expect, test } from 'bun:test';
import type { SourceItem, SourcePlayer } from '../../../../../src/import/source.ts';
import { type ExpectedUser, expectedUsers, fixturePath, hasFixtures } from './fixtures.ts';
import { readPath } from './read-path.ts';

describe.skipIf(!hasFixtures)('files of a real Nakama', () => {
  const users = new Map(hasFixtures ? expectedUsers().map((user) => [user.id, user]) : []);
  const userOf = ({ ids }: SourcePlayer): ExpectedUser => {
    const user = users.get(ids.user?.[0] ?? '');
    if (!user) throw new Error('there is no such user');
    return user;
  };
  const playersOf = (items: readonly SourceItem[]): SourcePlayer[] =>
    items.map((item) => {
      if ('reason' in item) throw new Error(`${item.at}: ${item.reason}`);
      return item;
    });
  const access = ['server', 'owner', 'any'] as const;
  const writers = ['server', 'owner'] as const;
  /** The objects of a user as the fixtures tell them, by the rules of the source alone. */
  const objectsOf = ({ storage }: ExpectedUser) =>
    storage.map(({ collection, key, value, read, write }) => [
      ...[collection, key, value, access[read], writers[write]],
    ]);
  const objectsIn = ({ values }: SourcePlayer) =>
    values
      .filter(({ path }) => path[0] === 'storage')
      .map(({ path, text, read, write }) => [path[1], path[2], text, read, write]);
  const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

  test.each([
    ['console-storage.csv', 398],
    ['console-storage.json', 98],
  ])('%s has each of its values as the database has it', async (file, count) => {
    const { items, notes } = await readPath(fixturePath(file));
    let compared = 0;
    for (const player of playersOf(items)) {
      const expected = new Set(sorted(objectsOf(userOf(player))));
      const read = sorted(objectsIn(player));
      expect(read.filter((row) => !expected.has(row))).toEqual([]);
      compared += read.length;
    }
    const ofSystem = 4;
    expect(compared).toBe(count - ofSystem);
    expect(notes[0]).toStartWith(`${ofSystem} storage objects belong to the system user`);
  });

  test('account exports have each value and id as the database has it', async () => {
    const { items } = await readPath(fixturePath('accounts'));
    expect(items).toHaveLength(3);
    for (const player of playersOf(items)) {
      const user = userOf(player);
      expect(sorted(objectsIn(player))).toEqual(sorted(objectsOf(user)));
      expect(player.isSuspended).toBe(user.disabled);
      expect(player.registeredAt).toBe(Math.floor(Date.parse(user.create_time) / 1_000) * 1_000);
      expect(player.ids.custom?.[0] ?? null).toBe(user.ids.custom as string);
      expect(player.ids.email?.[0] ?? null).toBe(user.ids.email as string);
      expect(player.ids.device?.toSorted() ?? []).toEqual([...(user.ids.device ?? [])].toSorted());
      const wallet = player.values.find(({ path }) => path[0] === 'wallet');
      expect(wallet?.text).toBe(user.wallet);
    }
  });
});
