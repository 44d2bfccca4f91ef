// The choice of the set from which a search takes its candidates, and what the choice may cost.
import { describe, expect, test } from 'bun:test';
import type { MetadataCondition, PlayerSearch } from '../../../src/store/ports/search.ts';
import { toConditions } from '../../../src/store/shared/search-conditions.ts';
import { type CandidateSet, choosePlan } from '../../../src/store/shared/search-plan.ts';
import { SEARCH_PAGE_MAX_ENTRIES, SEARCH_PROBE_MAX_ENTRIES } from '../../../src/tuning.ts';

const on = (indexId: number, op: MetadataCondition['op'], value = '5'): MetadataCondition => ({
  ...{ indexId, pointer: `/p${indexId}`, type: 'number', op, value: op === 'exists' ? undefined : value },
});
const nameOf = (set: CandidateSet): string =>
  set.by === 'value' || set.by === 'values' ? `${set.by} of ${set.indexId}` : set.by;

/** Chooses among sets of these sizes. Others are empty. @returns the choice, the sets that were counted, and the entries counted */
async function choose(search: PlayerSearch, sizes: Readonly<Record<string, number>>) {
  const counted: string[] = [];
  let entries = 0;
  const count = async (set: CandidateSet, most: number) => {
    const size = Math.min(sizes[nameOf(set)] ?? 0, most);
    counted.push(nameOf(set));
    entries += size;
    return size;
  };
  const set = await choosePlan({ count }, search, toConditions(search), 0);
  return { set: nameOf(set), counted, entries };
}

const many = 1_000_000;

describe('the candidates of a search', () => {
  test('are all players where no condition names a set', async () => {
    const search = { online: false, suspended: false, lastSeen: { from: 1 }, registered: { to: 9 } };
    expect(await choose(search, {})).toEqual({ set: 'all', counted: [], entries: 0 });
  });

  test('are those of the only ordered set, however large, which is not counted', async () => {
    const only = async (search: PlayerSearch) => {
      const { set, counted } = await choose(search, {});
      expect(counted).toEqual([]);
      return set;
    };
    expect(await only({ online: true, suspended: false })).toBe('online');
    expect(await only({ suspended: true })).toBe('suspended');
    expect(await only({ metadata: [on(1, 'eq')] })).toBe('value of 1');
  });

  test('are those of the smallest set', async () => {
    const search = {
      playerIdPrefix: 'a',
      online: true,
      suspended: true,
      metadata: [on(1, 'eq'), on(2, 'gt'), on(3, 'exists')],
    };
    const sizes = {
      ...{
        'value of 1': 900,
        'values of 2': 800,
        'values of 3': 700,
        names: 600,
        online: 500,
        suspended: 400,
      },
    };
    expect((await choose(search, sizes)).set).toBe('suspended');
    for (const set of Object.keys(sizes)) {
      expect((await choose(search, { ...sizes, [set]: 3 })).set).toBe(set);
      // An ordered set may be large, and is then counted no further than a page.
      expect((await choose(search, { ...sizes, 'value of 1': many, [set]: 3 })).set).toBe(set);
    }
  });

  test('are those of an unordered set only where it fits into a page', async () => {
    const search = { metadata: [on(1, 'gt')] };
    expect((await choose(search, { 'values of 1': SEARCH_PAGE_MAX_ENTRIES })).set).toBe('values of 1');
    expect((await choose(search, { 'values of 1': SEARCH_PAGE_MAX_ENTRIES + 1 })).set).toBe('all');
    const online = { ...search, online: true };
    expect((await choose(online, { 'values of 1': many, online: many })).set).toBe('online');
  });

  test('are chosen by counting a bounded number of entries', async () => {
    const metadata = Array.from({ length: 16 }, (_, n) => on(n, 'gt'));
    const sizes = Object.fromEntries(metadata.map(({ indexId }) => [`values of ${indexId}`, many]));
    const { set, counted, entries } = await choose({ metadata }, sizes);
    expect(set).toBe('all');
    expect(entries).toBeLessThanOrEqual(SEARCH_PROBE_MAX_ENTRIES + counted.length);
    // Nothing is smaller than an empty set.
    expect((await choose({ metadata }, { ...sizes, 'values of 0': 0 })).counted).toEqual(['values of 0']);
  });
});
