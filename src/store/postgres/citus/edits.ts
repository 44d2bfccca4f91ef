// A write by compare-and-swap on Citus: the writes of edit-metadata.sql one after the other, in a transaction on the shard of its
// players. Locks come first, since Citus takes none within a larger statement.
import { bigints } from '../arrays.ts';
import type { Queries } from '../executor.ts';
import editMetadata from '../sql/edit-metadata.sql' with { type: 'text' };
import listVersions from '../sql/list-versions.sql' with { type: 'text' };
import { asText, asTransaction, type Parameters, type Translation } from './executor.ts';
import deleteVersions from './sql/delete-versions.sql' with { type: 'text' };
import editMetadataOfShard from './sql/edit-metadata.sql' with { type: 'text' };
import insertAuditOfShard from './sql/insert-audit.sql' with { type: 'text' };
import lockMetadata from './sql/lock-metadata.sql' with { type: 'text' };
import lockRequiredSessions from './sql/lock-required-sessions.sql' with { type: 'text' };
import putIndexEntries from './sql/put-index-entries.sql' with { type: 'text' };
import putVersions from './sql/put-versions.sql' with { type: 'text' };
import { toNumbers, withShardOfInput } from './statement-text.ts';

interface WrittenRow {
  readonly sequentialId: number;
  readonly version: number;
}

const none = bigints([]);

/** The parameters of edit-metadata.sql by its numbers. */
function partsOf(parameters: Parameters) {
  const from = (first: number, last: number): Parameters => parameters.slice(first - 1, last);
  return {
    /** The ids, versions, required sessions and so on, with the texts and the keys. */
    inputs: [...from(1, 10), parameters[27]],
    ids: parameters[0],
    requiredSessions: parameters[2],
    now: parameters[10],
    timeout: parameters[11],
    dropped: from(13, 14),
    /** The rows to put; the ids of keys come last. */
    put: from(15, 27),
    audited: from(29, 35),
    newestIndex: parameters[35],
    /** The ids of the indexes, then the starts, lengths and bytes of the values. */
    entries: from(37, 40),
  };
}

const isEmpty = (array: unknown): boolean => toNumbers(array).length === 0;

async function edit(queries: Queries, parameters: Parameters): Promise<readonly WrittenRow[]> {
  const parts = partsOf(parameters);
  const active = parts.requiredSessions === null ? none : await lockRequired(queries, parts);
  const rows = await queries.query<WrittenRow>(editMetadataOfShard, [
    ...parts.inputs,
    parts.now,
    parts.newestIndex,
    active,
  ]);
  if (rows.length === 0) return rows;
  const written = bigints(rows.map((row) => row.sequentialId));
  if (!isEmpty(parts.dropped[0])) await queries.query(deleteVersions, [...parts.dropped, written]);
  if (!isEmpty(parts.put[0])) await queries.query(putVersions, [...parts.put, written]);
  if (!isEmpty(parts.audited[0]))
    await queries.query(insertAuditOfShard, [...parts.audited, parts.now, written]);
  if (!isEmpty(parts.entries[0]))
    await queries.query(putIndexEntries, [parts.ids, ...parts.entries, written]);
  return rows;
}

/** Locks the players, then their required sessions. @returns the ids of the players whose session is active */
async function lockRequired(queries: Queries, parts: ReturnType<typeof partsOf>): Promise<string> {
  const { ids, requiredSessions, now, timeout } = parts;
  await queries.query(lockMetadata, [ids]);
  const active = await queries.query<{ sequentialId: number }>(lockRequiredSessions, [
    ids,
    requiredSessions,
    now,
    timeout,
  ]);
  return bigints(active.map((row) => row.sequentialId));
}

export const editTranslations: readonly (readonly [string, Translation])[] = [
  [editMetadata, asTransaction(edit)],
  [listVersions, asText(withShardOfInput(listVersions, 'metadata_versions'))],
];
