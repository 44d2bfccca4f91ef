// Random searches over random players, page by page with random limits, give exactly the players that a filter over all of them
// gives, in order, without a gap or a repetition.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { indexTypes } from '../../../src/store/ports/indexes.ts';
import {
  type MetadataCondition,
  type Period,
  type PlayerSearch,
  searchOperators,
} from '../../../src/store/ports/search.ts';
import { allEngines } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { insertWorld, modelOf, type WorldPlayer, worldIndexes } from '../../harness/search-world.ts';
import { type Random, seed, seeded } from '../../harness/seeded.ts';
import { openTestStore, type TestStore, timeoutSeconds } from '../../harness/store.ts';

const timeout = timeoutSeconds * 1000;

const numbers = [
  '0',
  '-0',
  '1',
  '1.0',
  '1e0',
  '2',
  '-3',
  '0.1',
  '1e400',
  '-1e400',
  '5e-324',
  '9007199254740992',
  '9007199254740993',
  '12345678901234567890',
];
const long = 'clan '.repeat(51);
const strings = [
  '',
  'a',
  'ab',
  'a\u0000',
  'a\u0000b',
  'b',
  'é',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '😀',
  '\u{10ffff}',
  ...['\ud800', '\udfff', 'a\ud800', '"\\/', 'x'.repeat(255), 'x'.repeat(256), 'x'.repeat(257)],
  ...[`${long}a`, `${long}ab`, `${long}ac`, `${long}b`, '😀'.repeat(256), '😀'.repeat(257)],
];
const texts = {
  number: numbers,
  string: strings.map((each) => JSON.stringify(each)),
  boolean: ['true', 'false'],
} as const;
const other = ['null', '[1]', '{"name":1}', '{}'];
const nameParts = ['a', 'b', 'B', ' ', '%', '_', 'é', '\ud7ff', '\ue000', '\uffff', '😀', '\u{10ffff}'];

/** Times near now, before and after, and around the time-out of a session. */
const offsets = [-200_000, -60_001, -60_000, -59_999, -1_000, -1, 0, 1, 1_000, 200_000];

function makePlayers(random: Random, count: number, now: number): WorldPlayer[] {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const maybe = <T>(value: T): T | null => (random(2) === 0 ? value : null);
  const past = () => now + pick(offsets.filter((offset) => offset <= 0));
  const valueAt = (type: keyof typeof texts) =>
    pick(random(8) === 0 ? other : texts[pick([type, type, pick(indexTypes)])]);
  let sequentialId = 0;
  return Array.from({ length: count }, (_, n) => {
    sequentialId += 1 + (random(4) === 0 ? random(5) : 0);
    const clan = random(6) === 0 ? '"none"' : `{"name":${valueAt('string')}}`;
    const members = [`"level":${valueAt('number')}`, `"clan": ${clan}`, `"vip":${valueAt('boolean')}`];
    const prefix = Array.from({ length: random(4) }, () => pick(nameParts)).join('');
    const hasSession = random(3) === 0;
    return {
      sequentialId,
      playerId: `${prefix}${n}`,
      registeredAt: past(),
      text: random(10) === 0 ? null : `{${members.filter(() => random(5) > 0).join(', ')}}`,
      suspendedUntil: maybe(now + pick(offsets)),
      activeAt: hasSession ? past() : null,
      endedAt: hasSession ? null : maybe(past()),
      lastSeenAt: hasSession ? null : maybe(now - 300_000),
    };
  });
}

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const periodAround = (now: number): fc.Arbitrary<Period> => {
  const time = optional(fc.constantFrom(...offsets).map((offset) => now + offset));
  return fc.record({ from: time, to: time });
};
const condition: fc.Arbitrary<MetadataCondition> = fc
  .record({ index: fc.constantFrom(...worldIndexes), op: fc.constantFrom(...searchOperators), n: fc.nat() })
  .map(({ index, op, n }) => ({
    ...index,
    op,
    value: op === 'exists' ? undefined : texts[index.type][n % texts[index.type].length],
  }));
const searchAround = (now: number): fc.Arbitrary<PlayerSearch> =>
  fc.record({
    playerIdPrefix: optional(
      fc.array(fc.constantFrom(...nameParts), { maxLength: 2 }).map((p) => p.join('')),
    ),
    registered: optional(periodAround(now)),
    lastSeen: optional(periodAround(now)),
    online: optional(fc.boolean()),
    suspended: optional(fc.boolean()),
    metadata: fc.array(condition, { maxLength: 4 }),
  });

/** All pages of a search. Each is within its limit and begins where the one before ended. */
async function findAll(
  { store }: TestStore,
  search: PlayerSearch,
  limits: readonly number[],
): Promise<number[]> {
  const found: number[] = [];
  let after = 0;
  for (let page = 0; ; page += 1) {
    const limit = limits[page % limits.length] as number;
    const { players, next } = await store.search.findPage(search, limit, after);
    expect(players.length).toBeLessThanOrEqual(limit);
    const ids = players.map((player) => player.sequentialId);
    for (const id of ids) expect([id > after, id <= (next ?? id)]).toEqual([true, true]);
    found.push(...ids);
    if (next === undefined) return found;
    expect(next).toBeGreaterThan(after);
    after = next;
  }
}

for (const engine of allEngines) {
  describe(`random searches on ${engine.name}`, () => {
    test.each([40, 700])(
      'find exactly the matching ones of %p players',
      async (count) => {
        const t = await openTestStore(engine);
        const now = t.clock.now();
        const players = makePlayers(seeded(seed + count), count, now);
        await insertWorld(t.environment, players);
        let hits = 0;
        await fc.assert(
          fc.asyncProperty(
            searchAround(now),
            fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 }),
            async (search, limits) => {
              const expected = modelOf(players, search, now, timeout);
              hits += expected.length > 0 ? 1 : 0;
              expect(await findAll(t, search, limits)).toEqual([...expected]);
            },
          ),
          { seed, numRuns: amount(150, 3_000) },
        );
        expect(hits).toBeGreaterThan(20);
        await t.remove();
      },
      600_000,
    );
  });
}
