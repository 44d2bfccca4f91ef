// The search of players in PostgreSQL. Its statements leave one by one, and only a few at once, since a search may take long and
// other calls would wait for connections.
import { systemClock } from '../../lib/clock.ts';
import type { MetadataStore } from '../ports/metadata.ts';
import type { PlayerStore } from '../ports/players.ts';
import type { SearchStore } from '../ports/search.ts';
import { lookups } from '../shared/fair-queue.ts';
import { searchStore } from '../shared/search-page.ts';
import type { CandidateSet, CollectedIds, SearchReads } from '../shared/search-plan.ts';
import { bigints, texts } from './arrays.ts';
import { type Database, readClock } from './database.ts';
import { collectStatements, countStatements, filterStatement, listStatements } from './search-statements.ts';
import { createStatementBatcher } from './statement-batcher.ts';

interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** Fewer than the connections of a default pool. */
const statementsInFlight = 4;

export function playerSearch(
  database: Database,
  players: Pick<PlayerStore, 'describe'>,
  metadata: Pick<MetadataStore, 'list'>,
): SearchStore & { drain(): Promise<unknown> } {
  const { executor, admission, cpuScheduler, now } = database;
  const batcher = createStatementBatcher<Statement, readonly object[]>({
    monitor: admission.monitor('search-players'),
    isRepeatable: true,
    maxInFlight: statementsInFlight,
    maxCalls: 1,
    run: (calls) => Promise.all(calls.map(({ text, parameters }) => executor.query(text, parameters))),
  });
  const query = <R extends object>(text: string, parameters: readonly unknown[]): Promise<readonly R[]> =>
    batcher.add({ text, parameters }) as Promise<readonly R[]>;

  async function listIds(text: string, parameters: readonly unknown[]): Promise<readonly number[]> {
    const rows = await query<{ sequentialId: number }>(text, parameters);
    return rows.map((row) => row.sequentialId);
  }

  const reads: SearchReads = {
    async count(set, most, after) {
      const [row] = await query<{ size: number }>(countStatements[set.by], parametersOf(set, most, after));
      return row?.size ?? 0;
    },
    list: (set, most, after) => listIds(listStatements[set.by], parametersOf(set, most, after)),
    async collect(set, mostOfSet, most, after) {
      const parameters = [...parametersOf(set, mostOfSet, after), after, most];
      const [row] = await query<CollectedIds>(collectStatements[set.by], parameters);
      return row ?? { ids: [], size: 0 };
    },
    filter: (ids, values) =>
      listIds(filterStatement, [
        bigints(ids),
        bigints(values.map((range) => range.indexId)),
        texts(values.map((range) => hex(range.from))),
        texts(values.map((range) => hex(range.to))),
      ]),
  };
  const search = searchStore({
    reads,
    players,
    metadata,
    compute: (work) => cpuScheduler.run(lookups, work),
    now: () => readClock(executor, now),
    monotonic: systemClock.monotonic,
  });
  return { ...search, drain: batcher.drain };
}

/** The parameters of the statements of a set: the most rows first, then those of the set. */
function parametersOf(set: CandidateSet, most: number, after: number): readonly unknown[] {
  switch (set.by) {
    case 'value':
      return [most, after, set.indexId, Buffer.from(set.value)];
    case 'values':
      return [most, set.indexId, Buffer.from(set.from), Buffer.from(set.to)];
    case 'names':
      return [most, set.from, set.to];
    default:
      return [most, after];
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
