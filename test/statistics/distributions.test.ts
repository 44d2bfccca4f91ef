// The distribution of players by a declared index, compared with the metadata of all players: numbers in ranges, strings and booleans
// by value, over several pages of the index.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { IndexDeclaration } from '../../src/store/ports/indexes.ts';
import type { Store } from '../../src/store/ports/store.ts';
import {
  createIndexReader,
  decodeIndexValue,
  encodeIndexValue,
} from '../../src/store/shared/index-values.ts';
import { INDEX_PAGE_ENTRIES } from '../../src/tuning.ts';
import { namedShapes } from '../../src/wire/named-shapes.ts';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey, testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';

const numbers = ['/level', '/clan', '/same', '/nobody', '/extreme', '/largest', '/tiny'];
const indexes: readonly IndexDeclaration[] = [
  { pointer: '/clan', type: 'string' },
  { pointer: '/vip', type: 'boolean' },
  ...numbers.map((pointer) => ({ pointer, type: 'number' as const })),
];
/** Longer than the lease of every process on its list of indexes. */
const leases = 120_000;
/** More than two pages of entries. */
const players = 2 * INDEX_PAGE_ENTRIES + 300;

/** Players with the largest and the smallest numbers. */
const extremes = 40;

const clanOf = (n: number): string => ['red', 'blue', 'grün "1"', '', 'red\u0000', '😀'][(n * n) % 6] ?? '';
const dataOf = (n: number) => ({
  level: n % 7 === 0 ? 1 + (n % 3) / 4 : (n * 37) % 1000,
  ...(n % 3 !== 0 && { clan: n % 50 === 1 ? n : n % 50 === 2 ? `clan ${n}` : clanOf(n) }),
  ...(n % 4 === 0 && { vip: n % 8 === 0 }),
  same: 5,
  ...(n <= extremes && {
    extreme: [Number.MAX_VALUE, -Number.MAX_VALUE, 0, 1][n % 4],
    largest: n % 2 === 0 ? Number.MAX_VALUE : 1,
    tiny: [0, Number.MIN_VALUE, 2 * Number.MIN_VALUE][n % 3],
  }),
});
const all = Array.from({ length: players }, (_, index) => dataOf(index + 1));

interface Found {
  readonly players: number;
  readonly ranges: readonly { from: number; to: number; players: number }[];
  readonly values: readonly { value: unknown; players: number }[];
}

test('a value of an index is decoded as it was encoded', () => {
  const texts = ['0', '-1.5', '1e300', '12345678901234567', '"a\\u0000\\ud800b😀ü"', '""', 'true', 'false'];
  for (const text of texts) {
    const type = text.startsWith('"') ? 'string' : /^[tf]/.test(text) ? 'boolean' : 'number';
    const decoded = decodeIndexValue(type, encodeIndexValue(type, text) ?? new Uint8Array());
    expect([text, JSON.parse(decoded)]).toEqual([text, JSON.parse(text)]);
  }
  const read = createIndexReader([{ pointer: '/a', type: 'number' }]);
  const [infinite] = read('{"a":-1e999}');
  expect(decodeIndexValue('number', infinite ?? new Uint8Array())).toBe(String(-Number.MAX_VALUE));
});

for (const engine of engines) {
  describe(`the distribution of players on ${engine.name}`, () => {
    let service: Service;
    let store: Store;
    beforeAll(async () => {
      service = await startService({ engine, environment: { SERVER_API_KEY: testServerKey } });
      store = await openStoreOn(service.database.environment, service.clock);
      await store.indexes.declare(indexes);
      service.clock.advance(leases);
      await store.indexes.build(new AbortController().signal, () => undefined);
      await Promise.all(
        all.map(async (data, index) => {
          const id = (await store.players.register(`player ${index}`)) as number;
          await store.metadata.save(id, JSON.stringify(data));
        }),
      );
    }, 120_000);
    afterAll(async () => {
      await store.close();
      await service.stop();
    });

    const get = (query: string, token = testServerKey, accept = 'application/json') =>
      service.call('GET', `/api/server/statistics/metadata?${query}`, { token, headers: { accept } });
    async function find(query: string): Promise<Found> {
      const { status, body } = await get(query);
      expect([query, status, body.error]).toEqual([query, 200, undefined]);
      expect(namedShapes.MetadataDistribution.safeParse(body.data).error).toBeUndefined();
      return body.data;
    }

    test('puts numbers into ranges of equal width, which have every player once', async () => {
      for (const rows of [1, 2, 20, 100]) {
        const { ranges, players: count } = await find(`pointer=/level&rows=${rows}`);
        expect(count).toBe(all.length);
        expect(ranges.length).toBeLessThanOrEqual(rows);
        for (const { from, to, players: here } of ranges)
          expect(here).toBe(all.filter(({ level }) => level >= from && level < to).length);
        expect(ranges.reduce((sum, range) => sum + range.players, 0)).toBe(all.length);
      }
      expect((await find('pointer=/same')).ranges).toEqual([{ from: 5, to: 6, players: all.length }]);
      expect(await find('pointer=/nobody')).toMatchObject({ players: 0, ranges: [] });
    });

    test('puts the largest and the smallest numbers into ranges that JSON can hold', async () => {
      for (const pointer of ['/extreme', '/largest', '/tiny'])
        for (const rows of [1, 2, 3, 4, 20, 100]) {
          const { ranges, players: count } = await find(`pointer=${pointer}&rows=${rows}`);
          expect([pointer, rows, count, ranges.length <= rows]).toEqual([pointer, rows, extremes, true]);
          expect(ranges.reduce((sum, range) => sum + range.players, 0)).toBe(extremes);
          for (const [index, { from, to }] of ranges.entries()) {
            expect(from).toBeLessThan(to);
            expect(from).toBeGreaterThanOrEqual(ranges[index - 1]?.to ?? -Number.MAX_VALUE);
          }
        }
    });

    test('counts strings and booleans by value, and the rest as other', async () => {
      const counts = new Map<unknown, number>();
      for (const { clan } of all) if (typeof clan === 'string') counts.set(clan, (counts.get(clan) ?? 0) + 1);
      const { values, players: count } = await find('pointer=/clan&type=string&rows=3');
      // Equal sizes stand in the order of the values.
      const sizes = [...counts].sort((a, b) => b[1] - a[1] || (String(a[0]) < String(b[0]) ? -1 : 1));
      const sum = sizes.reduce((total, [, size]) => total + size, 0);
      const largest = sizes.slice(0, 3).map(([value, size]) => ({ value, players: size }));
      const rest = sum - largest.reduce((total, row) => total + row.players, 0);
      expect([count, values]).toEqual([sum, [...largest, { value: 'other', players: rest }]]);
      const flags = [false, true].map((value) => ({
        value,
        players: all.filter(({ vip }) => vip === value).length,
      }));
      expect((await find('pointer=/vip')).values).toEqual(flags.sort((a, b) => b.players - a.players));
      // The newest index on the pointer, unless the type is given.
      const numbered = all.filter(({ clan }) => typeof clan === 'number').length;
      expect(await find('pointer=/clan')).toMatchObject({ type: 'number', players: numbered });
    });

    test('gives the same as CSV, and keeps it for 30 seconds', async () => {
      const { ranges } = await find('pointer=/level&rows=4');
      const csv = await get('pointer=/level&rows=4', testServerKey, 'text/csv');
      const lines = ranges.map(({ from, to, players: count }) => `${from},${to},${count}`);
      expect(csv.text).toBe(['from,to,players', ...lines, ''].join('\r\n'));
      const late = await service.as('late', 'POST', paths.metadata, { body: '{"data":{"vip":true}}' });
      expect(late.status).toBe(200);
      const before = await find('pointer=/vip');
      service.clock.advance(31_000);
      const after = await find('pointer=/vip');
      expect(after.players).toBeGreaterThan(before.players);
    });

    test('refuses what it cannot answer, and strings to a key that may not read players', async () => {
      const { token } = await createTestKey(service, { scopes: ['statistics:read'] });
      const refused: readonly (readonly [query: string, detail: string])[] = [
        ['', 'pointer must be one that METADATA_INDEXES declares'],
        ['pointer=/none', 'no index is declared on "/none"'],
        ['pointer=/%00', 'no index is declared on "/\\u0000"'],
        ['pointer=/vip&type=string', 'no index of type string is declared on "/vip"'],
        ['pointer=/vip&type=text', 'type must be one of number, string, boolean'],
        ['pointer=/vip&rows=0', 'rows must be an integer from 1 to 100'],
        ['pointer=/vip&rows=101', 'rows must be an integer from 1 to 100'],
      ];
      for (const [query, detail] of refused) {
        const { body } = await get(query, token);
        const error = { message: 'Invalid request', detail };
        expect([query, body]).toEqual([query, { statusCode: 400, error }]);
      }
      expect((await get('pointer=/level', token)).status).toBe(200);
      const { status, body } = await get('pointer=/clan&type=string', token);
      expect([status, body.error.message]).toEqual([403, 'Forbidden']);
      expect(body.error.detail).toContain('players:read');
    });

    test('answers 503 while the index is being built', async () => {
      await store.indexes.declare([{ pointer: '/new', type: 'number' }]);
      const { status, body } = await get('pointer=/new');
      expect([status, body.error.detail]).toEqual([503, 'the index on "/new" is being built']);
    });
  });
}
