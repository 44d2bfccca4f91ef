// The doctor on Citus: it looks at the cluster too, and joins no table of names with one of sequential ids.
import type { Finding } from '../../ports/doctor.ts';
import { type Queries, queriesOf, type Statements } from '../executor.ts';
import { distributedSettings } from '../planner-settings.ts';
import {
  type CheckStatisticsStateRow,
  checkStatisticsState,
  findPlayers,
  type ListCheckedMetadataParameters,
  type ListCheckedMetadataRow,
  listCheckedMetadata,
  listCheckedPlayers,
} from '../sql/statements.ts';
import { isDistributed } from './cluster.ts';
import { listClusterProblems } from './cluster-problems.ts';
import { type Variant, variantOf, withVariants, wrapped } from './executor.ts';
import { onePoolConnection } from './snapshot.ts';
import {
  checkStatisticsState as checkLocalState,
  findAnyActiveDays,
  listNamedMetadata,
  listCheckedPlayers as listNames,
} from './sql/statements.ts';

export interface DistributedDoctor {
  /** The queries of a connection of the doctor. */
  queries(connection: Statements): Queries;
  /** The settings of a transaction of the doctor. */
  readonly settings: Readonly<Record<string, unknown>>;
  examineCluster(sql: Statements): Promise<readonly Finding[]>;
}

/** @returns undefined on one server */
export async function findDistributedDoctor(sql: Statements): Promise<DistributedDoctor | undefined> {
  if (!(await isDistributed(queriesOf(sql)))) return undefined;
  return {
    queries: (connection) => onConnection(queriesOf(connection)),
    settings: { ...distributedSettings, ...onePoolConnection },
    async examineCluster(sql) {
      const problems = await listClusterProblems(queriesOf(sql));
      return problems.map((problem) => ({ table: 'citus', sequentialId: null, problem }));
    },
  };
}

async function listMetadataWithNames(
  queries: Queries,
  range: ListCheckedMetadataParameters,
): Promise<readonly ListCheckedMetadataRow[]> {
  const rows = await queries.run(listNamedMetadata, range);
  const named = await queries.run(findPlayers, { names: rows.map(({ playerId }) => playerId) });
  const idByName = new Map(named.map(({ playerId, sequentialId }) => [playerId, sequentialId]));
  return rows.map(({ playerId, ...row }) => ({
    ...row,
    hasPlayer: idByName.get(playerId) === row.sequentialId,
  }));
}

async function checkState(queries: Queries): Promise<readonly CheckStatisticsStateRow[]> {
  const days = await queries.run(findAnyActiveDays, {});
  const rows = await queries.run(checkLocalState, {});
  return rows.map((row) => ({ ...row, hasSums: row.hasSums || days.length > 0 }));
}

const state = [
  ...(['zone', 'asOf', 'hasPublished', 'mergedKey', 'resetPosition', 'floorDay', 'droppedBefore'] as const),
  ...(['importing', 'counted', 'total', 'hasSums'] as const),
] as const;

export const doctorVariants: readonly Variant[] = [
  wrapped(listCheckedMetadata, listMetadataWithNames),
  wrapped(listCheckedPlayers, (scope, page) => scope.run(listNames, page)),
  variantOf(checkStatisticsState, [], state, checkState),
];

/** The caller begins its transactions by itself. */
const onConnection = (queries: Queries): Queries =>
  withVariants(doctorVariants)({ ...queries, transaction: (work) => work(queries) });
