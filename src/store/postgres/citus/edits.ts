// A write by compare-and-swap on Citus: the writes of edit-metadata.sql one after the other, in a transaction on the shard of its
// players. Locks come first, since Citus takes none within a larger statement.
import { writers } from '../../ports/versions.ts';
import { auditColumns } from '../audit.ts';
import type { Queries } from '../executor.ts';
import { type KeyOwner, keyTables } from '../idempotency-keys.ts';
import { type EditMetadataParameters, type EditMetadataRow, editMetadata } from '../sql/statements.ts';
import { storedColumns } from '../versions.ts';
import { asTransaction, type Variant, variantOf } from './executor.ts';
import {
  deleteVersions,
  editMetadataOfShard,
  insertAuditOfShard,
  lockMetadata,
  lockRequiredSessions,
  type PutIdempotencyKeysRow,
  putIdempotencyKeys,
  putIndexEntries,
  putVersions,
} from './sql/statements.ts';

const idsOf = (rows: readonly Pick<EditMetadataRow, 'sequentialId'>[]): readonly number[] =>
  rows.map((row) => row.sequentialId);

/** A column of nulls is of edits of which none has the value. */
const isEmpty = (values: readonly (string | null)[]): boolean => values.every((value) => value === null);

const edit = (owner: KeyOwner) =>
  async function editPlayers(
    queries: Queries,
    edits: EditMetadataParameters,
  ): Promise<readonly EditMetadataRow[]> {
    const { locked, active } = await lock(queries, edits);
    const claimed = await putKeys(queries, owner, edits, { locked, active });
    const written = await queries.run(editMetadataOfShard, { ...edits, active, claimed: idsOf(claimed) });
    if (written.length > 0) await writeBeside(queries, edits, idsOf(written));
    return [
      ...written,
      ...claimed.filter(isUnchangedIn(edits)).map(({ sequentialId }) => ({ sequentialId, writtenAt: null })),
    ];
  };

interface Locked {
  readonly locked: readonly number[];
  readonly active: readonly number[];
}

/** Locks the players of writes that need it, then their required sessions. @returns the ids of both */
async function lock(queries: Queries, edits: EditMetadataParameters): Promise<Locked> {
  const { requiredSessionIds, idempotencyKeys } = edits;
  if (isEmpty(requiredSessionIds) && isEmpty(idempotencyKeys)) return { locked: [], active: [] };
  const locked = idsOf(await queries.run(lockMetadata, edits));
  if (isEmpty(requiredSessionIds) || locked.length === 0) return { locked, active: [] };
  return { locked, active: idsOf(await queries.run(lockRequiredSessions, { ...edits, locked })) };
}

/** Stores the outcomes under the keys. @returns the players whose key was not used before */
async function putKeys(
  queries: Queries,
  owner: KeyOwner,
  edits: EditMetadataParameters,
  { locked, active }: Locked,
): Promise<readonly PutIdempotencyKeysRow[]> {
  if (isEmpty(edits.idempotencyKeys) || locked.length === 0) return [];
  return queries.run(putIdempotencyKeys[keyTables[owner]], { ...edits, locked, active });
}

/** Writes the versions, the entries of the audit and those of indexes of the players who were written. */
async function writeBeside(
  queries: Queries,
  edits: EditMetadataParameters,
  written: readonly number[],
): Promise<void> {
  if (edits.droppedIds.length > 0) await queries.run(deleteVersions, { ...edits, written });
  if (edits.keptSequentialId.length > 0) await queries.run(putVersions, { ...edits, written });
  if (edits.auditedAuditId.length > 0) await queries.run(insertAuditOfShard, { ...edits, written });
  if (edits.indexIds.length > 0) await queries.run(putIndexEntries, { ...edits, written });
}

/** An outcome that changes nothing takes effect by its key alone. */
function isUnchangedIn({
  ids,
  isUnchanged,
}: EditMetadataParameters): (row: PutIdempotencyKeysRow) => boolean {
  const players = new Set(ids.filter((_, index) => isUnchanged[index]));
  return ({ sequentialId }) => players.has(sequentialId);
}

const inputs = [
  'ids',
  'versions',
  'requiredSessionIds',
  'sessionIds',
  'byServer',
  'keptAts',
  'newStarts',
] as const;
const namesIn = <Arrays extends object>(arrays: Arrays): (keyof Arrays & string)[] =>
  Object.keys(arrays) as (keyof Arrays & string)[];
const kept = ['droppedIds' as const, 'droppedVersions' as const, ...namesIn(storedColumns([]))];
const audited = namesIn(auditColumns([]));
const indexed = [
  'newestIndex',
  'indexIds',
  'entryStarts',
  'entryLengths',
  'entryBytes',
  'labels',
  'foldedNames',
] as const;
const keyed = [
  'isUnchanged',
  'idempotencyKeys',
  'fingerprints',
  'outcomes',
  'briefOutcomes',
  'retention',
] as const;

export const editVariants: readonly Variant[] = writers.map((owner) =>
  variantOf(
    editMetadata[keyTables[owner]],
    [...inputs, 'texts', 'keyIds', 'lastWrites', 'now', 'timeout', ...kept, ...audited, ...indexed, ...keyed],
    ['sequentialId', 'writtenAt'],
    asTransaction(edit(owner)),
  ),
);
