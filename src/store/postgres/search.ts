// The search of players in PostgreSQL. Its statements leave one by one, and only a few at once, since a search may take long and
// other calls would wait for connections.
import { systemClock } from '../../lib/clock.ts';
import type { MetadataStore } from '../ports/metadata.ts';
import type { PlayerStore } from '../ports/players.ts';
import type { SearchStore } from '../ports/search.ts';
import { lookups } from '../shared/fair-queue.ts';
import { searchStore } from '../shared/search-page.ts';
import type { CandidateSet, SearchReads } from '../shared/search-plan.ts';
import type { SortedReads } from '../shared/sorted-page.ts';
import { type Database, readClock } from './database.ts';
import { searchNames } from './name-search.ts';
import {
  type CountAllRow,
  collectNames,
  collectValues,
  countAll,
  countNames,
  countOnline,
  countSuspended,
  countValue,
  countValues,
  filterByValues,
  findLastId,
  listHighestValues,
  listLastEnded,
  listNewestPlayers,
  type SearchAllRow,
  searchAll,
  searchFoldedNames,
  searchOnline,
  searchNames as searchPlayerIds,
  searchSuspended,
  searchValue,
  searchValues,
} from './sql/statements.ts';
import type { Statement } from './statement.ts';
import { createStatementBatcher } from './statement-batcher.ts';

/** Names that match are counted up to this number, since each is read. Past it they count as too many. */
const countedNames = 256;

/** Fewer than the connections of a default pool. */
const statementsInFlight = 4;

export function playerSearch(
  database: Database,
  players: Pick<PlayerStore, 'describe'>,
  metadata: Pick<MetadataStore, 'list'>,
): SearchStore & { drain(): Promise<unknown> } {
  const { executor, admission, cpuScheduler, now } = database;
  const batcher = createStatementBatcher<() => Promise<readonly object[]>, readonly object[]>({
    monitor: admission.monitor('search-players', 'others'),
    isRepeatable: true,
    maxInFlight: statementsInFlight,
    maxCalls: 1,
    run: (calls) => Promise.all(calls.map((run) => run())),
  });
  const run: Run = <Parameters, Row extends object>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ) => batcher.add(() => executor.run(statement, parameters)) as Promise<readonly Row[]>;

  const reads: SearchReads = {
    async count(set, most, after) {
      if (set.by === 'foldedName') {
        const ids = await listNames(run, set, { most: Math.min(most, countedNames), after });
        return ids.length < countedNames ? ids.length : most;
      }
      const [row] = await countOf(run, set, { most, after });
      return row?.size ?? 0;
    },
    list: async (set, most, after) =>
      set.by === 'foldedName'
        ? listNames(run, set, { most, after })
        : (await listOf(run, set, { most, after })).map(toId),
    async collect(set, mostOfSet, most, after) {
      const page = { most: mostOfSet, after, wanted: most };
      const [row] = await (set.by === 'names'
        ? run(collectNames, { ...set, ...page })
        : run(collectValues, { ...set, ...page }));
      return row ?? { ids: [], size: 0 };
    },
    filter: async (ids, values) => {
      const rows = await run(filterByValues, {
        ids,
        indexIds: values.map((range) => range.indexId),
        lowers: values.map((range) => hex(range.from)),
        uppers: values.map((range) => hex(range.to)),
      });
      return rows.map(toId);
    },
  };
  const search = searchStore({
    reads,
    sorted: sortedReads(run),
    players,
    metadata,
    compute: (work) => cpuScheduler.run(lookups, work),
    now: () => readClock(executor, now),
    monotonic: systemClock.monotonic,
  });
  return { ...search, drain: batcher.drain };
}

type Run = <Parameters, Row extends object>(
  statement: Statement<Parameters, Row>,
  parameters: NoInfer<Parameters>,
) => Promise<readonly Row[]>;

/** The most ids of a set. An ordered set begins after an id. */
interface Bounds {
  readonly most: number;
  readonly after: number;
}

async function listNames(
  run: Run,
  { foldedName }: Extract<CandidateSet, { by: 'foldedName' }>,
  bounds: Bounds,
): Promise<readonly number[]> {
  return searchNames(
    { foldedName, ...bounds },
    {
      find: async (parameters) => (await run(searchFoldedNames, parameters)).map(toId),
      findLast: async () => (await run(findLastId, {}))[0]?.last ?? 0,
      findNext: async (after) => (await run(searchAll, { most: 1, after })).map(toId)[0],
    },
  );
}

const sortedReads = (run: Run): SortedReads => ({
  listNewest: async (before, most) =>
    (await run(listNewestPlayers, { before, most })).map((row) => ({ ...row, key: '' })),
  async listEnded({ key, sequentialId }, most) {
    const rows = await run(listLastEnded, { endedAt: Number(key), sequentialId, most });
    return rows.map((row) => ({ sequentialId: row.sequentialId, key: String(row.endedAt) }));
  },
  async listHighest(indexId, { key, sequentialId }, most) {
    const value = Buffer.from(key, 'hex');
    const rows = await run(listHighestValues, { indexId, value, sequentialId, most });
    return rows.map((row) => ({ sequentialId: row.sequentialId, key: hex(row.value) }));
  },
});

const toId = ({ sequentialId }: SearchAllRow): number => sequentialId;

type OtherSet = Exclude<CandidateSet, { by: 'foldedName' }>;

function listOf(run: Run, set: OtherSet, bounds: Bounds): Promise<readonly SearchAllRow[]> {
  switch (set.by) {
    case 'value':
      return run(searchValue, { ...set, ...bounds });
    case 'values':
      return run(searchValues, { ...set, ...bounds });
    case 'names':
      return run(searchPlayerIds, { ...set, ...bounds });
    case 'online':
      return run(searchOnline, bounds);
    case 'suspended':
      return run(searchSuspended, bounds);
    case 'all':
      return run(searchAll, bounds);
  }
}

function countOf(run: Run, set: OtherSet, bounds: Bounds): Promise<readonly CountAllRow[]> {
  switch (set.by) {
    case 'value':
      return run(countValue, { ...set, ...bounds });
    case 'values':
      return run(countValues, { ...set, ...bounds });
    case 'names':
      return run(countNames, { ...set, ...bounds });
    case 'online':
      return run(countOnline, bounds);
    case 'suspended':
      return run(countSuspended, bounds);
    case 'all':
      return run(countAll, bounds);
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
