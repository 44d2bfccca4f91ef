// A write by compare-and-swap on Citus: the writes of edit-metadata.sql one after the other, in a transaction on the shard of its
// players. Locks come first, since Citus takes none within a larger statement.
import { bigints, texts } from '../arrays.ts';
import type { Queries } from '../executor.ts';
import { type KeyOwner, onTableOf } from '../idempotency-keys.ts';
import editMetadata from '../sql/edit-metadata.sql' with { type: 'text' };
import findForEdit from '../sql/find-for-edit.sql' with { type: 'text' };
import findOutlived from '../sql/find-outlived.sql' with { type: 'text' };
import listVersions from '../sql/list-versions.sql' with { type: 'text' };
import { asText, asTransaction, type Parameters, type Translation } from './executor.ts';
import deleteVersions from './sql/delete-versions.sql' with { type: 'text' };
import editMetadataOfShard from './sql/edit-metadata.sql' with { type: 'text' };
import findForEditOfShard from './sql/find-for-edit.sql' with { type: 'text' };
import insertAuditOfShard from './sql/insert-audit.sql' with { type: 'text' };
import lockMetadata from './sql/lock-metadata.sql' with { type: 'text' };
import lockRequiredSessions from './sql/lock-required-sessions.sql' with { type: 'text' };
import putIdempotencyKeys from './sql/put-idempotency-keys.sql' with { type: 'text' };
import putIndexEntries from './sql/put-index-entries.sql' with { type: 'text' };
import putVersions from './sql/put-versions.sql' with { type: 'text' };
import {
  toItems,
  toNumbers,
  unpackTexts,
  withShardOfInput,
  withShardOfSubqueries,
} from './statement-text.ts';

interface PlayerRow {
  readonly sequentialId: number;
}

const none = bigints([]);
const idsOf = (rows: readonly PlayerRow[]): string => bigints(rows.map((row) => row.sequentialId));
const isEmpty = (array: unknown): boolean => toNumbers(array).length === 0;

/** The parameters of edit-metadata.sql by its numbers. */
function partsOf(parameters: Parameters) {
  const from = (first: number, last: number): Parameters => parameters.slice(first - 1, last);
  const [ids, versions, requiredSessions, , byServer] = parameters;
  return {
    ...{ ids, versions, requiredSessions, byServer },
    /** The ids, versions, required sessions and so on, then the texts and the ids of server keys. */
    inputs: [...from(1, 7), texts(unpackTexts(from(8, 10))), parameters[27]],
    now: parameters[10],
    timeout: parameters[11],
    dropped: from(13, 14),
    /** The rows to put; the ids of keys come last. */
    put: from(15, 27),
    audited: from(29, 35),
    newestIndex: parameters[35],
    /** The ids of the indexes, then the starts, lengths and bytes of the values. */
    entries: from(37, 40),
    /** Null, like all columns of the keys, where no edit of the batch has one. */
    unchanged: parameters[40],
    keys: parameters[41],
    fingerprints: parameters[42],
    outcomes: from(44, 46),
    briefOutcomes: from(47, 49),
    retention: parameters[49],
  };
}

type Parts = ReturnType<typeof partsOf>;

const edit = (owner: KeyOwner) =>
  async function editPlayers(queries: Queries, parameters: Parameters): Promise<readonly PlayerRow[]> {
    const parts = partsOf(parameters);
    const { locked, active } = await lock(queries, parts);
    const claimed = parts.keys === null ? [] : await putKeys(queries, owner, parts, { locked, active });
    const written = await queries.query<PlayerRow>(editMetadataOfShard, [
      ...parts.inputs,
      parts.now,
      parts.newestIndex,
      active,
      parts.unchanged,
      parts.keys,
      idsOf(claimed),
    ]);
    if (written.length > 0) await writeBeside(queries, parts, idsOf(written));
    return [...written, ...claimed.filter(isUnchangedIn(parts))];
  };

/** Locks the players of writes that need it, then their required sessions. @returns the ids of both */
async function lock(queries: Queries, parts: Parts): Promise<{ locked: string; active: string }> {
  const { ids, versions, requiredSessions, byServer, keys, now, timeout } = parts;
  if (requiredSessions === null && keys === null) return { locked: none, active: none };
  const inputs = [ids, versions, requiredSessions, byServer, keys, now];
  const locked = idsOf(await queries.query<PlayerRow>(lockMetadata, inputs));
  if (requiredSessions === null || isEmpty(locked)) return { locked, active: none };
  const sessions = [ids, requiredSessions, now, timeout, locked];
  return { locked, active: idsOf(await queries.query<PlayerRow>(lockRequiredSessions, sessions)) };
}

/** Stores the outcomes under the keys. @returns the players whose key was not used before */
async function putKeys(
  queries: Queries,
  owner: KeyOwner,
  parts: Parts,
  { locked, active }: { readonly locked: string; readonly active: string },
): Promise<readonly PlayerRow[]> {
  if (isEmpty(locked)) return [];
  return queries.query<PlayerRow>(onTableOf(owner, putIdempotencyKeys), [
    ...[parts.ids, parts.requiredSessions, parts.unchanged, parts.keys, parts.fingerprints],
    ...[texts(unpackTexts(parts.outcomes)), texts(unpackTexts(parts.briefOutcomes)), parts.now],
    ...[locked, active, parts.retention],
  ]);
}

/** Writes the versions, the entries of the audit and those of indexes of the players who were written. */
async function writeBeside(queries: Queries, parts: Parts, written: string): Promise<void> {
  if (!isEmpty(parts.dropped[0])) await queries.query(deleteVersions, [...parts.dropped, written]);
  if (!isEmpty(parts.put[0])) await queries.query(putVersions, [...parts.put, written]);
  if (!isEmpty(parts.audited[0]))
    await queries.query(insertAuditOfShard, [...parts.audited, parts.now, written]);
  if (!isEmpty(parts.entries[0]))
    await queries.query(putIndexEntries, [parts.ids, ...parts.entries, written]);
}

/** An outcome that changes nothing takes effect by its key alone. */
function isUnchangedIn({ ids, unchanged }: Parts): (row: PlayerRow) => boolean {
  const flags = unchanged === null ? [] : toItems(unchanged);
  const players = new Set(toNumbers(ids).filter((_, index) => flags[index] === 'true'));
  return ({ sequentialId }) => players.has(sequentialId);
}

const ofOwner = (owner: KeyOwner): readonly (readonly [string, Translation])[] => [
  [onTableOf(owner, editMetadata), asTransaction(edit(owner))],
  [onTableOf(owner, findForEdit), asText(onTableOf(owner, findForEditOfShard))],
];

export const editTranslations: readonly (readonly [string, Translation])[] = [
  ...ofOwner('player'),
  ...ofOwner('server'),
  [
    findOutlived,
    asText(withShardOfSubqueries(withShardOfSubqueries(findOutlived, 'active_sessions'), 'ended_sessions')),
  ],
  [listVersions, asText(withShardOfInput(listVersions, 'metadata_versions'))],
];
