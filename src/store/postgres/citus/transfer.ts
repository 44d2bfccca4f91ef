// Export and import on Citus, which joins no table of names with one of sequential ids: each is read by its own keys, and their
// rows are put together here.
import { systemClock } from '../../../lib/clock.ts';
import { type Queries, queriesOf, type Statements } from '../executor.ts';
import {
  type AcceptStatisticsParameters,
  type AcceptStatisticsRow,
  acceptStatistics,
  type CountImportedParameters,
  type CountImportedRow,
  countImported,
  deleteErased,
  findRegistrations,
  forgetErasures,
  importActive,
  type ListExportedPlayersParameters,
  type ListExportedPlayersRow,
  listExportedPlayers,
  releaseCount,
} from '../sql/statements.ts';
import { isDistributed } from './cluster.ts';
import { type Variant, variantOf, withVariants, wrapped } from './executor.ts';
import { createDistributedPartition } from './partitions.ts';
import { snapshotVariants } from './snapshot.ts';
import {
  acceptStatistics as acceptWithoutLook,
  findAnyEnded,
  findAnyErased,
  findImportedMetadata,
  findImportedNames,
  importActive as importActiveOfShards,
  listDigests,
  listExportedMetadata,
  takeCountLease,
} from './sql/statements.ts';

export interface DistributedTransfer {
  /** The queries of a connection of an export or an import. */
  queries(connection: Statements): Queries;
  readonly createPartition: typeof createDistributedPartition;
  /**
   * Begins an export while no process counts sessions. A count commits on the coordinator a moment before it does on the workers, so
   * an export that begins in between would have sums without marks.
   */
  whileNotCounting<T>(queries: Queries, begin: () => Promise<T>): Promise<T>;
}

/** @returns undefined on one server */
export async function findDistributedTransfer(queries: Queries): Promise<DistributedTransfer | undefined> {
  if (!(await isDistributed(queries))) return undefined;
  return {
    queries: (connection) => onConnection(queriesOf(connection)),
    createPartition: createDistributedPartition,
    whileNotCounting,
  };
}

/** A commit on the workers follows that on the coordinator by less than this time. */
const commitMilliseconds = 1_000;

/** A process that counts finds that its lease is gone, and begins again later. */
async function whileNotCounting<T>(queries: Queries, begin: () => Promise<T>): Promise<T> {
  const holder = `export ${crypto.randomUUID()}`;
  await queries.run(takeCountLease, { holder, milliseconds: 5 * commitMilliseconds });
  await systemClock.sleep(commitMilliseconds);
  try {
    return await begin();
  } finally {
    await queries.run(releaseCount, { holder });
  }
}

/** A page of players. A player whose name is gone was erased between the snapshots of two workers, and is left out. */
async function listPlayers(
  queries: Queries,
  { after: first, limit }: ListExportedPlayersParameters,
): Promise<readonly ListExportedPlayersRow[]> {
  const found: ListExportedPlayersRow[] = [];
  for (let after = first; found.length < limit; ) {
    const wanted = limit - found.length;
    const page = await queries.run(listExportedMetadata, { after, limit: wanted });
    const names = page.map(({ playerId }) => playerId);
    const registrations = await queries.run(findRegistrations, { names });
    const byId = new Map(registrations.map((row) => [row.sequentialId, row.registeredAt]));
    for (const row of page) {
      const registeredAt = byId.get(row.sequentialId);
      if (registeredAt !== undefined) found.push({ ...row, registeredAt });
    }
    if (page.length < wanted) break;
    after = page.at(-1)?.sequentialId ?? after;
  }
  return found;
}

async function countBoth(
  queries: Queries,
  input: CountImportedParameters,
): Promise<readonly CountImportedRow[]> {
  const named = await queries.run(findImportedNames, input);
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const rows = (await queries.run(findImportedMetadata, input)).filter(
    ({ id, name }) => names.get(id) === name,
  );
  return [{ count: rows.length, same: rows.filter(({ same }) => same).length }];
}

async function accept(
  queries: Queries,
  head: AcceptStatisticsParameters,
): Promise<readonly AcceptStatisticsRow[]> {
  const [ended] = await queries.run(findAnyEnded, {});
  return ended ? [] : queries.run(acceptWithoutLook, head);
}

const namesAtOnce = 10_000;

/** The digests of all names would be too much for one statement. */
async function forget(queries: Queries): Promise<readonly []> {
  const [erased] = await queries.run(findAnyErased, {});
  for (let after = ''; erased; ) {
    const page = await queries.run(listDigests, { after, limit: namesAtOnce });
    await queries.run(deleteErased, { digests: page.map(({ digest }) => digest) });
    if (page.length < namesAtOnce) break;
    after = page.at(-1)?.name ?? '';
  }
  return [];
}

const head = ['zone', 'resetPosition', 'floorDay', 'floorUtcDay', 'droppedBefore', 'digest'] as const;

export const transferVariants: readonly Variant[] = [
  ...snapshotVariants,
  wrapped(listExportedPlayers, listPlayers),
  variantOf(countImported, ['ids', 'names', 'versions', 'texts'], ['count', 'same'], countBoth),
  variantOf(acceptStatistics, head, ['id'], accept),
  variantOf(forgetErasures, [], [], forget),
  wrapped(importActive, (scope, sessions) => scope.run(importActiveOfShards, sessions)),
];

/** The caller begins its transactions by itself. */
const onConnection = (queries: Queries): Queries =>
  withVariants(transferVariants)({ ...queries, transaction: (work) => work(queries) });
