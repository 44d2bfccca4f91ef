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
import type { Reader } from './reader.ts';

/** The ids of each set, by index. ?1 is the most of them. An ordered set begins after the id ?2. */
const idsOf: Readonly<Record<CandidateSet['by'], string>> = {
  value: `SELECT sequential_id AS id FROM metadata_index_entries
    WHERE index_id = ?3 AND value = ?4 AND sequential_id > ?2 ORDER BY sequential_id LIMIT ?1`,
  values: `SELECT sequential_id AS id FROM metadata_index_entries
    WHERE index_id = ?2 AND value >= ?3 AND value < ?4 LIMIT ?1`,
  names: 'SELECT sequential_id AS id FROM players WHERE player_id >= ?2 AND player_id < ?3 LIMIT ?1',
  online:
    'SELECT sequential_id AS id FROM active_sessions WHERE sequential_id > ?2 ORDER BY sequential_id LIMIT ?1',
  suspended: `SELECT sequential_id AS id FROM metadata INDEXED BY metadata_suspended
    WHERE suspended_until IS NOT NULL AND sequential_id > ?2 ORDER BY sequential_id LIMIT ?1`,
  all: 'SELECT sequential_id AS id FROM metadata WHERE sequential_id > ?2 ORDER BY sequential_id LIMIT ?1',
};

const findEntry = `SELECT 1 FROM metadata_index_entries
  WHERE sequential_id = ?1 AND index_id = ?2 AND value >= ?3 AND value < ?4`;

const sizeOf = (ids: string): string => `SELECT count(*) AS size FROM (${ids})`;

/** Every statement of a search. */
export const searchStatements: readonly string[] = [
  ...Object.values(idsOf),
  ...Object.values(idsOf).map(sizeOf),
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
  const entry = prepare<object>(findEntry);
  const hasEntry = (id: number, { indexId, from, to }: ValueRange): boolean =>
    entry.get(id, indexId, from, to) !== null;
  const list = (set: CandidateSet, most: number, after: number) =>
    reader.read(
      () =>
        statementsOf(set)
          .list.all(...bindingsOf(set, most, after))
          .map(({ id }) => id),
      searches,
    );
  const reads: SearchReads = {
    count: (set, most, after) =>
      reader.read(() => statementsOf(set).count.get(...bindingsOf(set, most, after))?.size ?? 0, searches),
    list,
    collect: (set, most) => list(set, most, 0),
    filter: (ids, values) =>
      reader.read(() => ids.filter((id) => values.every((range) => hasEntry(id, range))), searches),
  };
  return searchStore({
    reads,
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
    case 'values':
      return [most, set.indexId, set.from, set.to];
    case 'names':
      return [most, set.from, set.to];
    default:
      return [most, after];
  }
}
