// Nakama's database as a source: each user and each value, to the digit, in one snapshot beside a Nakama that writes.
import { describe, expect, test } from 'bun:test';
import {
  isRefusal,
  type SourceItem,
  type SourcePlayer,
  type SourceValue,
} from '../../../../../src/import/source.ts';
import { NAKAMA_PAGE_USERS } from '../../../../../src/tuning.ts';
import { createNakama, openNakama, readAll, schema, userId } from './tables.ts';

/** @param columns as SQL */
function user(n: number, columns: Readonly<Record<string, string>> = {}): string {
  const all = {
    id: `'${userId(n)}'`,
    username: `'user${n}'`,
    create_time: `'2021-03-04 05:06:07.89123 UTC'`,
    ...columns,
  };
  return `INSERT INTO users (${Object.keys(all).join(', ')}) VALUES (${Object.values(all).join(', ')});`;
}
const object = (n: number, collection: string, key: string, value: string, permissions = '1, 1'): string =>
  `INSERT INTO storage (user_id, collection, key, value, read, write)
   VALUES ('${userId(n)}', $c$${collection}$c$, $k$${key}$k$, $v$${value}$v$, ${permissions});`;

async function itemsOf(statements: string): Promise<SourceItem[]> {
  const database = await createNakama(schema + statements);
  const { items } = await readAll(database.url);
  await database.remove();
  return items;
}

const playersOf = (items: readonly SourceItem[]): SourcePlayer[] =>
  items.flatMap((item) => (isRefusal(item) ? [] : [item]));
const textsOf = (values: readonly SourceValue[] = []) =>
  Object.fromEntries(values.map(({ path, text }) => [path.join('|'), text]));

/** The values that a user has without any. */
const own = { wallet: '{}', metadata: '{}', 'profile|username': '"user1"', 'profile|langTag': '"en"' };

describe("Nakama's database", () => {
  test('gives a user with all ids, values, times and permissions', async () => {
    const permissions = ['0, 0', '0, 1', '1, 0', '1, 1', '2, 0', '2, 1', '7, 7'];
    const [item] = await itemsOf(
      user(1, {
        ...{ display_name: '\'Zoë "Z"\'', avatar_url: "''", location: "'Łódź'", timezone: 'NULL' },
        ...{ email: "'zoe@example.com'", custom_id: "'same'", steam_id: "'765'", apple_id: "'a.b'" },
        ...{ facebook_id: "'f'", facebook_instant_game_id: "'fi'", google_id: "'g'", gamecenter_id: "'G:1'" },
        ...{ wallet: `'{"gold": 9007199254740993}'`, metadata: `'{"vip": 1.10}'` },
        disable_time: "'2019-01-01 UTC'",
      }) +
        `INSERT INTO user_device VALUES ('same', '${userId(1)}'), ('another', '${userId(1)}');` +
        permissions.map((each, n) => object(1, 'p', `k${n}`, '{}', each)).join(''),
    );
    const value = (path: string, text: string, read: string, write: string) => ({
      ...{ path: path.split(' '), text, read, write },
    });
    const stored = ['server', 'owner', 'any'].flatMap((read, n) => [
      value(`storage p k${2 * n}`, '{}', read, 'server'),
      value(`storage p k${2 * n + 1}`, '{}', read, 'owner'),
    ]);
    const profile = (name: string, text: string) => value(`profile ${name}`, text, 'any', 'owner');
    expect(item).toEqual({
      at: `users ${userId(1)}`,
      ids: {
        ...{ user: [userId(1)], username: ['user1'], custom: ['same'], device: ['another', 'same'] },
        ...{ email: ['zoe@example.com'], apple: ['a.b'], facebook: ['f'], facebookInstantGame: ['fi'] },
        ...{ google: ['g'], gamecenter: ['G:1'], steam: ['765'] },
      },
      values: [
        ...stored,
        value('storage p k6', '{}', 'server', 'server'),
        value('wallet', '{"gold": 9007199254740993}', 'owner', 'server'),
        value('metadata', '{"vip": 1.10}', 'any', 'server'),
        ...[profile('username', '"user1"'), profile('displayName', '"Zoë \\"Z\\""')],
        ...[profile('langTag', '"en"'), profile('location', '"Łódź"')],
      ],
      registeredAt: Date.UTC(2021, 2, 4, 5, 6, 7, 891),
      isSuspended: true,
    } as unknown as SourceItem);
  });

  test('keeps every digit, and every character of a key', async () => {
    const numbers =
      '[0.10, 1.0, 100.00, 9007199254740993, 18446744073709551616, 0.0, 1234567890123456789012345678901234567890]';
    const keys = [
      'a.b',
      'a/b',
      'a~1b',
      ' ',
      '%2F',
      '💎',
      'Key',
      'KEY',
      'é',
      'e\u0301',
      'x'.repeat(128),
      '__proto__',
    ];
    const [item] = playersOf(
      await itemsOf(
        user(1) +
          object(1, 'n', 'numbers', numbers) +
          object(1, 'n', 'exponents', '[1e5, 1.50e1, 1e-7, -0.0, 1e400]') +
          object(1, 'inv', 'sword.lvl', '1') +
          object(1, 'inv.sword', 'lvl', '2') +
          keys.map((key, n) => object(1, 'keys', key, `{"n": ${n}}`)).join(''),
      ),
    );
    expect(textsOf(item?.values)).toEqual({
      'storage|n|numbers': numbers,
      'storage|n|exponents': `[100000, 15.0, 0.0000001, 0.0, 1${'0'.repeat(400)}]`,
      ...{ 'storage|inv|sword.lvl': '1', 'storage|inv.sword|lvl': '2' },
      ...Object.fromEntries(keys.map((key, n) => [`storage|keys|${key}`, `{"n": ${n}}`])),
      ...own,
    });
  });

  test('gives users without storage, and leaves the system user out', async () => {
    const database = await createNakama(
      schema +
        user(1) +
        user(2, { disable_time: "'2999-01-01 UTC'", create_time: "'infinity'" }) +
        object(0, 'config', 'shop', '{}').replace(userId(0), '00000000-0000-0000-0000-000000000000'),
    );
    const { items, notes, players } = await readAll(database.url);
    expect(players).toBe(2);
    expect(playersOf(items).map(({ at, isSuspended }) => [at, isSuspended])).toEqual([
      [`users ${userId(1)}`, false],
      [`users ${userId(2)}`, true],
    ]);
    expect(playersOf(items)[1]).not.toHaveProperty('registeredAt');
    expect(notes).toEqual([
      '1 storage objects belong to the system user, who is no player, and are left out',
    ]);
    await database.remove();
  });

  test('gives each user once, over pages and beside large values', async () => {
    const count = 2 * NAKAMA_PAGE_USERS + 1;
    const items = playersOf(
      await itemsOf(
        `INSERT INTO users (id, username)
         SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'user' || n FROM generate_series(1, ${count}) AS n;
         INSERT INTO storage (user_id, collection, key, value)
         SELECT id, 'save', 'slot', jsonb_build_object('of', username, 'fill', repeat('x', CASE WHEN id::text LIKE '%77' THEN 900000 ELSE 9 END))
         FROM users WHERE username <> '';`,
      ),
    );
    expect(items.map(({ ids }) => ids.user?.[0])).toEqual(
      Array.from({ length: count }, (_, n) => userId(n + 1)),
    );
    for (const [n, { values }] of items.entries()) {
      expect(JSON.parse(textsOf(values)['storage|save|slot'] ?? '').of).toBe(`user${n + 1}`);
    }
  });

  test('is read as it was at the beginning, and not written', async () => {
    const database = await createNakama(schema + user(1) + user(2) + object(1, 'save', 'slot', '"before"'));
    const source = await openNakama(database.url);
    await database.run(
      `UPDATE storage SET value = '"after"'; DELETE FROM users WHERE id = '${userId(2)}';${user(3)}`,
    );
    const items = playersOf(await Array.fromAsync(source.read()));
    expect(items.map(({ at }) => at)).toEqual([`users ${userId(1)}`, `users ${userId(2)}`]);
    expect(textsOf(items[0]?.values)['storage|save|slot']).toBe('"before"');
    await source.close();
    await database.remove();
  });

  test('of an older version has fewer columns', async () => {
    const optional = ['apple_id', 'facebook_instant_game_id', 'wallet', 'disable_time', 'timezone'];
    const drops = optional.map((column) => `ALTER TABLE users DROP COLUMN ${column};`).join('');
    const [item] = playersOf(await itemsOf(drops + user(1, { metadata: "'[1.0]'" })));
    expect(textsOf(item?.values)).toEqual({ ...own, wallet: undefined, metadata: '[1.0]' } as never);
    expect(item?.isSuspended).toBe(false);
  });
});

/** A view in the place of a table, since real values that PostgreSQL cannot print take a gigabyte. */
const unprintable = `
  ALTER TABLE storage RENAME TO stored;
  CREATE FUNCTION broken() RETURNS jsonb LANGUAGE plpgsql AS $$ BEGIN RAISE 'too long' USING ERRCODE = '54000'; END $$;
  CREATE VIEW storage AS SELECT collection, key, user_id, CASE WHEN key = 'broken' THEN broken() ELSE value END AS value,
    read, write FROM stored;`;

describe('a refusal', () => {
  const reasonsOf = (items: readonly SourceItem[]) =>
    items.map((item) => [item.at, isRefusal(item) ? item.reason : 'in']);

  test('comes for a user whose values are more than metadata may have, or too many', async () => {
    const items = await itemsOf(
      [1, 2, 3, 4].map((n) => user(n)).join('') +
        `INSERT INTO storage (user_id, collection, key, value) SELECT '${userId(1)}', 'c', n::text, to_jsonb(repeat('x', 8388608))
         FROM generate_series(1, 2) AS n;
         INSERT INTO storage (user_id, collection, key, value) VALUES ('${userId(2)}', 'c', 'k', to_jsonb(repeat('x', 16777000)));
         INSERT INTO storage (user_id, collection, key, value) SELECT '${userId(3)}', 'c', n::text, '1' FROM generate_series(1, 100001) AS n;`,
    );
    expect(reasonsOf(items)).toEqual([
      [
        `users ${userId(1)}`,
        'its values have 16777228 bytes; the metadata of a player have at most 16777216',
      ],
      [`users ${userId(2)}`, 'in'],
      [`users ${userId(3)}`, 'it has 100001 storage objects and device ids; an import takes at most 100000'],
      [`users ${userId(4)}`, 'in'],
    ]);
  });

  test('comes for a user whose values PostgreSQL cannot print, and for no other', async () => {
    const items = await itemsOf(
      unprintable.replace(
        'ALTER',
        [1, 2, 3].map((n) => user(n)).join('') +
          object(2, 'c', 'broken', '1') +
          object(3, 'c', 'k', '1.0') +
          ' ALTER',
      ),
    );
    expect(reasonsOf(items)).toEqual([
      [`users ${userId(1)}`, 'in'],
      [`users ${userId(2)}`, 'PostgreSQL cannot print its values (SQLSTATE 54000)'],
      [`users ${userId(3)}`, 'in'],
    ]);
    expect(textsOf(playersOf(items)[1]?.values)['storage|c|k']).toBe('1.0');
  });
});
