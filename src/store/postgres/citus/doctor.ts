// The doctor on Citus: it looks at the cluster too, and joins no table of names with one of sequential ids.
import type { Finding } from '../../ports/doctor.ts';
import type { MetadataFacts, NamedPlayer, StatisticsFacts } from '../../shared/doctor-reads.ts';
import { texts } from '../arrays.ts';
import { listMetadata, listPlayers, settings } from '../doctor-statements.ts';
import { findState } from '../doctor-statistics.ts';
import { type Queries, queriesOf, type Statements } from '../executor.ts';
import { distributedSettings } from '../planner-settings.ts';
import { isDistributed } from './cluster.ts';
import { listClusterProblems } from './cluster-problems.ts';
import type { Parameters, Translation, Translations } from './executor.ts';
import { oneConnectionPerWorker } from './snapshot.ts';
import { replacePart } from './statement-text.ts';
import { translate } from './statements.ts';

export interface DistributedDoctor {
  /** What runs the plain statements of the doctor on a connection. */
  statements(connection: Statements): Statements;
  examineCluster(sql: Statements): Promise<readonly Finding[]>;
}

/** @returns undefined on one server */
export async function findDistributedDoctor(sql: Statements): Promise<DistributedDoctor | undefined> {
  if (!(await isDistributed(queriesOf(sql)))) return undefined;
  return {
    statements: (connection) => translate(connection, translations),
    async examineCluster(sql) {
      const problems = await listClusterProblems(queriesOf(sql));
      return problems.map((problem) => ({ table: 'citus', sequentialId: null, problem }));
    },
  };
}

async function applySettings(queries: Queries): Promise<readonly object[]> {
  for (const [name, value] of Object.entries(distributedSettings)) {
    await queries.query(`SET LOCAL ${name} = ${value}`);
  }
  return queries.query(oneConnectionPerWorker);
}

const lookForName = `(SELECT players.sequential_id FROM players WHERE players.player_id = metadata.player_id)
      IS NOT DISTINCT FROM metadata.sequential_id AS "hasPlayer"`;
const listNamedMetadata = replacePart(listMetadata, lookForName, 'player_id AS "playerId"');
const findIds = `SELECT player_id AS "playerId", sequential_id::float8 AS "sequentialId" FROM players
  WHERE player_id = ANY ($1::text[])`;

type NamedMetadata = Omit<MetadataFacts, 'hasPlayer'> & Pick<NamedPlayer, 'playerId'>;

async function listMetadataWithNames(queries: Queries, range: Parameters): Promise<readonly object[]> {
  const rows = await queries.query<NamedMetadata>(listNamedMetadata, range);
  const names = await queries.query<NamedPlayer>(findIds, [texts(rows.map(({ playerId }) => playerId))]);
  const idByName = new Map(names.map(({ playerId, sequentialId }) => [playerId, sequentialId]));
  return rows.map(({ playerId, ...row }) => ({
    ...row,
    hasPlayer: idByName.get(playerId) === row.sequentialId,
  }));
}

/**
 * A name without metadata is no finding here: a registration or an erasure was cut off between its steps, and the next contact of
 * the player finishes it.
 */
const lookForMetadata = `(SELECT metadata.sequential_id FROM metadata WHERE metadata.sequential_id = players.sequential_id) IS NOT NULL`;
const listNames = replacePart(listPlayers, lookForMetadata, 'true');

const lookForDays = 'OR EXISTS (SELECT FROM statistics_players)';
const findLocalState = replacePart(findState, lookForDays, '');

async function findStatistics(queries: Queries): Promise<readonly object[]> {
  const days = await queries.query('SELECT FROM statistics_players LIMIT 1');
  const rows = await queries.query<StatisticsFacts>(findLocalState);
  return rows.map((row) => ({ ...row, hasSums: Boolean(row.hasSums) || days.length > 0 }));
}

const translations: Translations = new Map<string, Translation>([
  [settings, applySettings],
  [listMetadata, listMetadataWithNames],
  [listPlayers, (queries, parameters) => queries.query(listNames, parameters)],
  [findState, findStatistics],
]);
