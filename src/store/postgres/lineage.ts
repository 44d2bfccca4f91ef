// The lineage of a database: the servers that it lives on, and the timeline of each. A server that was restored to an earlier moment and
// a standby that was promoted go on in a new timeline, and a copy on another server has another system identifier. The record of it
// is a comment on `playkeep_schema`, so a backup has it as it has the rows. It stays as it is until `playkeep restored`.
import type { SQL } from 'bun';
import { finding, good, type Look } from '../ports/surroundings.ts';
import { lineageAdvice } from '../shared/lineage.ts';
import { isDistributed } from './citus/cluster.ts';
import { type Queries, queriesOf } from './executor.ts';
import { endsConnection } from './faults.ts';

/** `system identifier/timeline` by node: 0 is the only server or the coordinator, others are groups of workers. */
type Lineage = Readonly<Record<string, string>>;

const prefix = 'Playkeep lineage ';
const about = 'timeline';

const describeServer = `SELECT (SELECT system_identifier FROM pg_control_system())::text || '/' ||
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int AS origin`;

const describeWorkers = `SELECT groupid::text AS node, result
  FROM run_command_on_workers($1::text) JOIN pg_dist_node USING (nodename, nodeport)
  WHERE noderole = 'primary' AND groupid <> 0 ORDER BY groupid`;

const describeRecord = `SELECT obj_description(oid, 'pg_class') AS record, pg_has_role(relowner, 'USAGE') AS "mayWrite"
  FROM pg_class WHERE oid = to_regclass('playkeep_schema')`;

interface Found {
  readonly lineage: Lineage;
  /** A sentence for each node that does not tell its own. */
  readonly unread: readonly string[];
}

/**
 * Reads the present lineage, outside of a transaction.
 * @param nodes `first` leaves out the workers of a cluster: one that is silent may hold up no start
 */
export async function findLineage(queries: Queries, nodes: 'all' | 'first' = 'all'): Promise<Found> {
  const lineage: Record<string, string> = {};
  const unread: string[] = [];
  const note = (node: string, origin: string): void => {
    if (/^\d+\/\d+$/.test(origin)) lineage[node] = origin;
    else unread.push(`${nameOf(node)} does not tell it (${origin.split('\n', 1)[0]})`);
  };
  try {
    const [own] = await queries.query<{ origin: string }>(describeServer);
    note('0', own?.origin ?? '');
  } catch (error) {
    // A standby has no timeline of its own yet, and some services allow no look.
    if (endsConnection(error)) throw error;
    note('0', (error as Error).message);
  }
  if (nodes === 'first' || !(await isDistributed(queries))) return { lineage, unread };
  const workers = await queries.query<{ node: string; result: string }>(describeWorkers, [describeServer]);
  for (const { node, result } of workers) note(node, result);
  return { lineage, unread };
}

/** Reads `0=7324/1 1=8123/2`. Parts of another form are left out. */
function parse(record: string): Lineage {
  const pairs = [...record.matchAll(/(\d+)=(\d+\/\d+)/g)];
  return Object.fromEntries(pairs.map(([, node = '', origin = '']) => [node, origin]));
}

async function readRecord(queries: Queries): Promise<{ noted: Lineage | undefined; mayWrite: boolean }> {
  const [row] = await queries.query<{ record: string | null; mayWrite: boolean }>(describeRecord);
  const isOurs = row?.record?.startsWith(prefix) === true;
  return {
    noted: isOurs ? parse(row.record?.slice(prefix.length) ?? '') : undefined,
    mayWrite: row?.mayWrite === true,
  };
}

/** Makes the present lineage the one on record. Nodes that did not tell theirs stay as they are. @returns false where this role may not */
export async function recordLineage(queries: Queries, lineage: Lineage): Promise<boolean> {
  const { noted, mayWrite } = await readRecord(queries);
  if (!mayWrite) return false;
  const pairs = Object.entries({ ...noted, ...lineage }).map(([node, origin]) => `${node}=${origin}`);
  // A record of digits needs no escape.
  await queries.query(`COMMENT ON TABLE playkeep_schema IS '${prefix}${pairs.join(' ')}'`);
  return true;
}

/**
 * Notes nodes that are not on record. One that is stays, also where it differs.
 * @param lock keeps others from noting theirs at once
 */
export async function noteNewNodes(
  sql: SQL,
  lock: (transaction: SQL) => Promise<void>,
  nodes: 'all' | 'first' = 'all',
): Promise<void> {
  const { lineage } = await findLineage(queriesOf(sql), nodes);
  const isKnown = (noted: Lineage | undefined) => Object.keys(lineage).every((node) => noted?.[node]);
  const before = await readRecord(queriesOf(sql));
  if (!before.mayWrite || isKnown(before.noted)) return;
  await sql.begin(async (transaction) => {
    await lock(transaction);
    const queries = queriesOf(transaction);
    const { noted } = await readRecord(queries);
    if (!isKnown(noted)) await recordLineage(queries, { ...lineage, ...noted });
  });
}

/** @returns a sentence where the server, or the coordinator, went another way than the record says */
export async function listLineageProblems(queries: Queries): Promise<readonly string[]> {
  const { lineage } = await findLineage(queries, 'first');
  return compare(lineage, (await readRecord(queries)).noted);
}

function compare(lineage: Lineage, noted: Lineage | undefined): readonly string[] {
  return Object.entries(lineage).flatMap(([node, origin]) => {
    const before = noted?.[node];
    if (before === undefined || before === origin) return [];
    const [[system, timeline], [systemBefore, timelineBefore]] = [origin.split('/'), before.split('/')];
    const fact =
      system === systemBefore
        ? `${nameOf(node)} is on timeline ${timeline}, and ${timelineBefore} is on record: it was restored to an earlier moment, or a standby was promoted`
        : `${nameOf(node)} is another one than the one on record: the database was copied, restored from a dump, or upgraded by pg_upgrade`;
    return [`${fact}; ${lineageAdvice}`];
  });
}

/** The looks of the doctor. */
export async function lookAtLineage(queries: Queries): Promise<readonly Look[]> {
  const { lineage, unread } = await findLineage(queries);
  const { noted } = await readRecord(queries);
  const problems = compare(lineage, noted);
  const timelines = Object.values(lineage).map((origin) => origin.split('/')[1]);
  const state = noted ? 'as on record' : 'not on record yet, which the next start mends';
  return [
    ...problems.map((problem) => finding(about, problem)),
    ...unread.map((sentence) =>
      good(about, `${sentence}, so run playkeep restored by yourself after a restore or a failover`),
    ),
    ...(problems.length === 0 && timelines.length > 0
      ? [good(about, `${timelines.join(', ')}, ${state}`)]
      : []),
  ];
}

const nameOf = (node: string): string => (node === '0' ? 'PostgreSQL' : `the worker of group ${node}`);
