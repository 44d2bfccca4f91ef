// The promises of every engine about a page of a search: its bounds, its end, long strings, and players who change meanwhile.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { MetadataCondition, PlayerSearch, SearchPage } from '../../../src/store/ports/search.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import {
  SEARCH_CHUNK_LEAST_PLAYERS,
  SEARCH_CHUNK_MAX_PLAYERS,
  SEARCH_COLLECTED_MAX_PLAYERS,
  SEARCH_PAGE_MAX_ENTRIES,
} from '../../../src/tuning.ts';
import { manualClock } from '../../harness/clock.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { sqlite } from '../../harness/engines.ts';
import { insertWorld, type WorldPlayer } from '../../harness/search-world.ts';
import { openStoreOn, openTestStore, type TestStore } from '../../harness/store.ts';

const registeredAt = Date.parse('2026-01-01T00:00:00Z');
const player = (sequentialId: number, about: Partial<WorldPlayer> = {}): WorldPlayer => ({
  sequentialId,
  playerId: `player-${sequentialId}`,
  registeredAt,
  text: null,
  suspendedUntil: null,
  activeAt: null,
  endedAt: null,
  lastSeenAt: null,
  ...about,
});
const players = (count: number, about: (id: number) => Partial<WorldPlayer> = () => ({})): WorldPlayer[] =>
  Array.from({ length: count }, (_, n) => player(n + 1, about(n + 1)));
const level = (op: MetadataCondition['op'], value?: string): MetadataCondition => ({
  indexId: 1,
  pointer: '/level',
  type: 'number',
  op,
  value,
});
const clan = (op: MetadataCondition['op'], value: string): MetadataCondition => ({
  indexId: 2,
  pointer: '/clan/name',
  type: 'string',
  op,
  value: JSON.stringify(value),
});

describeStores('a search', {}, (t) => {
  const page = async (search: PlayerSearch, limit: number, after = 0) => {
    const { players: found, next } = await t.store.search.findPage(search, limit, after);
    return { ids: found.map(({ sequentialId }) => sequentialId), next };
  };

  /** The ids of all pages. */
  async function findAll(search: PlayerSearch, limit: number): Promise<number[]> {
    const found: number[] = [];
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { ids, next } = await page(search, limit, after);
      found.push(...ids);
      after = next;
    }
    return found;
  }

  test('answers the facts of the players', async () => {
    const id = await t.register('ann');
    await t.store.metadata.save(id, '{"n":1}');
    await t.store.sessions.start(id, crypto.randomUUID());
    const facts = await t.store.players.describe([id]);
    expect(facts).toHaveLength(1);
    for (const search of [{}, { online: true }, { playerIdPrefix: 'an' }]) {
      expect(await t.store.search.findPage(search, 10, 0)).toEqual({ players: facts, next: undefined });
    }
  });

  test('ends with the last player, and says so at once where it can know', async () => {
    await insertWorld(t.environment, players(3));
    expect(await page({}, 3)).toEqual({ ids: [1, 2, 3], next: undefined });
    expect(await page({}, 2)).toEqual({ ids: [1, 2], next: 2 });
    expect(await page({}, 2, 2)).toEqual({ ids: [3], next: undefined });
    expect(await page({ online: false }, 2)).toEqual({ ids: [1, 2], next: 2 });
    expect(await page({ online: false }, 3)).toEqual({ ids: [1, 2, 3], next: undefined });
    expect(await page({ online: true }, 3)).toEqual({ ids: [], next: undefined });
    expect(await page({}, 3, Number.MAX_SAFE_INTEGER)).toEqual({ ids: [], next: undefined });
  });

  // Chunks are as small as they may be where each takes long.
  test('looks at no more than its most entries, whatever it finds', async () => {
    const count = 2 * SEARCH_PAGE_MAX_ENTRIES + 500;
    const late = t.clock.now();
    await insertWorld(
      t.environment,
      players(count, (id) => ({
        ...(id > count - 2 && { registeredAt: late }),
        text: `{"level":${id % 2}}`,
      })),
    );
    // Neither index narrows the second search to a set of one page.
    for (const search of [
      { registered: { from: late } },
      { registered: { from: late }, metadata: [level('gte', '0'), level('lt', '5')] },
    ]) {
      const found: number[] = [];
      let pages = 0;
      for (let after: number | undefined = 0; after !== undefined; pages += 1) {
        const { ids, next } = await page(search, 10, after);
        found.push(...ids);
        expect((next ?? count) - after).toBeLessThanOrEqual(SEARCH_PAGE_MAX_ENTRIES);
        // Every page gets on by a chunk at least.
        if (next !== undefined) expect(next - after).toBeGreaterThanOrEqual(SEARCH_CHUNK_LEAST_PLAYERS);
        after = next;
      }
      expect(found).toEqual([count - 1, count]);
      expect(pages).toBeGreaterThanOrEqual(3);
    }
    // A set of one page is looked at as a whole, although its ids are spread over many players.
    await insertWorld(t.environment, [player(count + 1, { text: '{"level":7}' })]);
    expect(await page({ metadata: [level('gt', '5')] }, 10)).toEqual({
      ids: [count + 1],
      next: undefined,
    });
    expect(await page({ metadata: [level('gt', '5')], online: false }, 10)).toEqual({
      ids: [count + 1],
      next: undefined,
    });
  }, 150_000);

  test('reads a range of few entries in the order of the ids, page after page', async () => {
    const count = 3 * SEARCH_COLLECTED_MAX_PLAYERS - 10;
    const late = t.clock.now();
    // The order of the values is not that of the ids.
    await insertWorld(
      t.environment,
      players(count, (id) => ({
        text: `{"level":${(id * 7919) % count}}`,
        ...(id % 1_000 === 0 && { registeredAt: late }),
      })),
    );
    const found: number[] = [];
    for (let after: number | undefined = 0; after !== undefined; ) {
      const search = { registered: { from: late }, metadata: [level('gte', '0')] };
      const { ids, next } = await page(search, 3, after);
      found.push(...ids);
      expect((next ?? count) - after).toBeLessThanOrEqual(SEARCH_COLLECTED_MAX_PLAYERS);
      after = next;
    }
    expect(found).toEqual(Array.from({ length: Math.floor(count / 1_000) }, (_, n) => 1_000 * (n + 1)));
    const all = await findAll({ metadata: [level('lt', '5000')] }, 100);
    const expected = Array.from({ length: count }, (_, n) => n + 1);
    expect(all).toEqual(expected.filter((id) => (id * 7919) % count < 5_000));
  }, 60_000);

  test('compares a long string in full', async () => {
    const start = 'c'.repeat(256);
    const names = [start, `${start}a`, `${start}b`, `${start}a`, 'c'.repeat(255), 'c'];
    await insertWorld(
      t.environment,
      names.map((name, n) => player(n + 1, { text: JSON.stringify({ clan: { name } }) })),
    );
    const find = async (...metadata: MetadataCondition[]) => (await page({ metadata }, 10)).ids;
    expect(await find(clan('eq', start))).toEqual([1]);
    expect(await find(clan('eq', `${start}a`))).toEqual([2, 4]);
    expect(await find(clan('eq', `${start}c`))).toEqual([]);
    expect(await find(clan('eq', 'c'.repeat(255)))).toEqual([5]);
    expect(await find(clan('eq', start), clan('eq', `${start}a`))).toEqual([]);
    // A range goes by the first 256 characters.
    expect(await find(clan('gt', start))).toEqual([]);
    expect(await find(clan('gte', `${start}z`))).toEqual([1, 2, 3, 4]);
    expect(await find(clan('lte', start), clan('eq', `${start}b`))).toEqual([3]);
  });

  test('compares long strings in texts that are long together', async () => {
    const name = 'n'.repeat(300);
    const filler = 'f'.repeat(700_000);
    await insertWorld(
      t.environment,
      players(9, (id) => ({
        text: JSON.stringify({ filler, clan: { name: id % 2 === 0 ? name : `${name}!` } }),
      })),
    );
    const found = await findAll({ metadata: [clan('eq', name)] }, 3);
    expect(found).toEqual([2, 4, 6, 8]);
  });

  test('finds players by whether they play, are suspended or were seen, as of now', async () => {
    const now = t.clock.now();
    await insertWorld(t.environment, [
      player(1, { activeAt: now - 59_999 }),
      player(2, { activeAt: now - 60_000, suspendedUntil: now + 1 }),
      player(3, { endedAt: now, suspendedUntil: now }),
      player(4),
    ]);
    const find = async (search: PlayerSearch) => (await page(search, 10)).ids;
    expect(await find({ online: true })).toEqual([1]);
    expect(await find({ online: false })).toEqual([2, 3, 4]);
    expect(await find({ suspended: true })).toEqual([2]);
    expect(await find({ suspended: false })).toEqual([1, 3, 4]);
    expect(await find({ lastSeen: { from: now } })).toEqual([1, 3]);
    expect(await find({ lastSeen: { from: now - 60_000, to: now } })).toEqual([2]);
    expect(await find({ lastSeen: {} })).toEqual([1, 2, 3]);
    expect(await find({ lastSeen: { from: now, to: now } })).toEqual([]);
    t.clock.advance(1);
    expect(await find({ online: true })).toEqual([]);
    expect(await find({ suspended: true })).toEqual([]);
  });

  test('leaves out a player whom an entry outlived', async () => {
    await insertWorld(
      t.environment,
      players(2, () => ({ text: '{"level":1}' })),
    );
    await t.store.players.erase('player-1');
    await insertWorld(t.environment, [player(3, { text: '{"level":1}' })], ['metadata_index_entries']);
    expect(await page({ metadata: [level('eq', '1')] }, 10)).toEqual({ ids: [2], next: undefined });
  });

  test('goes on from page to page while players come and go', async () => {
    await insertWorld(
      t.environment,
      players(600, () => ({ text: '{"level":1}' })),
    );
    const found: number[] = [];
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { ids, next } = await page({ metadata: [level('eq', '1')], online: false }, 100, after);
      found.push(...ids);
      // One who was found, and one who was not yet.
      await t.store.players.erase(`player-${ids.at(0)}`);
      if (after === 0) await t.store.players.erase('player-599');
      after = next;
    }
    expect(found).toEqual([...Array(600).keys()].map((n) => n + 1).filter((id) => id !== 599));
  });
});

describe('the time of a page', () => {
  let t: TestStore;
  let store: Store;
  beforeEach(async () => {
    t = await openTestStore(sqlite);
    // Each look at the clock takes ten milliseconds.
    const clock = manualClock();
    const monotonic = () => {
      clock.advance(10);
      return clock.monotonic();
    };
    store = await openStoreOn(t.environment, { ...clock, monotonic });
  });
  afterEach(async () => {
    await store.close();
    await t.remove();
  });

  /** The ids after which the pages of a search ended. */
  async function endsOf(search: PlayerSearch): Promise<number[]> {
    const ends: number[] = [];
    for (let after: number | undefined = 0; ; ) {
      const { next }: SearchPage = await store.search.findPage(search, 10, after);
      if (next === undefined) return ends;
      ends.push(next);
      after = next;
    }
  }

  test('ends it after a chunk, and the next one goes on there', async () => {
    await insertWorld(t.environment, players(10 * SEARCH_CHUNK_MAX_PLAYERS));
    const ends = await endsOf({ registered: { from: registeredAt + 1 } });
    expect(ends.length).toBeGreaterThan(1);
    expect(ends.filter((end) => end % SEARCH_CHUNK_LEAST_PLAYERS !== 0)).toEqual([]);
  });

  test('ends it within a chunk whose texts are long', async () => {
    const name = 'n'.repeat(300);
    const text = JSON.stringify({ filler: 'f'.repeat(700_000), clan: { name: `${name}!` } });
    await insertWorld(
      t.environment,
      players(8, () => ({ text })),
    );
    const ends = await endsOf({ metadata: [clan('eq', name)] });
    expect(ends.length).toBeGreaterThan(1);
    expect(ends.at(-1)).toBeLessThan(8);
  });
});
