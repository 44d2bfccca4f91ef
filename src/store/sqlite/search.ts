// The search of players in SQLite. Each chunk of it is a read of its own, so that other requests are served between two chunks.
import type { SQLQueryBindings } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import type { MetadataStore } from '../ports/metadata.ts';
import type { PlayerStore } from '../ports/players.ts';
import type { SearchStore } from '../ports/search.ts';
import type { CpuScheduler } from '../shared/cpu-scheduler.ts';
import { lookups, searches } from '../shared/fair-queue.ts';
import type { ValueRange } from '../shared/search-conditions.ts';
import { searchStore } from '../shared/search-page.ts';
import type { CandidateSet, SearchReads } from '../shared/search-plan.ts';
import type { SortedReads, SortedRow } from '../shared/sorted-page.ts';
import { gramsQuery } from './name-grams.ts';
import type { Reader } from './reader.ts';

/** The ids of each set, by index. ?1 is the most of them. An ordered set begins after the id ?2. */
const idsOf: Readonly<Record<CandidateSet['by'], string>> = {
  value: `SELECT sequential_id AS id FROM metadata_index_entries
    WHERE index_id = ?3 AND value = ?4 AND sequential_id > ?2 ORDER BY sequential_id LIMIT ?1`,
  foldedName:
    'SELECT rowid AS id FROM name_grams WHERE name_grams MATCH ?3 AND rowid > ?2 ORDER BY rowid LIMIT ?1',
  values: `SELECT sequential_id AS id FROM metadata_index_entries
    WHERE index_id = ?2 AND value >= ?3 AND value < ?4 LIMIT ?1`,
  names: 'SELECT sequential_id AS id FROM players WHERE player_id >= ?2 AND player_id < ?3 LIMIT ?1',
  online:
    'SELECT sequential_id AS id FROM active_sessions WHERE sequential_id > ?2 ORDER BY sequential_id LIMIT ?1',
  suspended: `SELECT sequential_id AS id FROM metadata INDEXED BY metadata_suspended
    WHERE suspended_until IS NOT NULL AND sequential_id > ?2 ORDER BY sequential_id LIMIT ?1`,
  all: 'SELECT sequential_id AS id FROM metadata WHERE sequential_id > ?2 ORDER BY sequential_id LIMIT ?1',
};

/** The orders of sorted searches, the highest first. */
const sortedOf = {
  newest:
    "SELECT sequential_id AS sequentialId, '' AS key FROM metadata WHERE sequential_id < ?1 ORDER BY sequential_id DESC LIMIT ?2",
  ended: `SELECT sequential_id AS sequentialId, CAST(ended_at AS TEXT) AS key FROM ended_sessions
    WHERE (ended_at, sequential_id) < (?1, ?2) ORDER BY ended_at DESC, sequential_id DESC LIMIT ?3`,
  highest: `SELECT sequential_id AS sequentialId, lower(hex(value)) AS key FROM metadata_index_entries
    WHERE index_id = ?1 AND value IS NOT NULL AND (value, sequential_id) < (unhex(?2), ?3)
    ORDER BY value DESC, sequential_id DESC LIMIT ?4`,
} as const;

const findEntry = `SELECT 1 FROM metadata_index_entries
  WHERE sequential_id = ?1 AND index_id = ?2 AND value >= ?3 AND value < ?4`;

/** The first ids of an unordered set after an id, whose parameter follows those of the set; then comes the most of them. */
const firstOf = (ids: string, next: number): string =>
  `SELECT id FROM (${ids}) WHERE id > ?${next} ORDER BY id LIMIT ?${next + 1}`;
const firstOfUnordered = { values: firstOf(idsOf.values, 5), names: firstOf(idsOf.names, 4) } as const;

const sizeOf = (ids: string): string => `SELECT count(*) AS size FROM (${ids})`;

/** Every statement of a search. */
export const searchStatements: readonly string[] = [
  ...Object.values(idsOf),
  ...Object.values(idsOf).map(sizeOf),
  ...Object.values(firstOfUnordered),
  ...Object.values(sortedOf),
  findEntry,
];

export interface PlayerSearchOptions {
  readonly reader: Reader;
  readonly clock: Clock;
  readonly cpuScheduler: CpuScheduler;
  readonly players: Pick<PlayerStore, 'describe'>;
  readonly metadata: Pick<MetadataStore, 'list'>;
}

export function playerSearch(options: PlayerSearchOptions): SearchStore {
  const { reader, clock, cpuScheduler, players, metadata } = options;
  const prepare = <R>(text: string) => reader.db.query<R, SQLQueryBindings[]>(text);
  const statements = Object.fromEntries(
    Object.entries(idsOf).map(([by, text]) => [
      by,
      { list: prepare<{ id: number }>(text), count: prepare<{ size: number }>(sizeOf(text)) },
    ]),
  );
  const statementsOf = ({ by }: CandidateSet) => statements[by] as NonNullable<(typeof statements)[string]>;
  const first = {
    values: prepare<{ id: number }>(firstOfUnordered.values),
    names: prepare<{ id: number }>(firstOfUnordered.names),
  };
  const entry = prepare<object>(findEntry);
  const hasEntry = (id: number, { indexId, from, to }: ValueRange): boolean =>
    entry.get(id, indexId, from, to) !== null;
  const count = (set: CandidateSet, most: number, after: number): number =>
    statementsOf(set).count.get(...bindingsOf(set, most, after))?.size ?? 0;
  const idsOfRows = (rows: readonly { readonly id: number }[]): readonly number[] => rows.map(({ id }) => id);
  const reads: SearchReads = {
    count: (set, most, after) => reader.read(() => count(set, most, after), searches),
    list: (set, most, after) =>
      reader.read(() => idsOfRows(statementsOf(set).list.all(...bindingsOf(set, most, after))), searches),
    collect: (set, mostOfSet, most, after) =>
      reader.read(() => {
        const bindings = bindingsOf(set, mostOfSet, after);
        const size = count(set, mostOfSet, after);
        return { ids: idsOfRows(first[set.by].all(...bindings, after, most)), size };
      }, searches),
    filter: (ids, values) =>
      reader.read(() => ids.filter((id) => values.every((range) => hasEntry(id, range))), searches),
  };
  const newest = prepare<SortedRow>(sortedOf.newest);
  const ended = prepare<SortedRow>(sortedOf.ended);
  const highest = prepare<SortedRow>(sortedOf.highest);
  const sorted: SortedReads = {
    listNewest: (before, most) => reader.read(() => newest.all(before, most), searches),
    listEnded: ({ key, sequentialId }, most) =>
      reader.read(() => ended.all(Number(key), sequentialId, most), searches),
    listHighest: (indexId, { key, sequentialId }, most) =>
      reader.read(() => highest.all(indexId, key, sequentialId, most), searches),
  };
  return searchStore({
    reads,
    sorted,
    players,
    metadata,
    compute: (work) => cpuScheduler.run(lookups, work),
    now: async () => clock.now(),
    monotonic: clock.monotonic,
  });
}

/** The bindings of the statements of a set: the most rows first, then those of the set. */
function bindingsOf(set: CandidateSet, most: number, after: number): SQLQueryBindings[] {
  switch (set.by) {
    case 'value':
      return [most, after, set.indexId, set.value];
    case 'foldedName':
      return [most, after, gramsQuery(set.foldedName)];
    case 'values':
      return [most, set.indexId, set.from, set.to];
    case 'names':
      return [most, set.from, set.to];
    default:
      return [most, after];
  }
}
