// The statements of Citus: those of its own, and those that stand for a statement of PostgreSQL.
// Made by `npm run statements` of the SQL files in this folder. A test compares both.
import { bigints, booleans, integers, packed, packedTexts, rareTexts, texts, uuids } from '../../arrays.ts';
import type { EndReason } from '../../../ports/sessions.ts';
import type { AuditAction } from '../../../ports/audit.ts';
import type { Writer } from '../../../ports/versions.ts';
import type { Statement } from '../../statement.ts';

export interface AskWorkerParameters {
  readonly sequentialId: number;
}
export interface AskWorkerRow {
  readonly there: boolean;
}
export const askWorker: Statement<AskWorkerParameters, AskWorkerRow> = {
  name: 'ask-worker',
  text: `SELECT true AS there
FROM metadata
WHERE sequential_id = \$1::bigint`,
  encode: (each) => [each.sequentialId],
  parameters: ['sequentialId'],
  columns: ['there'],
};

export interface ClearContextsParameters {
  readonly sequentialId: number;
  readonly endedAts: readonly number[];
  readonly sessionIds: readonly string[];
}
export interface ClearContextsRow {
}
export const clearContexts: Statement<ClearContextsParameters, ClearContextsRow> = {
  name: 'clear-contexts',
  text: `UPDATE ended_sessions
SET context = NULL
FROM unnest(\$2::bigint[], \$3::uuid[]) AS surplus (ended_at, session_id)
WHERE ended_sessions.sequential_id = \$1::bigint AND ended_sessions.ended_at = surplus.ended_at
  AND ended_sessions.session_id = surplus.session_id`,
  encode: (each) => [each.sequentialId, bigints(each.endedAts), uuids(each.sessionIds)],
  parameters: ['sequentialId', 'endedAts', 'sessionIds'],
  columns: [],
};

export interface CountStartsOfShardParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
}
export interface CountStartsOfShardRow {
  readonly sequentialId: number;
}
export const countStartsOfShard: Statement<CountStartsOfShardParameters, CountStartsOfShardRow> = {
  name: 'count-starts-of-shard',
  text: `UPDATE metadata
SET unseen_starts = unseen_starts + 1, last_seen_at = \$2::bigint
WHERE sequential_id = ANY (\$1::bigint[]) AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= \$2::bigint)
RETURNING sequential_id::float8 AS "sequentialId"`,
  encode: (each) => [bigints(each.ids), each.now],
  parameters: ['ids', 'now'],
  columns: ['sequentialId'],
};

export interface DeleteBucketsParameters {
  readonly digests: readonly string[];
}
export interface DeleteBucketsRow {
}
export const deleteBuckets: Statement<DeleteBucketsParameters, DeleteBucketsRow> = {
  name: 'delete-buckets',
  text: `DELETE FROM rate_limits
WHERE player_digest = ANY (\$1::text[])`,
  encode: (each) => [texts(each.digests)],
  parameters: ['digests'],
  columns: [],
};

export interface DeleteDigestParameters {
  readonly digest: string;
}
export interface DeleteDigestRow {
}
export const deleteDigest: Statement<DeleteDigestParameters, DeleteDigestRow> = {
  name: 'delete-digest',
  text: `DELETE FROM erased_players
WHERE player_digest = \$1::text`,
  encode: (each) => [each.digest],
  parameters: ['digest'],
  columns: [],
};

export interface DeleteHistoryParameters {
  readonly sequentialId: number;
  readonly endedAts: readonly number[];
  readonly sessionIds: readonly string[];
}
export interface DeleteHistoryRow {
}
export const deleteHistory: Statement<DeleteHistoryParameters, DeleteHistoryRow> = {
  name: 'delete-history',
  text: `DELETE FROM ended_sessions
USING unnest(\$2::bigint[], \$3::uuid[]) AS surplus (ended_at, session_id)
WHERE ended_sessions.sequential_id = \$1::bigint AND ended_sessions.ended_at = surplus.ended_at
  AND ended_sessions.session_id = surplus.session_id`,
  encode: (each) => [each.sequentialId, bigints(each.endedAts), uuids(each.sessionIds)],
  parameters: ['sequentialId', 'endedAts', 'sessionIds'],
  columns: [],
};

export interface DeleteIdempotencyKeysParameters {
  readonly sequentialId: number;
  readonly names: readonly string[];
}
export interface DeleteIdempotencyKeysRow {
}
export const deleteIdempotencyKeys: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<DeleteIdempotencyKeysParameters, DeleteIdempotencyKeysRow>>> = {
  idempotency_keys: {
  name: 'delete-idempotency-keys on idempotency_keys',
  text: `DELETE FROM idempotency_keys
WHERE sequential_id = \$1::bigint AND key = ANY (\$2::text[])`,
  encode: (each) => [each.sequentialId, texts(each.names)],
  parameters: ['sequentialId', 'names'],
  columns: [],
},
  server_idempotency_keys: {
  name: 'delete-idempotency-keys on server_idempotency_keys',
  text: `DELETE FROM server_idempotency_keys
WHERE sequential_id = \$1::bigint AND key = ANY (\$2::text[])`,
  encode: (each) => [each.sequentialId, texts(each.names)],
  parameters: ['sequentialId', 'names'],
  columns: [],
},
};

export interface DeleteNameParameters {
  readonly playerId: string;
  readonly sequentialId: number;
}
export interface DeleteNameRow {
}
export const deleteName: Statement<DeleteNameParameters, DeleteNameRow> = {
  name: 'delete-name',
  text: `DELETE FROM players
WHERE player_id = \$1::text AND sequential_id = \$2::bigint`,
  encode: (each) => [each.playerId, each.sequentialId],
  parameters: ['playerId', 'sequentialId'],
  columns: [],
};

export interface DeleteSessionsParameters {
  readonly ids: readonly number[];
  readonly reasons: readonly EndReason[];
  readonly sessionIds: readonly (string | null)[];
  readonly now: number | null;
  readonly timeout: number;
  readonly onlyExpired: boolean;
}
export interface DeleteSessionsRow {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly lastActivity: number;
  readonly activity: number;
  readonly context: string | null;
  readonly installationId: string | null;
  readonly reason: EndReason;
}
export const deleteSessions: Statement<DeleteSessionsParameters, DeleteSessionsRow> = {
  name: 'delete-sessions',
  text: `DELETE FROM active_sessions
USING unnest(\$1::bigint[], \$2::text[], \$3::uuid[]) AS input (sequential_id, reason, session_id)
WHERE active_sessions.sequential_id = ANY (\$1::bigint[]) AND active_sessions.sequential_id = input.sequential_id AND (input.session_id IS NULL OR active_sessions.session_id = input.session_id)
  AND (NOT \$6::boolean OR coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= \$4::bigint - \$5::bigint)
RETURNING active_sessions.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  active_sessions.started_at::float8 AS "startedAt", active_sessions.last_activity::float8 AS "lastActivity", coalesce(active_sessions.corrected_activity, active_sessions.last_activity)::float8 AS "activity", active_sessions.context,
  active_sessions.installation_id AS "installationId", input.reason`,
  encode: (each) => [bigints(each.ids), texts(each.reasons), uuids(each.sessionIds), each.now, each.timeout, each.onlyExpired],
  parameters: ['ids', 'reasons', 'sessionIds', 'now', 'timeout', 'onlyExpired'],
  columns: ['sequentialId', 'sessionId', 'startedAt', 'lastActivity', 'activity', 'context', 'installationId', 'reason'],
};

export interface DeleteVersionsParameters {
  readonly droppedIds: readonly number[];
  readonly droppedVersions: readonly number[];
  readonly written: readonly number[];
}
export interface DeleteVersionsRow {
}
export const deleteVersions: Statement<DeleteVersionsParameters, DeleteVersionsRow> = {
  name: 'delete-versions',
  text: `DELETE FROM metadata_versions
USING unnest(\$1::bigint[], \$2::bigint[]) AS surplus (sequential_id, version)
WHERE metadata_versions.sequential_id = ANY (\$3::bigint[])
  AND metadata_versions.sequential_id = surplus.sequential_id AND metadata_versions.version = surplus.version`,
  encode: (each) => [bigints(each.droppedIds), bigints(each.droppedVersions), bigints(each.written)],
  parameters: ['droppedIds', 'droppedVersions', 'written'],
  columns: [],
};

export interface EditMetadataOfShardParameters {
  readonly ids: readonly number[];
  readonly versions: readonly number[];
  readonly requiredSessionIds: readonly (string | null)[];
  readonly sessionIds: readonly (string | null)[];
  readonly byServer: readonly boolean[];
  readonly keptAts: readonly (number | null)[];
  readonly newStarts: readonly number[];
  readonly texts: readonly (string | null)[];
  readonly keyIds: readonly (string | null)[];
  readonly lastWrites: readonly (string | null)[];
  readonly now: number | null;
  readonly newestIndex: number;
  readonly active: readonly number[];
  readonly isUnchanged: readonly boolean[];
  readonly idempotencyKeys: readonly (string | null)[];
  readonly claimed: readonly number[];
  readonly labels: readonly (string | null)[];
  readonly foldedNames: readonly (string | null)[];
}
export interface EditMetadataOfShardRow {
  readonly sequentialId: number;
  readonly writtenAt: number;
}
export const editMetadataOfShard: Statement<EditMetadataOfShardParameters, EditMetadataOfShardRow> = {
  name: 'edit-metadata-of-shard',
  text: `UPDATE metadata
SET text = input.text, version = metadata.version + 1, written_at = \$11::bigint, written_session_id = input.session_id,
  by_server = input.by_server, written_key_id = input.key_id, kept_at = coalesce(input.kept_at, metadata.kept_at),
  unseen_starts = metadata.unseen_starts - input.new_starts, last_writes = coalesce(decode(input.last_writes, 'hex'), metadata.last_writes),
  index_set = \$12::bigint, indexed_version = metadata.version + 1, label_version = metadata.version + 1, label = input.label,
  folded_name = input.folded_name
FROM unnest(\$1::bigint[], \$2::bigint[], \$3::uuid[], \$4::uuid[], \$5::boolean[], \$6::bigint[], \$7::bigint[], \$8::text[], \$9::text[], \$10::text[], \$14::boolean[],
    \$15::text[], \$17::text[], \$18::text[])
  AS input (sequential_id, version, required_session_id, session_id, by_server, kept_at, new_starts, text, key_id, last_writes, is_unchanged, key,
    label, folded_name)
WHERE metadata.sequential_id = ANY (\$1::bigint[]) AND metadata.sequential_id = input.sequential_id AND metadata.version = input.version AND (input.by_server OR (metadata.suspended_until IS NULL OR metadata.suspended_until <= \$11::bigint))
  AND (input.required_session_id IS NULL OR input.sequential_id = ANY (\$13::bigint[]))
  AND (input.key IS NULL OR input.sequential_id = ANY (\$16::bigint[])) AND input.is_unchanged IS NOT TRUE
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.written_at::float8 AS "writtenAt"`,
  encode: (each) => [bigints(each.ids), bigints(each.versions), uuids(each.requiredSessionIds), uuids(each.sessionIds), booleans(each.byServer), bigints(each.keptAts), bigints(each.newStarts), rareTexts(each.texts), rareTexts(each.keyIds), rareTexts(each.lastWrites), each.now, each.newestIndex, bigints(each.active), booleans(each.isUnchanged), rareTexts(each.idempotencyKeys), bigints(each.claimed), rareTexts(each.labels), rareTexts(each.foldedNames)],
  parameters: ['ids', 'versions', 'requiredSessionIds', 'sessionIds', 'byServer', 'keptAts', 'newStarts', 'texts', 'keyIds', 'lastWrites', 'now', 'newestIndex', 'active', 'isUnchanged', 'idempotencyKeys', 'claimed', 'labels', 'foldedNames'],
  columns: ['sequentialId', 'writtenAt'],
};

export interface FindAnyActiveDaysParameters {
}
export interface FindAnyActiveDaysRow {
  readonly there: boolean;
}
export const findAnyActiveDays: Statement<FindAnyActiveDaysParameters, FindAnyActiveDaysRow> = {
  name: 'find-any-active-days',
  text: `SELECT true AS there
FROM statistics_players
LIMIT 1`,
  encode: () => [],
  parameters: [],
  columns: ['there'],
};

export interface FindAnyEndedParameters {
}
export interface FindAnyEndedRow {
  readonly there: boolean;
}
export const findAnyEnded: Statement<FindAnyEndedParameters, FindAnyEndedRow> = {
  name: 'find-any-ended',
  text: `SELECT true AS there
FROM ended_sessions
LIMIT 1`,
  encode: () => [],
  parameters: [],
  columns: ['there'],
};

export interface FindAnyErasedParameters {
}
export interface FindAnyErasedRow {
  readonly there: boolean;
}
export const findAnyErased: Statement<FindAnyErasedParameters, FindAnyErasedRow> = {
  name: 'find-any-erased',
  text: `SELECT true AS there
FROM erased_players
LIMIT 1`,
  encode: () => [],
  parameters: [],
  columns: ['there'],
};

export interface FindForEditParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
  readonly timeout: number;
  readonly idempotencyKeys: readonly (string | null)[];
  readonly byInstallation: readonly boolean[];
  readonly retention: number;
}
export interface FindForEditRow {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly text: string | null;
  readonly version: number;
  readonly writtenAt: number | null;
  readonly sessionId: string | null;
  readonly byServer: boolean;
  readonly keyId: string | null;
  readonly keptAt: number | null;
  readonly unseenStarts: number;
  readonly suspendedUntil: number | null;
  readonly activeSessionId: string | null;
  readonly now: number;
  readonly lastWrites: string | null;
  readonly fingerprint: string | null;
  readonly outcome: string | null;
  readonly isShortened: boolean | null;
}
export const findForEdit: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<FindForEditParameters, FindForEditRow>>> = {
  idempotency_keys: {
  name: 'find-for-edit on idempotency_keys',
  text: `SELECT metadata.sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", written_session_id::text AS "sessionId", by_server AS "byServer", written_key_id AS "keyId",
  kept_at::float8 AS "keptAt", unseen_starts::float8 AS "unseenStarts",
  CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > \$2::bigint THEN metadata.suspended_until::float8 END AS "suspendedUntil",
  active_sessions.session_id::text AS "activeSessionId", \$2::bigint::float8 AS "now",
  CASE WHEN input.by_installation THEN encode(last_writes, 'hex') END AS "lastWrites",
  used.fingerprint, used.outcome, used.is_shortened AS "isShortened"
FROM metadata
JOIN unnest(\$1::bigint[], \$4::text[], \$5::boolean[]) AS input (sequential_id, key, by_installation)
  ON metadata.sequential_id = input.sequential_id
LEFT JOIN active_sessions ON active_sessions.sequential_id = metadata.sequential_id AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > \$2::bigint - \$3::bigint
LEFT JOIN idempotency_keys AS used
  ON used.sequential_id = metadata.sequential_id AND used.key = input.key AND used.created_at + \$6::bigint > \$2::bigint
WHERE metadata.sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids), each.now, each.timeout, rareTexts(each.idempotencyKeys), booleans(each.byInstallation), each.retention],
  parameters: ['ids', 'now', 'timeout', 'idempotencyKeys', 'byInstallation', 'retention'],
  columns: ['sequentialId', 'playerId', 'text', 'version', 'writtenAt', 'sessionId', 'byServer', 'keyId', 'keptAt', 'unseenStarts', 'suspendedUntil', 'activeSessionId', 'now', 'lastWrites', 'fingerprint', 'outcome', 'isShortened'],
},
  server_idempotency_keys: {
  name: 'find-for-edit on server_idempotency_keys',
  text: `SELECT metadata.sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", written_session_id::text AS "sessionId", by_server AS "byServer", written_key_id AS "keyId",
  kept_at::float8 AS "keptAt", unseen_starts::float8 AS "unseenStarts",
  CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > \$2::bigint THEN metadata.suspended_until::float8 END AS "suspendedUntil",
  active_sessions.session_id::text AS "activeSessionId", \$2::bigint::float8 AS "now",
  CASE WHEN input.by_installation THEN encode(last_writes, 'hex') END AS "lastWrites",
  used.fingerprint, used.outcome, used.is_shortened AS "isShortened"
FROM metadata
JOIN unnest(\$1::bigint[], \$4::text[], \$5::boolean[]) AS input (sequential_id, key, by_installation)
  ON metadata.sequential_id = input.sequential_id
LEFT JOIN active_sessions ON active_sessions.sequential_id = metadata.sequential_id AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > \$2::bigint - \$3::bigint
LEFT JOIN server_idempotency_keys AS used
  ON used.sequential_id = metadata.sequential_id AND used.key = input.key AND used.created_at + \$6::bigint > \$2::bigint
WHERE metadata.sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids), each.now, each.timeout, rareTexts(each.idempotencyKeys), booleans(each.byInstallation), each.retention],
  parameters: ['ids', 'now', 'timeout', 'idempotencyKeys', 'byInstallation', 'retention'],
  columns: ['sequentialId', 'playerId', 'text', 'version', 'writtenAt', 'sessionId', 'byServer', 'keyId', 'keptAt', 'unseenStarts', 'suspendedUntil', 'activeSessionId', 'now', 'lastWrites', 'fingerprint', 'outcome', 'isShortened'],
},
};

export interface FindIdParameters {
  readonly playerId: string;
}
export interface FindIdRow {
  readonly sequentialId: number;
}
export const findId: Statement<FindIdParameters, FindIdRow> = {
  name: 'find-id',
  text: `SELECT sequential_id::float8 AS "sequentialId"
FROM players
WHERE player_id = \$1::text`,
  encode: (each) => [each.playerId],
  parameters: ['playerId'],
  columns: ['sequentialId'],
};

export interface FindImportedMetadataParameters {
  readonly ids: readonly number[];
  readonly names: readonly string[];
  readonly versions: readonly number[];
  readonly texts: readonly (string | null)[];
}
export interface FindImportedMetadataRow {
  readonly id: number;
  readonly name: string;
  readonly same: boolean;
}
export const findImportedMetadata: Statement<FindImportedMetadataParameters, FindImportedMetadataRow> = {
  name: 'find-imported-metadata',
  text: `SELECT metadata.sequential_id::float8 AS id, metadata.player_id AS name,
  metadata.version = input.version AND metadata.text IS NOT DISTINCT FROM input.text AS same
FROM unnest(\$1::bigint[], \$2::text[], \$3::bigint[], \$4::text[]) AS input (sequential_id, player_id, version, text)
JOIN metadata ON metadata.sequential_id = input.sequential_id AND metadata.player_id = input.player_id`,
  encode: (each) => [bigints(each.ids), texts(each.names), bigints(each.versions), rareTexts(each.texts)],
  parameters: ['ids', 'names', 'versions', 'texts'],
  columns: ['id', 'name', 'same'],
};

export interface FindImportedNamesParameters {
  readonly ids: readonly number[];
  readonly names: readonly string[];
}
export interface FindImportedNamesRow {
  readonly id: number;
  readonly name: string;
}
export const findImportedNames: Statement<FindImportedNamesParameters, FindImportedNamesRow> = {
  name: 'find-imported-names',
  text: `SELECT players.sequential_id::float8 AS id, players.player_id AS name
FROM unnest(\$1::bigint[], \$2::text[]) AS input (sequential_id, player_id)
JOIN players ON players.player_id = input.player_id AND players.sequential_id = input.sequential_id`,
  encode: (each) => [bigints(each.ids), texts(each.names)],
  parameters: ['ids', 'names'],
  columns: ['id', 'name'],
};

export interface FindReadersParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
}
export interface FindReadersRow {
  readonly sequentialId: number;
  readonly suspendedUntil: number | null;
}
export const findReaders: Statement<FindReadersParameters, FindReadersRow> = {
  name: 'find-readers',
  text: `SELECT sequential_id::float8 AS "sequentialId", CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > \$2::bigint THEN metadata.suspended_until::float8 END AS "suspendedUntil"
FROM metadata
WHERE sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids), each.now],
  parameters: ['ids', 'now'],
  columns: ['sequentialId', 'suspendedUntil'],
};

export interface FindRowsParameters {
  readonly ids: readonly number[];
}
export interface FindRowsRow {
  readonly sequentialId: number;
}
export const findRows: Statement<FindRowsParameters, FindRowsRow> = {
  name: 'find-rows',
  text: `SELECT sequential_id::float8 AS "sequentialId"
FROM metadata
WHERE sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: ['sequentialId'],
};

export interface InsertActiveSessionsParameters {
  readonly ids: readonly number[];
  readonly sessionIds: readonly string[];
  readonly contexts: readonly (string | null)[];
  readonly installationIds: readonly (string | null)[];
  readonly now: number | null;
  readonly counted: readonly number[];
}
export interface InsertActiveSessionsRow {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly lastActivity: number;
}
export const insertActiveSessions: Statement<InsertActiveSessionsParameters, InsertActiveSessionsRow> = {
  name: 'insert-active-sessions',
  text: `INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context, installation_id)
SELECT metadata.sequential_id, input.session_id, \$5::bigint, \$5::bigint, input.context, input.installation_id
FROM metadata
JOIN unnest(\$1::bigint[], \$2::uuid[], \$3::text[], \$4::text[]) AS input (sequential_id, session_id, context, installation_id)
  ON metadata.sequential_id = input.sequential_id
WHERE metadata.sequential_id = ANY (\$6::bigint[])
ON CONFLICT (sequential_id) DO NOTHING
RETURNING active_sessions.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  active_sessions.started_at::float8 AS "startedAt", active_sessions.last_activity::float8 AS "lastActivity"`,
  encode: (each) => [bigints(each.ids), uuids(each.sessionIds), rareTexts(each.contexts), rareTexts(each.installationIds), each.now, bigints(each.counted)],
  parameters: ['ids', 'sessionIds', 'contexts', 'installationIds', 'now', 'counted'],
  columns: ['sequentialId', 'sessionId', 'startedAt', 'lastActivity'],
};

export interface InsertAuditEntryParameters {
  readonly auditedSequentialId: number;
  readonly auditedAuditId: string;
  readonly auditedKeyId: string | null;
  readonly auditedKeyName: string;
  readonly auditedAction: AuditAction;
  readonly auditedDetail: string | null;
  readonly auditedRequestId: string | null;
  readonly now: number | null;
}
export interface InsertAuditEntryRow {
}
export const insertAuditEntry: Statement<InsertAuditEntryParameters, InsertAuditEntryRow> = {
  name: 'insert-audit-entry',
  text: `INSERT INTO audit_entries (sequential_id, audit_id, key_id, key_name, action, detail, request_id, at)
VALUES (\$1::bigint, \$2::uuid, \$3::text, \$4::text, \$5::text, \$6::text, \$7::text, \$8::bigint)`,
  encode: (each) => [each.auditedSequentialId, each.auditedAuditId, each.auditedKeyId, each.auditedKeyName, each.auditedAction, each.auditedDetail, each.auditedRequestId, each.now],
  parameters: ['auditedSequentialId', 'auditedAuditId', 'auditedKeyId', 'auditedKeyName', 'auditedAction', 'auditedDetail', 'auditedRequestId', 'now'],
  columns: [],
};

export interface InsertAuditOfShardParameters {
  readonly auditedAuditId: readonly string[];
  readonly auditedKeyId: readonly (string | null)[];
  readonly auditedKeyName: readonly string[];
  readonly auditedAction: readonly AuditAction[];
  readonly auditedSequentialId: readonly (number | null)[];
  readonly auditedDetail: readonly (string | null)[];
  readonly auditedRequestId: readonly (string | null)[];
  readonly now: number | null;
  readonly written: readonly number[];
}
export interface InsertAuditOfShardRow {
}
export const insertAuditOfShard: Statement<InsertAuditOfShardParameters, InsertAuditOfShardRow> = {
  name: 'insert-audit-of-shard',
  text: `INSERT INTO audit_entries (sequential_id, audit_id, key_id, key_name, action, detail, request_id, at)
SELECT metadata.sequential_id, entry.audit_id, entry.key_id, entry.key_name, entry.action, entry.detail, entry.request_id, \$8::bigint
FROM metadata
JOIN unnest(\$1::uuid[], \$2::text[], \$3::text[], \$4::text[], \$5::bigint[], \$6::text[], \$7::text[])
  AS entry (audit_id, key_id, key_name, action, sequential_id, detail, request_id)
  ON metadata.sequential_id = entry.sequential_id
WHERE metadata.sequential_id = ANY (\$9::bigint[])`,
  encode: (each) => [uuids(each.auditedAuditId), rareTexts(each.auditedKeyId), texts(each.auditedKeyName), texts(each.auditedAction), bigints(each.auditedSequentialId), rareTexts(each.auditedDetail), rareTexts(each.auditedRequestId), each.now, bigints(each.written)],
  parameters: ['auditedAuditId', 'auditedKeyId', 'auditedKeyName', 'auditedAction', 'auditedSequentialId', 'auditedDetail', 'auditedRequestId', 'now', 'written'],
  columns: [],
};

export interface InsertEndedSessionsParameters {
  readonly ids: readonly number[];
  readonly endedAts: readonly number[];
  readonly sessionIds: readonly string[];
  readonly startedAts: readonly number[];
  readonly reasons: readonly EndReason[];
  readonly contexts: readonly (string | null)[];
  readonly installationIds: readonly (string | null)[];
}
export interface InsertEndedSessionsRow {
}
export const insertEndedSessions: Statement<InsertEndedSessionsParameters, InsertEndedSessionsRow> = {
  name: 'insert-ended-sessions',
  text: `INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context, installation_id)
SELECT metadata.sequential_id, input.ended_at, input.session_id, input.started_at, input.reason, input.context, input.installation_id
FROM metadata
JOIN unnest(\$1::bigint[], \$2::bigint[], \$3::uuid[], \$4::bigint[], \$5::text[], \$6::text[], \$7::text[])
  AS input (sequential_id, ended_at, session_id, started_at, reason, context, installation_id)
  ON metadata.sequential_id = input.sequential_id
WHERE metadata.sequential_id = ANY (\$1::bigint[])
ON CONFLICT (sequential_id, ended_at, session_id) DO UPDATE SET reason = excluded.reason`,
  encode: (each) => [bigints(each.ids), bigints(each.endedAts), uuids(each.sessionIds), bigints(each.startedAts), texts(each.reasons), rareTexts(each.contexts), rareTexts(each.installationIds)],
  parameters: ['ids', 'endedAts', 'sessionIds', 'startedAts', 'reasons', 'contexts', 'installationIds'],
  columns: [],
};

export interface InsertIdempotencyKeyParameters {
  readonly sequentialId: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly now: number | null;
  readonly retention: number;
}
export interface InsertIdempotencyKeyRow {
  readonly createdAt: number;
}
export const insertIdempotencyKey: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<InsertIdempotencyKeyParameters, InsertIdempotencyKeyRow>>> = {
  idempotency_keys: {
  name: 'insert-idempotency-key on idempotency_keys',
  text: `INSERT INTO idempotency_keys (sequential_id, key, fingerprint, outcome, created_at)
VALUES (\$1::bigint, \$2::text, \$3::text, NULL, \$4::bigint)
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = NULL, brief_outcome = NULL, is_shortened = false,
  created_at = excluded.created_at
WHERE idempotency_keys.created_at <= excluded.created_at - \$5::bigint
RETURNING created_at::float8 AS "createdAt"`,
  encode: (each) => [each.sequentialId, each.key, each.fingerprint, each.now, each.retention],
  parameters: ['sequentialId', 'key', 'fingerprint', 'now', 'retention'],
  columns: ['createdAt'],
},
  server_idempotency_keys: {
  name: 'insert-idempotency-key on server_idempotency_keys',
  text: `INSERT INTO server_idempotency_keys (sequential_id, key, fingerprint, outcome, created_at)
VALUES (\$1::bigint, \$2::text, \$3::text, NULL, \$4::bigint)
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = NULL, brief_outcome = NULL, is_shortened = false,
  created_at = excluded.created_at
WHERE server_idempotency_keys.created_at <= excluded.created_at - \$5::bigint
RETURNING created_at::float8 AS "createdAt"`,
  encode: (each) => [each.sequentialId, each.key, each.fingerprint, each.now, each.retention],
  parameters: ['sequentialId', 'key', 'fingerprint', 'now', 'retention'],
  columns: ['createdAt'],
},
};

export interface ListDigestsParameters {
  readonly after: string;
  readonly limit: number;
}
export interface ListDigestsRow {
  readonly name: string;
  readonly digest: string;
}
export const listDigests: Statement<ListDigestsParameters, ListDigestsRow> = {
  name: 'list-digests',
  text: `SELECT player_id AS name, encode(sha256(convert_to(named.player_id, 'UTF8')), 'hex') AS digest
FROM players AS named
WHERE player_id > \$1::text
ORDER BY player_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit],
  parameters: ['after', 'limit'],
  columns: ['name', 'digest'],
};

export interface ListExportedMetadataParameters {
  readonly after: number;
  readonly limit: number;
}
export interface ListExportedMetadataRow {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly metadataVersion: number;
  readonly metadataText: string | null;
  readonly writtenAt: number | null;
  readonly writtenBy: Writer;
  readonly sessionId: string | null;
  readonly keptAt: number | null;
  readonly keyId: string | null;
  readonly suspendedUntil: number | null;
  readonly suspensionReason: string | null;
  readonly lastSeenAt: number | null;
  readonly lastWrites: string | null;
}
export const listExportedMetadata: Statement<ListExportedMetadataParameters, ListExportedMetadataRow> = {
  name: 'list-exported-metadata',
  text: `SELECT metadata.sequential_id::float8 AS "sequentialId", metadata.player_id AS "playerId",
  metadata.version::float8 AS "metadataVersion", metadata.text AS "metadataText", metadata.written_at::float8 AS "writtenAt",
  CASE WHEN metadata.by_server THEN 'server' ELSE 'player' END AS "writtenBy",
  metadata.written_session_id::text AS "sessionId", metadata.kept_at::float8 AS "keptAt",
  (CASE WHEN metadata.by_server THEN metadata.written_key_id END) AS "keyId",
  metadata.suspended_until::float8 AS "suspendedUntil", metadata.suspension_reason AS "suspensionReason",
  metadata.last_seen_at::float8 AS "lastSeenAt", encode(metadata.last_writes, 'hex') AS "lastWrites"
FROM metadata
WHERE metadata.sequential_id > \$1::bigint
ORDER BY metadata.sequential_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit],
  parameters: ['after', 'limit'],
  columns: ['sequentialId', 'playerId', 'metadataVersion', 'metadataText', 'writtenAt', 'writtenBy', 'sessionId', 'keptAt', 'keyId', 'suspendedUntil', 'suspensionReason', 'lastSeenAt', 'lastWrites'],
};

export interface ListFullBucketsParameters {
  readonly nowMicroseconds: number | null;
  readonly after: string;
  readonly last: string;
}
export interface ListFullBucketsRow {
  readonly digest: string;
}
export const listFullBuckets: Statement<ListFullBucketsParameters, ListFullBucketsRow> = {
  name: 'list-full-buckets',
  text: `SELECT player_digest AS digest
FROM rate_limits
WHERE player_digest > \$2::text AND player_digest <= \$3::text AND full_at < \$1::bigint`,
  encode: (each) => [each.nowMicroseconds, each.after, each.last],
  parameters: ['nowMicroseconds', 'after', 'last'],
  columns: ['digest'],
};

export interface ListNamedMetadataParameters {
  readonly after: number;
  readonly end: number;
}
export interface ListNamedMetadataRow {
  readonly sequentialId: number;
  readonly metadataVersion: number;
  readonly writtenAt: number | null;
  readonly writtenBy: Writer;
  readonly sessionId: string | null;
  readonly keptAt: number | null;
  readonly keyId: string | null;
  readonly suspendedUntil: number | null;
  readonly suspensionReason: string | null;
  readonly lastSeenAt: number | null;
  readonly lastWrites: string | null;
  readonly textBytes: number | null;
  readonly indexSet: number;
  readonly indexedVersion: number;
  readonly labelVersion: number;
  readonly label: string | null;
  readonly foldedName: string | null;
  readonly playerId: string;
}
export const listNamedMetadata: Statement<ListNamedMetadataParameters, ListNamedMetadataRow> = {
  name: 'list-named-metadata',
  text: `SELECT metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8 AS "metadataVersion",
  metadata.written_at::float8 AS "writtenAt", CASE WHEN metadata.by_server THEN 'server' ELSE 'player' END AS "writtenBy",
  metadata.written_session_id::text AS "sessionId", metadata.kept_at::float8 AS "keptAt",
  (CASE WHEN metadata.by_server THEN metadata.written_key_id END) AS "keyId",
  metadata.suspended_until::float8 AS "suspendedUntil", metadata.suspension_reason AS "suspensionReason",
  metadata.last_seen_at::float8 AS "lastSeenAt", encode(metadata.last_writes, 'hex') AS "lastWrites", octet_length(metadata.text)::float8 AS "textBytes", index_set::float8 AS "indexSet",
  indexed_version::float8 AS "indexedVersion", label_version::float8 AS "labelVersion", label, folded_name AS "foldedName", player_id AS "playerId"
FROM metadata
WHERE sequential_id > \$1::bigint AND sequential_id <= \$2::bigint
ORDER BY metadata.sequential_id`,
  encode: (each) => [each.after, each.end],
  parameters: ['after', 'end'],
  columns: ['sequentialId', 'metadataVersion', 'writtenAt', 'writtenBy', 'sessionId', 'keptAt', 'keyId', 'suspendedUntil', 'suspensionReason', 'lastSeenAt', 'lastWrites', 'textBytes', 'indexSet', 'indexedVersion', 'labelVersion', 'label', 'foldedName', 'playerId'],
};

export interface ListSurplusHistoryParameters {
  readonly sequentialId: number;
  readonly readRows: number;
  readonly maxRows: number;
  readonly maxBytes: number;
  readonly rowBytes: number;
  readonly stepRows: number;
}
export interface ListSurplusHistoryRow {
  readonly endedAt: number;
  readonly sessionId: string;
  readonly isDeleted: boolean;
}
export const listSurplusHistory: Statement<ListSurplusHistoryParameters, ListSurplusHistoryRow> = {
  name: 'list-surplus-history',
  text: `WITH newest AS (
  SELECT ended_at, session_id, octet_length(context) AS bytes
  FROM ended_sessions
  WHERE sequential_id = \$1::bigint
  ORDER BY ended_at DESC, session_id DESC
  LIMIT \$2::int
),
ranked AS (
  SELECT ended_at, session_id, bytes, row_number() OVER newer AS rank, sum(bytes) OVER newer AS context_bytes,
    least(count(*) OVER (), \$3::int) * \$5::int AS row_bytes
  FROM newest
  WINDOW newer AS (ORDER BY ended_at DESC, session_id DESC)
),
surplus AS (
  (SELECT ended_at, session_id, true AS is_deleted FROM ranked WHERE rank > \$3::int)
  UNION ALL
  (
    SELECT ended_at, session_id, false FROM ranked
    WHERE rank <= \$3::int AND bytes IS NOT NULL AND row_bytes + context_bytes > \$4::bigint
    ORDER BY rank DESC
    LIMIT \$6::int
  )
)
SELECT ended_at::float8 AS "endedAt", session_id::text AS "sessionId", is_deleted AS "isDeleted"
FROM surplus`,
  encode: (each) => [each.sequentialId, each.readRows, each.maxRows, each.maxBytes, each.rowBytes, each.stepRows],
  parameters: ['sequentialId', 'readRows', 'maxRows', 'maxBytes', 'rowBytes', 'stepRows'],
  columns: ['endedAt', 'sessionId', 'isDeleted'],
};

export interface ListSurplusKeysParameters {
  readonly sequentialId: number;
  readonly key: string;
  readonly maxKeys: number;
  readonly maxBytes: number;
  readonly briefBytes: number;
  readonly now: number | null;
  readonly skew: number;
}
export interface ListSurplusKeysRow {
  readonly key: string;
  readonly isDeleted: boolean;
}
export const listSurplusKeys: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<ListSurplusKeysParameters, ListSurplusKeysRow>>> = {
  idempotency_keys: {
  name: 'list-surplus-keys on idempotency_keys',
  text: `WITH ranked AS (
  SELECT key, brief_outcome IS NOT NULL AS has_brief, octet_length(outcome) AS length,
    row_number() OVER newest AS rank, sum(octet_length(outcome)) OVER newest AS bytes
  FROM idempotency_keys
  WHERE sequential_id = \$1::bigint AND outcome IS NOT NULL
  WINDOW newest AS (ORDER BY key <> \$2::text, created_at > \$6::bigint + \$7::bigint, created_at DESC, key)
)
SELECT key, rank > \$3::int OR NOT has_brief AS "isDeleted"
FROM ranked
WHERE key <> \$2::text AND (rank > \$3::int OR bytes > \$4::bigint AND length > \$5::int)`,
  encode: (each) => [each.sequentialId, each.key, each.maxKeys, each.maxBytes, each.briefBytes, each.now, each.skew],
  parameters: ['sequentialId', 'key', 'maxKeys', 'maxBytes', 'briefBytes', 'now', 'skew'],
  columns: ['key', 'isDeleted'],
},
  server_idempotency_keys: {
  name: 'list-surplus-keys on server_idempotency_keys',
  text: `WITH ranked AS (
  SELECT key, brief_outcome IS NOT NULL AS has_brief, octet_length(outcome) AS length,
    row_number() OVER newest AS rank, sum(octet_length(outcome)) OVER newest AS bytes
  FROM server_idempotency_keys
  WHERE sequential_id = \$1::bigint AND outcome IS NOT NULL
  WINDOW newest AS (ORDER BY key <> \$2::text, created_at > \$6::bigint + \$7::bigint, created_at DESC, key)
)
SELECT key, rank > \$3::int OR NOT has_brief AS "isDeleted"
FROM ranked
WHERE key <> \$2::text AND (rank > \$3::int OR bytes > \$4::bigint AND length > \$5::int)`,
  encode: (each) => [each.sequentialId, each.key, each.maxKeys, each.maxBytes, each.briefBytes, each.now, each.skew],
  parameters: ['sequentialId', 'key', 'maxKeys', 'maxBytes', 'briefBytes', 'now', 'skew'],
  columns: ['key', 'isDeleted'],
},
};

export interface LockFullBucketsParameters {
  readonly digests: readonly string[];
  readonly nowMicroseconds: number | null;
}
export interface LockFullBucketsRow {
  readonly digest: string;
}
export const lockFullBuckets: Statement<LockFullBucketsParameters, LockFullBucketsRow> = {
  name: 'lock-full-buckets',
  text: `SELECT player_digest AS digest
FROM rate_limits
WHERE player_digest = ANY (\$1::text[]) AND full_at < \$2::bigint
ORDER BY player_digest
FOR UPDATE SKIP LOCKED`,
  encode: (each) => [texts(each.digests), each.nowMicroseconds],
  parameters: ['digests', 'nowMicroseconds'],
  columns: ['digest'],
};

export interface LockHistoryParameters {
  readonly sequentialId: number;
  readonly endedAts: readonly number[];
  readonly sessionIds: readonly string[];
}
export interface LockHistoryRow {
  readonly endedAt: number;
  readonly sessionId: string;
}
export const lockHistory: Statement<LockHistoryParameters, LockHistoryRow> = {
  name: 'lock-history',
  text: `SELECT ended_sessions.ended_at::float8 AS "endedAt", ended_sessions.session_id::text AS "sessionId"
FROM ended_sessions
JOIN unnest(\$2::bigint[], \$3::uuid[]) AS surplus (ended_at, session_id)
  ON ended_sessions.ended_at = surplus.ended_at AND ended_sessions.session_id = surplus.session_id
WHERE ended_sessions.sequential_id = \$1::bigint
FOR UPDATE OF ended_sessions SKIP LOCKED`,
  encode: (each) => [each.sequentialId, bigints(each.endedAts), uuids(each.sessionIds)],
  parameters: ['sequentialId', 'endedAts', 'sessionIds'],
  columns: ['endedAt', 'sessionId'],
};

export interface LockIdempotencyKeysParameters {
  readonly sequentialId: number;
  readonly names: readonly string[];
}
export interface LockIdempotencyKeysRow {
  readonly key: string;
}
export const lockIdempotencyKeys: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<LockIdempotencyKeysParameters, LockIdempotencyKeysRow>>> = {
  idempotency_keys: {
  name: 'lock-idempotency-keys on idempotency_keys',
  text: `SELECT key
FROM idempotency_keys
WHERE sequential_id = \$1::bigint AND key = ANY (\$2::text[])
FOR UPDATE SKIP LOCKED`,
  encode: (each) => [each.sequentialId, texts(each.names)],
  parameters: ['sequentialId', 'names'],
  columns: ['key'],
},
  server_idempotency_keys: {
  name: 'lock-idempotency-keys on server_idempotency_keys',
  text: `SELECT key
FROM server_idempotency_keys
WHERE sequential_id = \$1::bigint AND key = ANY (\$2::text[])
FOR UPDATE SKIP LOCKED`,
  encode: (each) => [each.sequentialId, texts(each.names)],
  parameters: ['sequentialId', 'names'],
  columns: ['key'],
},
};

export interface LockMetadataParameters {
  readonly ids: readonly number[];
  readonly versions: readonly number[];
  readonly requiredSessionIds: readonly (string | null)[];
  readonly byServer: readonly boolean[];
  readonly idempotencyKeys: readonly (string | null)[];
  readonly now: number | null;
}
export interface LockMetadataRow {
  readonly sequentialId: number;
}
export const lockMetadata: Statement<LockMetadataParameters, LockMetadataRow> = {
  name: 'lock-metadata',
  text: `SELECT metadata.sequential_id::float8 AS "sequentialId"
FROM metadata
JOIN unnest(\$1::bigint[], \$2::bigint[], \$3::uuid[], \$4::boolean[], \$5::text[])
  AS input (sequential_id, version, required_session_id, by_server, key)
  ON metadata.sequential_id = input.sequential_id
WHERE metadata.sequential_id = ANY (\$1::bigint[]) AND metadata.version = input.version
  AND (input.required_session_id IS NOT NULL OR input.key IS NOT NULL)
  AND (input.by_server OR (metadata.suspended_until IS NULL OR metadata.suspended_until <= \$6::bigint))
ORDER BY metadata.sequential_id
FOR NO KEY UPDATE OF metadata`,
  encode: (each) => [bigints(each.ids), bigints(each.versions), uuids(each.requiredSessionIds), booleans(each.byServer), rareTexts(each.idempotencyKeys), each.now],
  parameters: ['ids', 'versions', 'requiredSessionIds', 'byServer', 'idempotencyKeys', 'now'],
  columns: ['sequentialId'],
};

export interface LockRequiredSessionsParameters {
  readonly ids: readonly number[];
  readonly requiredSessionIds: readonly (string | null)[];
  readonly now: number | null;
  readonly timeout: number;
  readonly locked: readonly number[];
}
export interface LockRequiredSessionsRow {
  readonly sequentialId: number;
}
export const lockRequiredSessions: Statement<LockRequiredSessionsParameters, LockRequiredSessionsRow> = {
  name: 'lock-required-sessions',
  text: `SELECT active_sessions.sequential_id::float8 AS "sequentialId"
FROM active_sessions
JOIN unnest(\$1::bigint[], \$2::uuid[]) AS input (sequential_id, session_id)
  ON active_sessions.sequential_id = input.sequential_id AND active_sessions.session_id = input.session_id
WHERE active_sessions.sequential_id = ANY (\$5::bigint[])
  AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > \$3::bigint - \$4::bigint
ORDER BY active_sessions.sequential_id
FOR KEY SHARE OF active_sessions`,
  encode: (each) => [bigints(each.ids), uuids(each.requiredSessionIds), each.now, each.timeout, bigints(each.locked)],
  parameters: ['ids', 'requiredSessionIds', 'now', 'timeout', 'locked'],
  columns: ['sequentialId'],
};

export interface LockRowParameters {
  readonly sequentialId: number;
}
export interface LockRowRow {
  readonly isThere: boolean;
}
export const lockRow: Statement<LockRowParameters, LockRowRow> = {
  name: 'lock-row',
  text: `SELECT true AS "isThere"
FROM metadata
WHERE sequential_id = \$1::bigint
FOR NO KEY UPDATE`,
  encode: (each) => [each.sequentialId],
  parameters: ['sequentialId'],
  columns: ['isThere'],
};

export interface PingParameters {
}
export interface PingRow {
  readonly ready: number;
}
export const ping: Statement<PingParameters, PingRow> = {
  name: 'ping',
  text: `SELECT 1 AS ready
FROM playkeep_schema
LIMIT 1`,
  encode: () => [],
  parameters: [],
  columns: ['ready'],
};

export interface PutIdempotencyKeysParameters {
  readonly ids: readonly number[];
  readonly requiredSessionIds: readonly (string | null)[];
  readonly isUnchanged: readonly boolean[];
  readonly idempotencyKeys: readonly (string | null)[];
  readonly fingerprints: readonly (string | null)[];
  readonly outcomes: readonly (string | null)[];
  readonly briefOutcomes: readonly (string | null)[];
  readonly now: number | null;
  readonly locked: readonly number[];
  readonly active: readonly number[];
  readonly retention: number;
}
export interface PutIdempotencyKeysRow {
  readonly sequentialId: number;
}
export const putIdempotencyKeys: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<PutIdempotencyKeysParameters, PutIdempotencyKeysRow>>> = {
  idempotency_keys: {
  name: 'put-idempotency-keys on idempotency_keys',
  text: `INSERT INTO idempotency_keys (sequential_id, key, fingerprint, outcome, brief_outcome, created_at)
SELECT metadata.sequential_id, input.key, input.fingerprint, input.outcome, input.brief_outcome, \$8::bigint
FROM metadata
JOIN unnest(\$1::bigint[], \$2::uuid[], \$3::boolean[], \$4::text[], \$5::text[], \$6::text[], \$7::text[])
  AS input (sequential_id, required_session_id, is_unchanged, key, fingerprint, outcome, brief_outcome)
  ON metadata.sequential_id = input.sequential_id
WHERE metadata.sequential_id = ANY (\$9::bigint[]) AND input.key IS NOT NULL
  AND (input.required_session_id IS NULL OR input.is_unchanged OR metadata.sequential_id = ANY (\$10::bigint[]))
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = excluded.outcome, brief_outcome = excluded.brief_outcome, is_shortened = false,
  created_at = excluded.created_at
WHERE idempotency_keys.created_at <= excluded.created_at - \$11::bigint
RETURNING sequential_id::float8 AS "sequentialId"`,
  encode: (each) => [bigints(each.ids), uuids(each.requiredSessionIds), booleans(each.isUnchanged), rareTexts(each.idempotencyKeys), rareTexts(each.fingerprints), rareTexts(each.outcomes), rareTexts(each.briefOutcomes), each.now, bigints(each.locked), bigints(each.active), each.retention],
  parameters: ['ids', 'requiredSessionIds', 'isUnchanged', 'idempotencyKeys', 'fingerprints', 'outcomes', 'briefOutcomes', 'now', 'locked', 'active', 'retention'],
  columns: ['sequentialId'],
},
  server_idempotency_keys: {
  name: 'put-idempotency-keys on server_idempotency_keys',
  text: `INSERT INTO server_idempotency_keys (sequential_id, key, fingerprint, outcome, brief_outcome, created_at)
SELECT metadata.sequential_id, input.key, input.fingerprint, input.outcome, input.brief_outcome, \$8::bigint
FROM metadata
JOIN unnest(\$1::bigint[], \$2::uuid[], \$3::boolean[], \$4::text[], \$5::text[], \$6::text[], \$7::text[])
  AS input (sequential_id, required_session_id, is_unchanged, key, fingerprint, outcome, brief_outcome)
  ON metadata.sequential_id = input.sequential_id
WHERE metadata.sequential_id = ANY (\$9::bigint[]) AND input.key IS NOT NULL
  AND (input.required_session_id IS NULL OR input.is_unchanged OR metadata.sequential_id = ANY (\$10::bigint[]))
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = excluded.outcome, brief_outcome = excluded.brief_outcome, is_shortened = false,
  created_at = excluded.created_at
WHERE server_idempotency_keys.created_at <= excluded.created_at - \$11::bigint
RETURNING sequential_id::float8 AS "sequentialId"`,
  encode: (each) => [bigints(each.ids), uuids(each.requiredSessionIds), booleans(each.isUnchanged), rareTexts(each.idempotencyKeys), rareTexts(each.fingerprints), rareTexts(each.outcomes), rareTexts(each.briefOutcomes), each.now, bigints(each.locked), bigints(each.active), each.retention],
  parameters: ['ids', 'requiredSessionIds', 'isUnchanged', 'idempotencyKeys', 'fingerprints', 'outcomes', 'briefOutcomes', 'now', 'locked', 'active', 'retention'],
  columns: ['sequentialId'],
},
};

export interface PutIndexEntriesParameters {
  readonly ids: readonly number[];
  readonly indexIds: readonly number[];
  readonly entryStarts: readonly number[];
  readonly entryLengths: readonly number[];
  readonly entryBytes: Uint8Array;
  readonly written: readonly number[];
}
export interface PutIndexEntriesRow {
}
export const putIndexEntries: Statement<PutIndexEntriesParameters, PutIndexEntriesRow> = {
  name: 'put-index-entries',
  text: `INSERT INTO metadata_index_entries (sequential_id, index_id, value)
SELECT metadata.sequential_id, index.id,
  CASE WHEN (\$4::int[])[(input.position - 1) * cardinality(\$2::bigint[]) + index.number] >= 0
      THEN substring(\$5::bytea FROM (\$3::int[])[(input.position - 1) * cardinality(\$2::bigint[]) + index.number]
        FOR (\$4::int[])[(input.position - 1) * cardinality(\$2::bigint[]) + index.number])
    END
FROM metadata
JOIN unnest(\$1::bigint[]) WITH ORDINALITY AS input (sequential_id, position) ON metadata.sequential_id = input.sequential_id
CROSS JOIN unnest(\$2::bigint[]) WITH ORDINALITY AS index (id, number)
WHERE metadata.sequential_id = ANY (\$6::bigint[])
ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value
  WHERE metadata_index_entries.value IS DISTINCT FROM excluded.value`,
  encode: (each) => [bigints(each.ids), bigints(each.indexIds), integers(each.entryStarts), integers(each.entryLengths), each.entryBytes, bigints(each.written)],
  parameters: ['ids', 'indexIds', 'entryStarts', 'entryLengths', 'entryBytes', 'written'],
  columns: [],
};

export interface PutVersionsParameters {
  readonly keptSequentialId: readonly number[];
  readonly keptVersion: readonly number[];
  readonly keptWrittenAt: readonly (number | null)[];
  readonly keptSessionId: readonly (string | null)[];
  readonly keptBy: readonly Writer[];
  readonly keptKeyId: readonly (string | null)[];
  readonly keptKeptAt: readonly number[];
  readonly keptMilestone: readonly boolean[];
  readonly keptSizeBytes: readonly number[];
  readonly keptBaseVersion: readonly (number | null)[];
  readonly keptContent: readonly Uint8Array[];
  readonly written: readonly number[];
}
export interface PutVersionsRow {
}
export const putVersions: Statement<PutVersionsParameters, PutVersionsRow> = {
  name: 'put-versions',
  text: `INSERT INTO metadata_versions (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version, content)
SELECT metadata.sequential_id, kept.version, kept.written_at, kept.session_id, kept.by_server = 'server', kept.key_id, kept.kept_at, kept.milestone,
  kept.size_bytes, kept.base_version, substring(\$13::bytea FROM kept.content_start FOR kept.content_length)
FROM metadata
JOIN unnest(\$1::bigint[], \$2::bigint[], \$3::bigint[], \$4::uuid[], \$5::text[], \$6::text[], \$7::bigint[], \$8::boolean[],
  \$9::int[], \$10::bigint[], \$11::int[], \$12::int[])
  AS kept (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version,
  content_start, content_length)
  ON metadata.sequential_id = kept.sequential_id
WHERE metadata.sequential_id = ANY (\$14::bigint[])
ON CONFLICT (sequential_id, version) DO UPDATE SET base_version = excluded.base_version, content = excluded.content`,
  encode: (each) => [bigints(each.keptSequentialId), bigints(each.keptVersion), bigints(each.keptWrittenAt), uuids(each.keptSessionId), texts(each.keptBy), rareTexts(each.keptKeyId), bigints(each.keptKeptAt), booleans(each.keptMilestone), integers(each.keptSizeBytes), bigints(each.keptBaseVersion), ...packed(each.keptContent), bigints(each.written)],
  parameters: ['keptSequentialId', 'keptVersion', 'keptWrittenAt', 'keptSessionId', 'keptBy', 'keptKeyId', 'keptKeptAt', 'keptMilestone', 'keptSizeBytes', 'keptBaseVersion', 'keptContent', 'written'],
  columns: [],
};

export interface SearchFoldedNamesParameters {
  readonly grams: readonly string[];
  readonly blocks: readonly number[];
  readonly foldedName: string;
  readonly after: number;
  readonly most: number;
}
export interface SearchFoldedNamesRow {
  readonly sequentialId: number;
}
export const searchFoldedNames: Statement<SearchFoldedNamesParameters, SearchFoldedNamesRow> = {
  name: 'search-folded-names',
  text: `WITH found AS MATERIALIZED (
  SELECT sequential_id
  FROM metadata
  WHERE folded_name IS NOT NULL
    AND playkeep_name_grams(sequential_id, folded_name) && ARRAY(SELECT (\$1::text[])[1] || ' ' || block FROM unnest(\$2::bigint[]) AS block)
    AND playkeep_name_grams(sequential_id, folded_name)
      && ARRAY(SELECT (\$1::text[])[cardinality(\$1::text[])] || ' ' || block FROM unnest(\$2::bigint[]) AS block)
    AND strpos(folded_name, \$3::text) > 0
)
SELECT sequential_id::float8 AS "sequentialId"
FROM found
WHERE sequential_id > \$4::bigint
ORDER BY sequential_id
LIMIT \$5::int`,
  encode: (each) => [texts(each.grams), bigints(each.blocks), each.foldedName, each.after, each.most],
  parameters: ['grams', 'blocks', 'foldedName', 'after', 'most'],
  columns: ['sequentialId'],
};

export interface ShortenOutcomesParameters {
  readonly sequentialId: number;
  readonly names: readonly string[];
}
export interface ShortenOutcomesRow {
}
export const shortenOutcomes: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<ShortenOutcomesParameters, ShortenOutcomesRow>>> = {
  idempotency_keys: {
  name: 'shorten-outcomes on idempotency_keys',
  text: `UPDATE idempotency_keys
SET outcome = brief_outcome, brief_outcome = NULL, is_shortened = true
WHERE sequential_id = \$1::bigint AND key = ANY (\$2::text[]) AND brief_outcome IS NOT NULL`,
  encode: (each) => [each.sequentialId, texts(each.names)],
  parameters: ['sequentialId', 'names'],
  columns: [],
},
  server_idempotency_keys: {
  name: 'shorten-outcomes on server_idempotency_keys',
  text: `UPDATE server_idempotency_keys
SET outcome = brief_outcome, brief_outcome = NULL, is_shortened = true
WHERE sequential_id = \$1::bigint AND key = ANY (\$2::text[]) AND brief_outcome IS NOT NULL`,
  encode: (each) => [each.sequentialId, texts(each.names)],
  parameters: ['sequentialId', 'names'],
  columns: [],
},
};

export interface TakeCountLeaseParameters {
  readonly holder: string;
  readonly milliseconds: number;
}
export interface TakeCountLeaseRow {
}
export const takeCountLease: Statement<TakeCountLeaseParameters, TakeCountLeaseRow> = {
  name: 'take-count-lease',
  text: `UPDATE statistics_state
SET lease_holder = \$1::text, lease_until = floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint + \$2::bigint
WHERE id = 1`,
  encode: (each) => [each.holder, each.milliseconds],
  parameters: ['holder', 'milliseconds'],
  columns: [],
};

export interface TakeTokensOfShardParameters {
  readonly digests: readonly string[];
  readonly wanted: readonly number[];
  readonly nowMicroseconds: number | null;
  readonly perToken: number;
  readonly isAllOrNone: boolean;
}
export interface TakeTokensOfShardRow {
  readonly digest: string;
  readonly given: number;
  readonly ahead: number;
}
export const takeTokensOfShard: Statement<TakeTokensOfShardParameters, TakeTokensOfShardRow> = {
  name: 'take-tokens-of-shard',
  text: `UPDATE rate_limits AS bucket
SET full_at = least(greatest(bucket.full_at, \$3::bigint), \$3::bigint + 60000000) + \$4::bigint * CASE
    WHEN \$5::boolean AND input.wanted > (60000000 - greatest(bucket.full_at - \$3::bigint, 0)) / \$4::bigint THEN 0
    ELSE greatest(0, least(input.wanted, (60000000 - greatest(bucket.full_at - \$3::bigint, 0)) / \$4::bigint))
  END,
  asked_at = \$3::bigint,
  given = CASE
    WHEN \$5::boolean AND input.wanted > (60000000 - greatest(bucket.full_at - \$3::bigint, 0)) / \$4::bigint THEN 0
    ELSE greatest(0, least(input.wanted, (60000000 - greatest(bucket.full_at - \$3::bigint, 0)) / \$4::bigint))
  END
FROM unnest(\$1::text[], \$2::bigint[]) AS input (player_digest, wanted)
WHERE bucket.player_digest = ANY (\$1::text[]) AND bucket.player_digest = input.player_digest
RETURNING bucket.player_digest AS "digest", bucket.given::float8 AS given, (bucket.full_at - bucket.asked_at)::float8 AS ahead`,
  encode: (each) => [texts(each.digests), bigints(each.wanted), each.nowMicroseconds, each.perToken, each.isAllOrNone],
  parameters: ['digests', 'wanted', 'nowMicroseconds', 'perToken', 'isAllOrNone'],
  columns: ['digest', 'given', 'ahead'],
};

export interface UpdateIndexEntriesParameters {
  readonly ids: readonly number[];
  readonly indexIds: readonly number[];
  readonly entryStarts: readonly number[];
  readonly entryLengths: readonly number[];
  readonly entryBytes: Uint8Array;
  readonly written: readonly number[];
}
export interface UpdateIndexEntriesRow {
}
export const updateIndexEntries: Statement<UpdateIndexEntriesParameters, UpdateIndexEntriesRow> = {
  name: 'update-index-entries',
  text: `WITH entry AS MATERIALIZED (
  SELECT input.sequential_id, index.id AS index_id,
    CASE WHEN (\$4::int[])[(input.position - 1) * cardinality(\$2::bigint[]) + index.number] >= 0
      THEN substring(\$5::bytea FROM (\$3::int[])[(input.position - 1) * cardinality(\$2::bigint[]) + index.number]
        FOR (\$4::int[])[(input.position - 1) * cardinality(\$2::bigint[]) + index.number])
    END AS value
  FROM unnest(\$1::bigint[]) WITH ORDINALITY AS input (sequential_id, position)
  CROSS JOIN unnest(\$2::bigint[]) WITH ORDINALITY AS index (id, number)
)
UPDATE metadata_index_entries
SET value = entry.value
FROM entry
WHERE metadata_index_entries.sequential_id = ANY (\$6::bigint[])
  AND metadata_index_entries.sequential_id = entry.sequential_id AND metadata_index_entries.index_id = entry.index_id
  AND metadata_index_entries.value IS DISTINCT FROM entry.value`,
  encode: (each) => [bigints(each.ids), bigints(each.indexIds), integers(each.entryStarts), integers(each.entryLengths), each.entryBytes, bigints(each.written)],
  parameters: ['ids', 'indexIds', 'entryStarts', 'entryLengths', 'entryBytes', 'written'],
  columns: [],
};

export interface UpdateLabelledMetadataParameters {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
  readonly now: number | null;
  readonly interval: number | null;
  readonly skew: number;
  readonly lossBytes: number | null;
  readonly newestIndex: number;
  readonly labels: readonly (string | null)[];
  readonly foldedNames: readonly (string | null)[];
}
export interface UpdateLabelledMetadataRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number;
}
export const updateLabelledMetadata: Statement<UpdateLabelledMetadataParameters, UpdateLabelledMetadataRow> = {
  name: 'update-labelled-metadata',
  text: `UPDATE metadata
SET text = input.text, version = metadata.version + 1, written_at = \$3::bigint, by_server = false, written_key_id = NULL,
  index_set = \$7::bigint, indexed_version = metadata.version + 1, label_version = metadata.version + 1, label = input.label,
  folded_name = input.folded_name
FROM (
  SELECT sequential_id, text, label, folded_name, octet_length(text) AS length
  FROM unnest(\$1::bigint[], \$2::text[], \$8::text[], \$9::text[]) AS save (sequential_id, text, label, folded_name)
) AS input
WHERE metadata.sequential_id = ANY (\$1::bigint[]) AND metadata.sequential_id = input.sequential_id
  AND (\$4::bigint IS NULL OR NOT metadata.by_server AND metadata.unseen_starts = 0 AND metadata.kept_at > \$3::bigint - \$4::bigint
    AND metadata.kept_at <= \$3::bigint + \$5::bigint)
  AND (\$6::bigint IS NULL OR metadata.text IS NULL OR octet_length(metadata.text) < \$6::bigint
    OR input.length * 2 >= octet_length(metadata.text))
  AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= \$3::bigint)
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8, metadata.written_at::float8 AS "writtenAt"`,
  encode: (each) => [bigints(each.ids), texts(each.texts), each.now, each.interval, each.skew, each.lossBytes, each.newestIndex, rareTexts(each.labels), rareTexts(each.foldedNames)],
  parameters: ['ids', 'texts', 'now', 'interval', 'skew', 'lossBytes', 'newestIndex', 'labels', 'foldedNames'],
  columns: ['sequentialId', 'version', 'writtenAt'],
};

export interface UpdateMetadataParameters {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
  readonly now: number | null;
  readonly interval: number | null;
  readonly skew: number;
  readonly lossBytes: number | null;
}
export interface UpdateMetadataRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number;
}
export const updateMetadata: Statement<UpdateMetadataParameters, UpdateMetadataRow> = {
  name: 'update-metadata',
  text: `UPDATE metadata
SET text = input.text, version = metadata.version + 1, written_at = \$3::bigint, by_server = false, written_key_id = NULL
FROM (
  SELECT sequential_id, text, octet_length(text) AS length FROM unnest(\$1::bigint[], \$2::text[]) AS save (sequential_id, text)
) AS input
WHERE metadata.sequential_id = ANY (\$1::bigint[]) AND metadata.sequential_id = input.sequential_id
  AND (\$4::bigint IS NULL OR NOT metadata.by_server AND metadata.unseen_starts = 0 AND metadata.kept_at > \$3::bigint - \$4::bigint
    AND metadata.kept_at <= \$3::bigint + \$5::bigint)
  AND (\$6::bigint IS NULL OR metadata.text IS NULL OR octet_length(metadata.text) < \$6::bigint
    OR input.length * 2 >= octet_length(metadata.text))
  AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= \$3::bigint)
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8, metadata.written_at::float8 AS "writtenAt"`,
  encode: (each) => [bigints(each.ids), texts(each.texts), each.now, each.interval, each.skew, each.lossBytes],
  parameters: ['ids', 'texts', 'now', 'interval', 'skew', 'lossBytes'],
  columns: ['sequentialId', 'version', 'writtenAt'],
};

export interface UpdateTextsOfShardParameters {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
  readonly now: number | null;
  readonly interval: number | null;
  readonly skew: number;
  readonly lossBytes: number | null;
  readonly newestIndex: number;
  readonly labels: readonly (string | null)[];
  readonly foldedNames: readonly (string | null)[];
}
export interface UpdateTextsOfShardRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number;
}
export const updateTextsOfShard: Statement<UpdateTextsOfShardParameters, UpdateTextsOfShardRow> = {
  name: 'update-texts-of-shard',
  text: `UPDATE metadata
SET text = input.text, version = metadata.version + 1, written_at = \$3::bigint, by_server = false, written_key_id = NULL,
  index_set = \$7::bigint, indexed_version = metadata.version + 1,
  label_version = metadata.version + 1, label = input.label, folded_name = input.folded_name
FROM (
  SELECT sequential_id, text, label, folded_name, octet_length(text) AS length
  FROM unnest(\$1::bigint[], \$2::text[], \$8::text[], \$9::text[]) AS save (sequential_id, text, label, folded_name)
) AS input
WHERE metadata.sequential_id = ANY (\$1::bigint[]) AND metadata.sequential_id = input.sequential_id
  AND metadata.index_set >= \$7::bigint AND metadata.indexed_version = metadata.version
  AND (\$4::bigint IS NULL OR NOT metadata.by_server AND metadata.unseen_starts = 0 AND metadata.kept_at > \$3::bigint - \$4::bigint
    AND metadata.kept_at <= \$3::bigint + \$5::bigint)
  AND (\$6::bigint IS NULL OR metadata.text IS NULL OR octet_length(metadata.text) < \$6::bigint
    OR input.length * 2 >= octet_length(metadata.text))
  AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= \$3::bigint)
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8, metadata.written_at::float8 AS "writtenAt"`,
  encode: (each) => [bigints(each.ids), texts(each.texts), each.now, each.interval, each.skew, each.lossBytes, each.newestIndex, rareTexts(each.labels), rareTexts(each.foldedNames)],
  parameters: ['ids', 'texts', 'now', 'interval', 'skew', 'lossBytes', 'newestIndex', 'labels', 'foldedNames'],
  columns: ['sequentialId', 'version', 'writtenAt'],
};

export interface AcceptStatisticsParameters {
  readonly zone: string | null;
  readonly resetPosition: number | null;
  readonly floorDay: number | null;
  readonly floorUtcDay: number | null;
  readonly droppedBefore: number | null;
  readonly digest: string;
}
export interface AcceptStatisticsRow {
  readonly id: number;
}
export const acceptStatistics: Statement<AcceptStatisticsParameters, AcceptStatisticsRow> = {
  name: 'accept-statistics',
  text: `UPDATE statistics_state
SET zone = \$1::text, reset_position = \$2::bigint, floor_day = \$3::bigint, floor_utc_day = \$4::bigint,
  dropped_before = \$5::bigint, import_digest = \$6::text, importing = 1, version = version + 1
WHERE id = 1 AND zone IS NULL AND true
RETURNING id::int`,
  encode: (each) => [each.zone, each.resetPosition, each.floorDay, each.floorUtcDay, each.droppedBefore, each.digest],
  parameters: ['zone', 'resetPosition', 'floorDay', 'floorUtcDay', 'droppedBefore', 'digest'],
  columns: ['id'],
};

export interface AcquireCountParameters {
  readonly now: number | null;
  readonly holder: string;
  readonly milliseconds: number;
  readonly skew: number;
}
export interface AcquireCountRow {
  readonly id: number;
}
export const acquireCount: Statement<AcquireCountParameters, AcquireCountRow> = {
  name: 'acquire-count',
  text: `UPDATE statistics_state
SET lease_holder = \$2::text, lease_until = \$1::bigint + \$3::bigint
WHERE id = 1 AND (lease_holder IS NULL OR lease_holder = \$2::text OR lease_until NOT BETWEEN \$1::bigint + 1 AND \$1::bigint + \$3::bigint + \$4::bigint)
RETURNING id::int`,
  encode: (each) => [each.now, each.holder, each.milliseconds, each.skew],
  parameters: ['now', 'holder', 'milliseconds', 'skew'],
  columns: ['id'],
};

export interface AdvanceWebhookParameters {
  readonly webhookId: string;
  readonly leaseNumber: number;
  readonly after: number;
  readonly rangeUntil: number | null;
  readonly rangeAfter: number | null;
  readonly missed: number;
  readonly hasDelivered: boolean;
  readonly lastFailed: boolean;
  readonly isDown: boolean;
  readonly goneUrl: string | null;
  readonly failing: number;
  readonly now: number | null;
  readonly jump: number;
}
export interface AdvanceWebhookRow {
  readonly webhookId: string;
  readonly url: string;
  readonly types: string;
  readonly isOrdered: boolean;
  readonly isEnabled: boolean;
  readonly createdAt: number;
  readonly secret: string;
  readonly signingKey: string | null;
  readonly formerSecret: string | null;
  readonly formerSigningKey: string | null;
  readonly formerUntil: number | null;
  readonly disabledAt: number | null;
  readonly disabledReason: string | null;
  readonly failingSince: number | null;
  readonly sentAfter: number;
  readonly rangeAfter: number | null;
  readonly rangeUntil: number | null;
  readonly missedEvents: number;
}
export const advanceWebhook: Statement<AdvanceWebhookParameters, AdvanceWebhookRow> = {
  name: 'advance-webhook',
  text: `WITH clock (now) AS (SELECT \$12::bigint), own AS (
  SELECT webhook_id, is_enabled, url,
    CASE WHEN \$8::boolean THEN CASE WHEN \$7::boolean THEN \$12::bigint ELSE least(failing_since, \$12::bigint) END
      WHEN NOT \$7::boolean THEN failing_since END AS failing_since
  FROM webhooks
  WHERE webhook_id = \$1::text AND lease_number = \$2::bigint
  FOR UPDATE
), judged AS (
  SELECT webhook_id, failing_since,
    CASE WHEN NOT is_enabled THEN NULL WHEN url = \$10::text THEN 'gone'
      WHEN \$9::boolean AND coalesce((SELECT certain_at FROM clock_state WHERE id = 1 AND \$12::bigint - certain_at > \$13::bigint), \$12::bigint) - failing_since >= \$11::bigint THEN 'failures' END AS reason
  FROM own
)
UPDATE webhooks
SET sent_after = \$3::bigint, missed_events = webhooks.missed_events + \$6::bigint, failing_since = judged.failing_since,
  range_after = CASE WHEN webhooks.range_until = \$4::bigint THEN \$5::bigint ELSE webhooks.range_after END,
  range_until = CASE WHEN webhooks.range_until = \$4::bigint AND \$5::bigint IS NULL THEN NULL ELSE webhooks.range_until END,
  is_enabled = webhooks.is_enabled AND judged.reason IS NULL,
  disabled_at = CASE WHEN judged.reason IS NULL THEN webhooks.disabled_at ELSE \$12::bigint END,
  disabled_reason = coalesce(judged.reason, webhooks.disabled_reason)
FROM judged
WHERE webhooks.webhook_id = judged.webhook_id
RETURNING webhooks.webhook_id AS "webhookId", webhooks.url, webhooks.types, webhooks.is_ordered AS "isOrdered",
  webhooks.is_enabled AS "isEnabled", webhooks.created_at::float8 AS "createdAt", webhooks.secret,
  webhooks.signing_key AS "signingKey", webhooks.former_secret AS "formerSecret",
  webhooks.former_signing_key AS "formerSigningKey", webhooks.former_until::float8 AS "formerUntil",
  webhooks.disabled_at::float8 AS "disabledAt", webhooks.disabled_reason AS "disabledReason",
  webhooks.failing_since::float8 AS "failingSince", webhooks.sent_after::float8 AS "sentAfter",
  webhooks.range_after::float8 AS "rangeAfter", webhooks.range_until::float8 AS "rangeUntil",
  webhooks.missed_events::float8 AS "missedEvents"`,
  encode: (each) => [each.webhookId, each.leaseNumber, each.after, each.rangeUntil, each.rangeAfter, each.missed, each.hasDelivered, each.lastFailed, each.isDown, each.goneUrl, each.failing, each.now, each.jump],
  parameters: ['webhookId', 'leaseNumber', 'after', 'rangeUntil', 'rangeAfter', 'missed', 'hasDelivered', 'lastFailed', 'isDown', 'goneUrl', 'failing', 'now', 'jump'],
  columns: ['webhookId', 'url', 'types', 'isOrdered', 'isEnabled', 'createdAt', 'secret', 'signingKey', 'formerSecret', 'formerSigningKey', 'formerUntil', 'disabledAt', 'disabledReason', 'failingSince', 'sentAfter', 'rangeAfter', 'rangeUntil', 'missedEvents'],
};

export interface BeginRoleCheckParameters {
  readonly digest: string;
  readonly now: number | null;
  readonly age: number;
  readonly lease: number;
  readonly skew: number;
}
export interface BeginRoleCheckRow {
  readonly tokens: string | null;
}
export const beginRoleCheck: Statement<BeginRoleCheckParameters, BeginRoleCheckRow> = {
  name: 'begin-role-check',
  text: `UPDATE console_sessions
SET checking_until = \$2::bigint + \$4::bigint
WHERE digest = \$1::text AND confirmed_at NOT BETWEEN \$2::bigint - \$3::bigint + 1 AND \$2::bigint + \$5::bigint
  AND coalesce(checking_until, 0) NOT BETWEEN \$2::bigint + 1 AND \$2::bigint + \$4::bigint + \$5::bigint
RETURNING tokens`,
  encode: (each) => [each.digest, each.now, each.age, each.lease, each.skew],
  parameters: ['digest', 'now', 'age', 'lease', 'skew'],
  columns: ['tokens'],
};

export interface ChangeStatisticsStateParameters {
  readonly holder: string;
  readonly milliseconds: number;
  readonly version: number;
  readonly now: number | null;
  readonly given: readonly string[];
  readonly zone: string | null;
  readonly asOf: number | null;
  readonly published: string | null;
  readonly askedAt: number | null;
  readonly mergedKey: string | null;
  readonly resetPosition: number | null;
  readonly floorDay: number | null;
  readonly floorUtcDay: number | null;
  readonly droppedBefore: number | null;
  readonly counted: number | null;
  readonly total: number | null;
  readonly importing: number | null;
}
export interface ChangeStatisticsStateRow {
  readonly id: number;
}
export const changeStatisticsState: Statement<ChangeStatisticsStateParameters, ChangeStatisticsStateRow> = {
  name: 'change-statistics-state',
  text: `UPDATE statistics_state
SET version = version + 1, lease_until = \$4::bigint + \$2::bigint,
  zone = CASE WHEN 'zone' = ANY (\$5::text[]) THEN \$6::text ELSE zone END,
  as_of = CASE WHEN 'asOf' = ANY (\$5::text[]) THEN \$7::bigint ELSE as_of END,
  published = CASE WHEN 'published' = ANY (\$5::text[]) THEN \$8::text ELSE published END,
  asked_at = CASE WHEN 'askedAt' = ANY (\$5::text[]) THEN \$9::bigint ELSE asked_at END,
  merged_key = CASE WHEN 'mergedKey' = ANY (\$5::text[]) THEN \$10::text ELSE merged_key END,
  reset_position = CASE WHEN 'resetPosition' = ANY (\$5::text[]) THEN \$11::bigint ELSE reset_position END,
  floor_day = CASE WHEN 'floorDay' = ANY (\$5::text[]) THEN \$12::bigint ELSE floor_day END,
  floor_utc_day = CASE WHEN 'floorUtcDay' = ANY (\$5::text[]) THEN \$13::bigint ELSE floor_utc_day END,
  dropped_before = CASE WHEN 'droppedBefore' = ANY (\$5::text[]) THEN \$14::bigint ELSE dropped_before END,
  counted = CASE WHEN 'counted' = ANY (\$5::text[]) THEN \$15::bigint ELSE counted END,
  total = CASE WHEN 'total' = ANY (\$5::text[]) THEN \$16::bigint ELSE total END,
  importing = CASE WHEN 'importing' = ANY (\$5::text[]) THEN \$17::bigint ELSE importing END
WHERE id = 1 AND version = \$3::bigint AND lease_holder = \$1::text AND lease_until > \$4::bigint
RETURNING id::int`,
  encode: (each) => [each.holder, each.milliseconds, each.version, each.now, texts(each.given), each.zone, each.asOf, each.published, each.askedAt, each.mergedKey, each.resetPosition, each.floorDay, each.floorUtcDay, each.droppedBefore, each.counted, each.total, each.importing],
  parameters: ['holder', 'milliseconds', 'version', 'now', 'given', 'zone', 'asOf', 'published', 'askedAt', 'mergedKey', 'resetPosition', 'floorDay', 'floorUtcDay', 'droppedBefore', 'counted', 'total', 'importing'],
  columns: ['id'],
};

export interface ChangeWebhookParameters {
  readonly webhookId: string;
  readonly url: string | null;
  readonly types: string | null;
  readonly isOrdered: boolean | null;
  readonly isEnabled: boolean | null;
  readonly now: number | null;
}
export interface ChangeWebhookRow {
  readonly webhookId: string;
}
export const changeWebhook: Statement<ChangeWebhookParameters, ChangeWebhookRow> = {
  name: 'change-webhook',
  text: `UPDATE webhooks
SET url = coalesce(\$2::text, url), types = coalesce(\$3::text, types), is_ordered = coalesce(\$4::boolean, is_ordered),
  is_enabled = coalesce(\$5::boolean, is_enabled),
  disabled_at = CASE WHEN \$5::boolean THEN NULL WHEN NOT \$5::boolean THEN \$6::bigint ELSE disabled_at END,
  disabled_reason = CASE WHEN \$5::boolean IS NULL THEN disabled_reason END,
  failing_since = CASE WHEN \$5::boolean AND NOT is_enabled AND failing_since IS NOT NULL THEN \$6::bigint ELSE failing_since END
WHERE webhook_id = \$1::text
RETURNING webhook_id AS "webhookId"`,
  encode: (each) => [each.webhookId, each.url, each.types, each.isOrdered, each.isEnabled, each.now],
  parameters: ['webhookId', 'url', 'types', 'isOrdered', 'isEnabled', 'now'],
  columns: ['webhookId'],
};

export interface CheckStatisticsStateParameters {
}
export interface CheckStatisticsStateRow {
  readonly zone: string | null;
  readonly asOf: number | null;
  readonly hasPublished: boolean;
  readonly mergedKey: string | null;
  readonly resetPosition: number | null;
  readonly floorDay: number | null;
  readonly droppedBefore: number | null;
  readonly importing: number;
  readonly counted: number;
  readonly total: number;
  readonly hasSums: boolean;
}
export const checkStatisticsState: Statement<CheckStatisticsStateParameters, CheckStatisticsStateRow> = {
  name: 'check-statistics-state',
  text: `SELECT zone, as_of::float8 AS "asOf", published IS NOT NULL AS "hasPublished", merged_key AS "mergedKey",
  reset_position::float8 AS "resetPosition", floor_day::float8 AS "floorDay", dropped_before::float8 AS "droppedBefore",
  importing::float8 AS importing, counted::float8 AS counted, total::float8 AS total,
  EXISTS (SELECT FROM statistics_days) OR EXISTS (SELECT FROM statistics_parts) OR false AS "hasSums"
FROM statistics_state
WHERE id = 1`,
  encode: () => [],
  parameters: [],
  columns: ['zone', 'asOf', 'hasPublished', 'mergedKey', 'resetPosition', 'floorDay', 'droppedBefore', 'importing', 'counted', 'total', 'hasSums'],
};

export interface ClaimIdempotencyKeyParameters {
  readonly sequentialId: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly now: number | null;
  readonly retention: number;
}
export interface ClaimIdempotencyKeyRow {
  readonly createdAt: number;
}
export const claimIdempotencyKey: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<ClaimIdempotencyKeyParameters, ClaimIdempotencyKeyRow>>> = {
  idempotency_keys: {
  name: 'claim-idempotency-key on idempotency_keys',
  text: `WITH player AS (
  SELECT sequential_id FROM metadata WHERE sequential_id = \$1::bigint FOR NO KEY UPDATE
)
INSERT INTO idempotency_keys (sequential_id, key, fingerprint, outcome, created_at)
SELECT player.sequential_id, \$2::text, \$3::text, NULL,
  \$4::bigint
FROM player
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = NULL, brief_outcome = NULL, is_shortened = false,
  created_at = excluded.created_at
WHERE idempotency_keys.created_at <= excluded.created_at - \$5::bigint
RETURNING created_at::float8 AS "createdAt"`,
  encode: (each) => [each.sequentialId, each.key, each.fingerprint, each.now, each.retention],
  parameters: ['sequentialId', 'key', 'fingerprint', 'now', 'retention'],
  columns: ['createdAt'],
},
  server_idempotency_keys: {
  name: 'claim-idempotency-key on server_idempotency_keys',
  text: `WITH player AS (
  SELECT sequential_id FROM metadata WHERE sequential_id = \$1::bigint FOR NO KEY UPDATE
)
INSERT INTO server_idempotency_keys (sequential_id, key, fingerprint, outcome, created_at)
SELECT player.sequential_id, \$2::text, \$3::text, NULL,
  \$4::bigint
FROM player
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = NULL, brief_outcome = NULL, is_shortened = false,
  created_at = excluded.created_at
WHERE server_idempotency_keys.created_at <= excluded.created_at - \$5::bigint
RETURNING created_at::float8 AS "createdAt"`,
  encode: (each) => [each.sequentialId, each.key, each.fingerprint, each.now, each.retention],
  parameters: ['sequentialId', 'key', 'fingerprint', 'now', 'retention'],
  columns: ['createdAt'],
},
};

export interface ConfirmPersonParameters {
  readonly personId: string;
  readonly mail: string | null;
  readonly scopes: string;
  readonly now: number | null;
}
export interface ConfirmPersonRow {
  readonly personId: string;
}
export const confirmPerson: Statement<ConfirmPersonParameters, ConfirmPersonRow> = {
  name: 'confirm-person',
  text: `UPDATE console_people
SET mail = \$2::text, scopes = \$3::text, confirmed_at = \$4::bigint, role_gone_at = NULL
WHERE person_id = \$1::text
RETURNING person_id AS "personId"`,
  encode: (each) => [each.personId, each.mail, each.scopes, each.now],
  parameters: ['personId', 'mail', 'scopes', 'now'],
  columns: ['personId'],
};

export interface CorrectClockParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
  readonly skew: number;
}
export interface CorrectClockRow {
}
export const correctClock: Statement<CorrectClockParameters, CorrectClockRow> = {
  name: 'correct-clock',
  text: `WITH clock (now) AS (SELECT \$2::bigint)
UPDATE active_sessions
SET corrected_activity = \$2::bigint
FROM unnest(\$1::bigint[]) AS input (sequential_id)
WHERE active_sessions.sequential_id = ANY (\$1::bigint[]) AND active_sessions.sequential_id = input.sequential_id AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > \$2::bigint + \$3::bigint`,
  encode: (each) => [bigints(each.ids), each.now, each.skew],
  parameters: ['ids', 'now', 'skew'],
  columns: [],
};

export interface CountActiveSessionsParameters {
  readonly after: number;
  readonly rows: number;
  readonly now: number | null;
  readonly timeout: number;
}
export interface CountActiveSessionsRow {
  readonly last: number | null;
  readonly looked: number;
  readonly active: number;
}
export const countActiveSessions: Statement<CountActiveSessionsParameters, CountActiveSessionsRow> = {
  name: 'count-active-sessions',
  text: `WITH clock (now) AS (SELECT \$3::bigint)
SELECT max(sequential_id)::float8 AS "last", count(*)::float8 AS "looked", (count(*) FILTER (WHERE coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > \$3::bigint - \$4::bigint))::float8 AS "active"
FROM (
  SELECT sequential_id, last_activity, corrected_activity
  FROM active_sessions
  WHERE sequential_id > \$1::bigint
  ORDER BY sequential_id
  LIMIT \$2::int
) AS active_sessions`,
  encode: (each) => [each.after, each.rows, each.now, each.timeout],
  parameters: ['after', 'rows', 'now', 'timeout'],
  columns: ['last', 'looked', 'active'],
};

export interface CountStartsParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
}
export interface CountStartsRow {
  readonly sequentialId: number;
}
export const countStarts: Statement<CountStartsParameters, CountStartsRow> = {
  name: 'count-starts',
  text: `WITH clock (now) AS (SELECT \$2::bigint )
UPDATE metadata
SET unseen_starts = metadata.unseen_starts + 1
FROM unnest(\$1::bigint[]) AS input (sequential_id)
WHERE metadata.sequential_id = ANY (\$1::bigint[]) AND metadata.sequential_id = input.sequential_id AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= \$2::bigint) AND \$2::bigint IS NOT NULL
RETURNING metadata.sequential_id::float8 AS "sequentialId"`,
  encode: (each) => [bigints(each.ids), each.now],
  parameters: ['ids', 'now'],
  columns: ['sequentialId'],
};

export interface CreateServerKeyParameters {
  readonly keyId: string;
  readonly digest: string;
  readonly name: string;
  readonly scopes: string;
  readonly lifetime: number | null;
  readonly now: number | null;
  readonly madeBy: string | null;
  readonly makerId: string | null;
}
export interface CreateServerKeyRow {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly madeBy: string | null;
}
export const createServerKey: Statement<CreateServerKeyParameters, CreateServerKeyRow> = {
  name: 'create-server-key',
  text: `WITH clock (now) AS (SELECT \$6::bigint)
INSERT INTO server_keys (key_id, digest, name, scopes, created_at, expires_at, made_by)
SELECT \$1::uuid, \$2::text, \$3::text, \$4::text, \$6::bigint, least(\$6::bigint + \$5::bigint, maker.expires_at), \$7::text
FROM (SELECT 1) AS one
LEFT JOIN server_keys AS maker ON maker.key_id = \$8::uuid
WHERE maker.expires_at IS NULL OR maker.expires_at > \$6::bigint
RETURNING server_keys.key_id::text AS "keyId", server_keys.name, server_keys.scopes, server_keys.created_at::float8 AS "createdAt",
  server_keys.expires_at::float8 AS "expiresAt", server_keys.last_used_at::float8 AS "lastUsedAt", server_keys.made_by AS "madeBy"`,
  encode: (each) => [each.keyId, each.digest, each.name, each.scopes, each.lifetime, each.now, each.madeBy, each.makerId],
  parameters: ['keyId', 'digest', 'name', 'scopes', 'lifetime', 'now', 'madeBy', 'makerId'],
  columns: ['keyId', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'madeBy'],
};

export interface DeleteEndedConsoleSessionsParameters {
  readonly now: number | null;
  readonly idle: number;
  readonly lifetime: number;
  readonly skew: number;
}
export interface DeleteEndedConsoleSessionsRow {
}
export const deleteEndedConsoleSessions: Statement<DeleteEndedConsoleSessionsParameters, DeleteEndedConsoleSessionsRow> = {
  name: 'delete-ended-console-sessions',
  text: `DELETE FROM console_sessions
WHERE digest IN (
  SELECT digest
  FROM console_sessions
  WHERE expires_at <= \$1::bigint OR last_used_at + \$2::bigint <= \$1::bigint OR expires_at > \$1::bigint + \$3::bigint + \$4::bigint
  FOR UPDATE SKIP LOCKED
)`,
  encode: (each) => [each.now, each.idle, each.lifetime, each.skew],
  parameters: ['now', 'idle', 'lifetime', 'skew'],
  columns: [],
};

export interface DeleteFullBucketsParameters {
  readonly nowMicroseconds: number | null;
  readonly after: string;
  readonly last: string;
}
export interface DeleteFullBucketsRow {
}
export const deleteFullBuckets: Statement<DeleteFullBucketsParameters, DeleteFullBucketsRow> = {
  name: 'delete-full-buckets',
  text: `DELETE FROM rate_limits
WHERE player_digest IN (
  SELECT player_digest
  FROM rate_limits
  WHERE player_digest > \$2::text AND player_digest <= \$3::text AND full_at < \$1::bigint
  ORDER BY player_digest
  FOR UPDATE SKIP LOCKED
)`,
  encode: (each) => [each.nowMicroseconds, each.after, each.last],
  parameters: ['nowMicroseconds', 'after', 'last'],
  columns: [],
};

export interface DeleteOldPeopleParameters {
  readonly now: number | null;
  readonly kept: number;
  readonly jump: number;
}
export interface DeleteOldPeopleRow {
}
export const deleteOldPeople: Statement<DeleteOldPeopleParameters, DeleteOldPeopleRow> = {
  name: 'delete-old-people',
  text: `DELETE FROM console_people
WHERE confirmed_at < coalesce((SELECT certain_at FROM clock_state WHERE id = 1 AND \$1::bigint - certain_at > \$3::bigint), \$1::bigint) - \$2::bigint
  AND NOT EXISTS (SELECT 1 FROM server_keys WHERE server_keys.made_by = console_people.person_id)`,
  encode: (each) => [each.now, each.kept, each.jump],
  parameters: ['now', 'kept', 'jump'],
  columns: [],
};

export interface DeleteWebhookSendersParameters {
  readonly holder: string | null;
  readonly age: number;
  readonly now: number | null;
  readonly skew: number;
}
export interface DeleteWebhookSendersRow {
}
export const deleteWebhookSenders: Statement<DeleteWebhookSendersParameters, DeleteWebhookSendersRow> = {
  name: 'delete-webhook-senders',
  text: `DELETE FROM webhook_senders
WHERE holder = \$1::text OR (\$1::text IS NULL AND alive_at NOT BETWEEN \$3::bigint - \$2::bigint + 1 AND \$3::bigint + \$4::bigint)`,
  encode: (each) => [each.holder, each.age, each.now, each.skew],
  parameters: ['holder', 'age', 'now', 'skew'],
  columns: [],
};

export interface DescribePlayersParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
  readonly timeout: number;
}
export interface DescribePlayersRow {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly suspendedUntil: number | null;
  readonly version: number;
  readonly metadataBytes: number;
  readonly now: number;
  readonly online: boolean;
  readonly lastSeenAt: number | null;
  readonly label: string | null;
}
export const describePlayers: Statement<DescribePlayersParameters, DescribePlayersRow> = {
  name: 'describe-players',
  text: `WITH clock (now) AS (SELECT \$2::bigint)
SELECT metadata.sequential_id::float8 AS "sequentialId", metadata.player_id AS "playerId",
  metadata.suspended_until::float8 AS "suspendedUntil", version::float8, coalesce(octet_length(text), 0) AS "metadataBytes", \$2::bigint::float8 AS "now",
  coalesce(coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > \$2::bigint - \$3::bigint, false) AS "online",
  coalesce(
    last_activity,
    (
      SELECT ended_at
      FROM ended_sessions
      WHERE ended_sessions.sequential_id = ANY (\$1::bigint[]) AND ended_sessions.sequential_id = metadata.sequential_id AND ended_at >= coalesce(metadata.last_seen_at, 0)
      ORDER BY ended_at DESC
      LIMIT 1
    ),
    (
      SELECT ended_at
      FROM ended_sessions
      WHERE ended_sessions.sequential_id = ANY (\$1::bigint[]) AND ended_sessions.sequential_id = metadata.sequential_id AND metadata.last_seen_at IS NOT NULL
      ORDER BY ended_at DESC
      LIMIT 1
    ),
    last_seen_at
  )::float8 AS "lastSeenAt",
  label
FROM metadata
LEFT JOIN active_sessions ON active_sessions.sequential_id = metadata.sequential_id
WHERE metadata.sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids), each.now, each.timeout],
  parameters: ['ids', 'now', 'timeout'],
  columns: ['sequentialId', 'playerId', 'suspendedUntil', 'version', 'metadataBytes', 'now', 'online', 'lastSeenAt', 'label'],
};

export interface EditMetadataParameters {
  readonly ids: readonly number[];
  readonly versions: readonly number[];
  readonly requiredSessionIds: readonly (string | null)[];
  readonly sessionIds: readonly (string | null)[];
  readonly byServer: readonly boolean[];
  readonly keptAts: readonly (number | null)[];
  readonly newStarts: readonly number[];
  readonly texts: readonly (string | null)[];
  readonly keyIds: readonly (string | null)[];
  readonly lastWrites: readonly (string | null)[];
  readonly now: number | null;
  readonly timeout: number;
  readonly droppedIds: readonly number[];
  readonly droppedVersions: readonly number[];
  readonly keptSequentialId: readonly number[];
  readonly keptVersion: readonly number[];
  readonly keptWrittenAt: readonly (number | null)[];
  readonly keptSessionId: readonly (string | null)[];
  readonly keptBy: readonly Writer[];
  readonly keptKeyId: readonly (string | null)[];
  readonly keptKeptAt: readonly number[];
  readonly keptMilestone: readonly boolean[];
  readonly keptSizeBytes: readonly number[];
  readonly keptBaseVersion: readonly (number | null)[];
  readonly keptContent: readonly Uint8Array[];
  readonly auditedAuditId: readonly string[];
  readonly auditedKeyId: readonly (string | null)[];
  readonly auditedKeyName: readonly string[];
  readonly auditedAction: readonly AuditAction[];
  readonly auditedSequentialId: readonly (number | null)[];
  readonly auditedDetail: readonly (string | null)[];
  readonly auditedRequestId: readonly (string | null)[];
  readonly newestIndex: number;
  readonly indexIds: readonly number[];
  readonly entryStarts: readonly number[];
  readonly entryLengths: readonly number[];
  readonly entryBytes: Uint8Array;
  readonly labels: readonly (string | null)[];
  readonly foldedNames: readonly (string | null)[];
  readonly isUnchanged: readonly boolean[];
  readonly idempotencyKeys: readonly (string | null)[];
  readonly fingerprints: readonly (string | null)[];
  readonly outcomes: readonly (string | null)[];
  readonly briefOutcomes: readonly (string | null)[];
  readonly retention: number;
}
export interface EditMetadataRow {
  readonly sequentialId: number;
  readonly writtenAt: number | null;
}
export const editMetadata: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<EditMetadataParameters, EditMetadataRow>>> = {
  idempotency_keys: {
  name: 'edit-metadata on idempotency_keys',
  text: `WITH input AS (
  SELECT * FROM unnest(\$1::bigint[], \$2::bigint[], \$3::uuid[], \$4::uuid[], \$5::boolean[], \$6::bigint[], \$7::bigint[], \$8::int[], \$9::int[],
    \$11::text[], \$12::text[], \$44::boolean[], \$45::text[], \$46::text[], \$47::int[], \$48::int[], \$50::int[], \$51::int[],
    \$42::text[], \$43::text[]
  ) WITH ORDINALITY
    AS input (sequential_id, version, required_session_id, session_id, by_server, kept_at, new_starts, start, length, key_id, last_writes,
      is_unchanged, key, fingerprint, outcome_start, outcome_length, brief_start, brief_length, label, folded_name,
      position)
),
clock (now) AS (SELECT \$13::bigint ),
locked AS (
  SELECT input.*
  FROM input JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE (input.required_session_id IS NOT NULL OR input.key IS NOT NULL) AND metadata.version = input.version
    AND (input.by_server OR (metadata.suspended_until IS NULL OR metadata.suspended_until <= \$13::bigint)) AND \$13::bigint IS NOT NULL
  FOR NO KEY UPDATE OF metadata
),
active AS (
  SELECT active_sessions.sequential_id
  FROM locked JOIN active_sessions ON active_sessions.sequential_id = locked.sequential_id
  WHERE active_sessions.session_id = locked.required_session_id
    AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > \$13::bigint - \$14::bigint
  ORDER BY active_sessions.sequential_id
  FOR KEY SHARE OF active_sessions
),
claimed AS (
  INSERT INTO idempotency_keys (sequential_id, key, fingerprint, outcome, brief_outcome, created_at)
  SELECT locked.sequential_id, locked.key, locked.fingerprint,
    convert_from(substring(\$49::bytea FROM locked.outcome_start FOR locked.outcome_length), 'UTF8'),
    convert_from(substring(\$52::bytea FROM locked.brief_start FOR locked.brief_length), 'UTF8'),
    \$13::bigint
  FROM locked
  WHERE locked.key IS NOT NULL AND (locked.required_session_id IS NULL OR locked.is_unchanged
    OR EXISTS (SELECT FROM active WHERE active.sequential_id = locked.sequential_id))
  ON CONFLICT (sequential_id, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, outcome = excluded.outcome, brief_outcome = excluded.brief_outcome, is_shortened = false,
    created_at = excluded.created_at
  WHERE idempotency_keys.created_at <= excluded.created_at - \$53::bigint
  RETURNING sequential_id
),
updated AS (
  UPDATE metadata
  SET text = convert_from(substring(\$10::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
    written_at = \$13::bigint, written_session_id = input.session_id, by_server = input.by_server, written_key_id = input.key_id,
    kept_at = coalesce(input.kept_at, metadata.kept_at), unseen_starts = metadata.unseen_starts - input.new_starts,
    last_writes = coalesce(decode(input.last_writes, 'hex'), metadata.last_writes), index_set = \$37::bigint, indexed_version = metadata.version + 1,
    label_version = metadata.version + 1, label = input.label, folded_name = input.folded_name
  FROM input
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (input.by_server OR (metadata.suspended_until IS NULL OR metadata.suspended_until <= \$13::bigint))
    AND (input.required_session_id IS NULL OR EXISTS (SELECT FROM active WHERE active.sequential_id = input.sequential_id))
    AND (input.key IS NULL OR input.sequential_id = ANY (ARRAY(SELECT sequential_id FROM claimed)))
    AND input.is_unchanged IS NOT TRUE
  RETURNING metadata.sequential_id, metadata.written_at, input.position
),
deleted AS (
  DELETE FROM metadata_versions
  USING unnest(\$15::bigint[], \$16::bigint[]) AS surplus (sequential_id, version)
  WHERE metadata_versions.sequential_id = surplus.sequential_id AND metadata_versions.version = surplus.version
    AND EXISTS (SELECT FROM updated WHERE updated.sequential_id = surplus.sequential_id)
),
inserted AS (
  INSERT INTO metadata_versions (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version, content)
  SELECT kept.sequential_id, kept.version, kept.written_at, kept.session_id, kept.by_server = 'server', kept.key_id, kept.kept_at, kept.milestone,
  kept.size_bytes, kept.base_version, substring(\$29::bytea FROM kept.content_start FOR kept.content_length)
  FROM unnest(\$17::bigint[], \$18::bigint[], \$19::bigint[], \$20::uuid[], \$21::text[], \$22::text[], \$23::bigint[], \$24::boolean[],
  \$25::int[], \$26::bigint[], \$27::int[], \$28::int[])
  AS kept (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version,
  content_start, content_length)
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = kept.sequential_id)
  ON CONFLICT (sequential_id, version) DO UPDATE SET base_version = excluded.base_version, content = excluded.content
),
audited AS (
  INSERT INTO audit_entries (sequential_id, audit_id, key_id, key_name, action, detail, request_id, at)
  SELECT entry.sequential_id, entry.audit_id, entry.key_id, entry.key_name, entry.action, entry.detail, entry.request_id, \$13::bigint
  FROM unnest(\$30::uuid[], \$31::text[], \$32::text[], \$33::text[], \$34::bigint[], \$35::text[], \$36::text[])
  AS entry (audit_id, key_id, key_name, action, sequential_id, detail, request_id)
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = entry.sequential_id)
),
indexed AS (
  INSERT INTO metadata_index_entries (sequential_id, index_id, value)
  SELECT input.sequential_id, index.id, CASE WHEN (\$40::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number] >= 0
      THEN substring(\$41::bytea FROM (\$39::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number]
        FOR (\$40::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number])
    END
  FROM updated AS input CROSS JOIN unnest(\$38::bigint[]) WITH ORDINALITY AS index (id, number)
  ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value
    WHERE metadata_index_entries.value IS DISTINCT FROM excluded.value
)
SELECT sequential_id::float8 AS "sequentialId", written_at::float8 AS "writtenAt" FROM updated
UNION ALL
SELECT sequential_id::float8, NULL FROM claimed WHERE sequential_id = ANY (ARRAY(SELECT sequential_id FROM input WHERE is_unchanged))`,
  encode: (each) => [bigints(each.ids), bigints(each.versions), uuids(each.requiredSessionIds), uuids(each.sessionIds), booleans(each.byServer), bigints(each.keptAts), bigints(each.newStarts), ...packedTexts(each.texts), rareTexts(each.keyIds), rareTexts(each.lastWrites), each.now, each.timeout, bigints(each.droppedIds), bigints(each.droppedVersions), bigints(each.keptSequentialId), bigints(each.keptVersion), bigints(each.keptWrittenAt), uuids(each.keptSessionId), texts(each.keptBy), rareTexts(each.keptKeyId), bigints(each.keptKeptAt), booleans(each.keptMilestone), integers(each.keptSizeBytes), bigints(each.keptBaseVersion), ...packed(each.keptContent), uuids(each.auditedAuditId), rareTexts(each.auditedKeyId), texts(each.auditedKeyName), texts(each.auditedAction), bigints(each.auditedSequentialId), rareTexts(each.auditedDetail), rareTexts(each.auditedRequestId), each.newestIndex, bigints(each.indexIds), integers(each.entryStarts), integers(each.entryLengths), each.entryBytes, rareTexts(each.labels), rareTexts(each.foldedNames), booleans(each.isUnchanged), rareTexts(each.idempotencyKeys), rareTexts(each.fingerprints), ...packedTexts(each.outcomes), ...packedTexts(each.briefOutcomes), each.retention],
  parameters: ['ids', 'versions', 'requiredSessionIds', 'sessionIds', 'byServer', 'keptAts', 'newStarts', 'texts', 'keyIds', 'lastWrites', 'now', 'timeout', 'droppedIds', 'droppedVersions', 'keptSequentialId', 'keptVersion', 'keptWrittenAt', 'keptSessionId', 'keptBy', 'keptKeyId', 'keptKeptAt', 'keptMilestone', 'keptSizeBytes', 'keptBaseVersion', 'keptContent', 'auditedAuditId', 'auditedKeyId', 'auditedKeyName', 'auditedAction', 'auditedSequentialId', 'auditedDetail', 'auditedRequestId', 'newestIndex', 'indexIds', 'entryStarts', 'entryLengths', 'entryBytes', 'labels', 'foldedNames', 'isUnchanged', 'idempotencyKeys', 'fingerprints', 'outcomes', 'briefOutcomes', 'retention'],
  columns: ['sequentialId', 'writtenAt'],
},
  server_idempotency_keys: {
  name: 'edit-metadata on server_idempotency_keys',
  text: `WITH input AS (
  SELECT * FROM unnest(\$1::bigint[], \$2::bigint[], \$3::uuid[], \$4::uuid[], \$5::boolean[], \$6::bigint[], \$7::bigint[], \$8::int[], \$9::int[],
    \$11::text[], \$12::text[], \$44::boolean[], \$45::text[], \$46::text[], \$47::int[], \$48::int[], \$50::int[], \$51::int[],
    \$42::text[], \$43::text[]
  ) WITH ORDINALITY
    AS input (sequential_id, version, required_session_id, session_id, by_server, kept_at, new_starts, start, length, key_id, last_writes,
      is_unchanged, key, fingerprint, outcome_start, outcome_length, brief_start, brief_length, label, folded_name,
      position)
),
clock (now) AS (SELECT \$13::bigint ),
locked AS (
  SELECT input.*
  FROM input JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE (input.required_session_id IS NOT NULL OR input.key IS NOT NULL) AND metadata.version = input.version
    AND (input.by_server OR (metadata.suspended_until IS NULL OR metadata.suspended_until <= \$13::bigint)) AND \$13::bigint IS NOT NULL
  FOR NO KEY UPDATE OF metadata
),
active AS (
  SELECT active_sessions.sequential_id
  FROM locked JOIN active_sessions ON active_sessions.sequential_id = locked.sequential_id
  WHERE active_sessions.session_id = locked.required_session_id
    AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > \$13::bigint - \$14::bigint
  ORDER BY active_sessions.sequential_id
  FOR KEY SHARE OF active_sessions
),
claimed AS (
  INSERT INTO server_idempotency_keys (sequential_id, key, fingerprint, outcome, brief_outcome, created_at)
  SELECT locked.sequential_id, locked.key, locked.fingerprint,
    convert_from(substring(\$49::bytea FROM locked.outcome_start FOR locked.outcome_length), 'UTF8'),
    convert_from(substring(\$52::bytea FROM locked.brief_start FOR locked.brief_length), 'UTF8'),
    \$13::bigint
  FROM locked
  WHERE locked.key IS NOT NULL AND (locked.required_session_id IS NULL OR locked.is_unchanged
    OR EXISTS (SELECT FROM active WHERE active.sequential_id = locked.sequential_id))
  ON CONFLICT (sequential_id, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, outcome = excluded.outcome, brief_outcome = excluded.brief_outcome, is_shortened = false,
    created_at = excluded.created_at
  WHERE server_idempotency_keys.created_at <= excluded.created_at - \$53::bigint
  RETURNING sequential_id
),
updated AS (
  UPDATE metadata
  SET text = convert_from(substring(\$10::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
    written_at = \$13::bigint, written_session_id = input.session_id, by_server = input.by_server, written_key_id = input.key_id,
    kept_at = coalesce(input.kept_at, metadata.kept_at), unseen_starts = metadata.unseen_starts - input.new_starts,
    last_writes = coalesce(decode(input.last_writes, 'hex'), metadata.last_writes), index_set = \$37::bigint, indexed_version = metadata.version + 1,
    label_version = metadata.version + 1, label = input.label, folded_name = input.folded_name
  FROM input
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (input.by_server OR (metadata.suspended_until IS NULL OR metadata.suspended_until <= \$13::bigint))
    AND (input.required_session_id IS NULL OR EXISTS (SELECT FROM active WHERE active.sequential_id = input.sequential_id))
    AND (input.key IS NULL OR input.sequential_id = ANY (ARRAY(SELECT sequential_id FROM claimed)))
    AND input.is_unchanged IS NOT TRUE
  RETURNING metadata.sequential_id, metadata.written_at, input.position
),
deleted AS (
  DELETE FROM metadata_versions
  USING unnest(\$15::bigint[], \$16::bigint[]) AS surplus (sequential_id, version)
  WHERE metadata_versions.sequential_id = surplus.sequential_id AND metadata_versions.version = surplus.version
    AND EXISTS (SELECT FROM updated WHERE updated.sequential_id = surplus.sequential_id)
),
inserted AS (
  INSERT INTO metadata_versions (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version, content)
  SELECT kept.sequential_id, kept.version, kept.written_at, kept.session_id, kept.by_server = 'server', kept.key_id, kept.kept_at, kept.milestone,
  kept.size_bytes, kept.base_version, substring(\$29::bytea FROM kept.content_start FOR kept.content_length)
  FROM unnest(\$17::bigint[], \$18::bigint[], \$19::bigint[], \$20::uuid[], \$21::text[], \$22::text[], \$23::bigint[], \$24::boolean[],
  \$25::int[], \$26::bigint[], \$27::int[], \$28::int[])
  AS kept (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version,
  content_start, content_length)
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = kept.sequential_id)
  ON CONFLICT (sequential_id, version) DO UPDATE SET base_version = excluded.base_version, content = excluded.content
),
audited AS (
  INSERT INTO audit_entries (sequential_id, audit_id, key_id, key_name, action, detail, request_id, at)
  SELECT entry.sequential_id, entry.audit_id, entry.key_id, entry.key_name, entry.action, entry.detail, entry.request_id, \$13::bigint
  FROM unnest(\$30::uuid[], \$31::text[], \$32::text[], \$33::text[], \$34::bigint[], \$35::text[], \$36::text[])
  AS entry (audit_id, key_id, key_name, action, sequential_id, detail, request_id)
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = entry.sequential_id)
),
indexed AS (
  INSERT INTO metadata_index_entries (sequential_id, index_id, value)
  SELECT input.sequential_id, index.id, CASE WHEN (\$40::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number] >= 0
      THEN substring(\$41::bytea FROM (\$39::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number]
        FOR (\$40::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number])
    END
  FROM updated AS input CROSS JOIN unnest(\$38::bigint[]) WITH ORDINALITY AS index (id, number)
  ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value
    WHERE metadata_index_entries.value IS DISTINCT FROM excluded.value
)
SELECT sequential_id::float8 AS "sequentialId", written_at::float8 AS "writtenAt" FROM updated
UNION ALL
SELECT sequential_id::float8, NULL FROM claimed WHERE sequential_id = ANY (ARRAY(SELECT sequential_id FROM input WHERE is_unchanged))`,
  encode: (each) => [bigints(each.ids), bigints(each.versions), uuids(each.requiredSessionIds), uuids(each.sessionIds), booleans(each.byServer), bigints(each.keptAts), bigints(each.newStarts), ...packedTexts(each.texts), rareTexts(each.keyIds), rareTexts(each.lastWrites), each.now, each.timeout, bigints(each.droppedIds), bigints(each.droppedVersions), bigints(each.keptSequentialId), bigints(each.keptVersion), bigints(each.keptWrittenAt), uuids(each.keptSessionId), texts(each.keptBy), rareTexts(each.keptKeyId), bigints(each.keptKeptAt), booleans(each.keptMilestone), integers(each.keptSizeBytes), bigints(each.keptBaseVersion), ...packed(each.keptContent), uuids(each.auditedAuditId), rareTexts(each.auditedKeyId), texts(each.auditedKeyName), texts(each.auditedAction), bigints(each.auditedSequentialId), rareTexts(each.auditedDetail), rareTexts(each.auditedRequestId), each.newestIndex, bigints(each.indexIds), integers(each.entryStarts), integers(each.entryLengths), each.entryBytes, rareTexts(each.labels), rareTexts(each.foldedNames), booleans(each.isUnchanged), rareTexts(each.idempotencyKeys), rareTexts(each.fingerprints), ...packedTexts(each.outcomes), ...packedTexts(each.briefOutcomes), each.retention],
  parameters: ['ids', 'versions', 'requiredSessionIds', 'sessionIds', 'byServer', 'keptAts', 'newStarts', 'texts', 'keyIds', 'lastWrites', 'now', 'timeout', 'droppedIds', 'droppedVersions', 'keptSequentialId', 'keptVersion', 'keptWrittenAt', 'keptSessionId', 'keptBy', 'keptKeyId', 'keptKeptAt', 'keptMilestone', 'keptSizeBytes', 'keptBaseVersion', 'keptContent', 'auditedAuditId', 'auditedKeyId', 'auditedKeyName', 'auditedAction', 'auditedSequentialId', 'auditedDetail', 'auditedRequestId', 'newestIndex', 'indexIds', 'entryStarts', 'entryLengths', 'entryBytes', 'labels', 'foldedNames', 'isUnchanged', 'idempotencyKeys', 'fingerprints', 'outcomes', 'briefOutcomes', 'retention'],
  columns: ['sequentialId', 'writtenAt'],
},
};

export interface EndRoleCheckParameters {
  readonly digest: string;
  readonly tokens: string;
  readonly now: number | null;
}
export interface EndRoleCheckRow {
}
export const endRoleCheck: Statement<EndRoleCheckParameters, EndRoleCheckRow> = {
  name: 'end-role-check',
  text: `UPDATE console_sessions
SET confirmed_at = \$3::bigint, checking_until = NULL, tokens = \$2::text
WHERE digest = \$1::text`,
  encode: (each) => [each.digest, each.tokens, each.now],
  parameters: ['digest', 'tokens', 'now'],
  columns: [],
};

export interface EndSessionsParameters {
  readonly ids: readonly number[];
  readonly reasons: readonly EndReason[];
  readonly sessionIds: readonly (string | null)[];
  readonly now: number | null;
  readonly timeout: number;
  readonly onlyExpired: boolean;
}
export interface EndSessionsRow {
  readonly sequentialId: number;
  readonly endedAt: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly reason: EndReason;
  readonly contextBytes: number | null;
}
export const endSessions: Statement<EndSessionsParameters, EndSessionsRow> = {
  name: 'end-sessions',
  text: `WITH clock (now) AS (SELECT \$4::bigint ),
deleted AS (
  DELETE FROM active_sessions
  USING unnest(\$1::bigint[], \$2::text[], \$3::uuid[]) AS input (sequential_id, reason, session_id)
  WHERE active_sessions.sequential_id = ANY (\$1::bigint[]) AND active_sessions.sequential_id = input.sequential_id AND (input.session_id IS NULL OR active_sessions.session_id = input.session_id)
    AND \$4::bigint IS NOT NULL AND (NOT \$6::boolean OR coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= \$4::bigint - \$5::bigint)
  RETURNING active_sessions.sequential_id, active_sessions.session_id, active_sessions.started_at,
    active_sessions.last_activity, active_sessions.context, active_sessions.installation_id, input.reason, coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= \$4::bigint - \$5::bigint AS expired
)
INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context, installation_id)
SELECT sequential_id, CASE WHEN expired THEN last_activity ELSE greatest(\$4::bigint, last_activity) END,
  session_id, started_at, CASE WHEN expired THEN 'expired' ELSE reason END, context, installation_id
FROM deleted
ON CONFLICT (sequential_id, ended_at, session_id) DO UPDATE SET reason = excluded.reason
RETURNING sequential_id::float8 AS "sequentialId", ended_at::float8 AS "endedAt", session_id::text AS "sessionId",
  started_at::float8 AS "startedAt", reason, octet_length(context) AS "contextBytes"`,
  encode: (each) => [bigints(each.ids), texts(each.reasons), uuids(each.sessionIds), each.now, each.timeout, each.onlyExpired],
  parameters: ['ids', 'reasons', 'sessionIds', 'now', 'timeout', 'onlyExpired'],
  columns: ['sequentialId', 'endedAt', 'sessionId', 'startedAt', 'reason', 'contextBytes'],
};

export interface FindCertainTimeParameters {
  readonly now: number | null;
  readonly jump: number;
}
export interface FindCertainTimeRow {
  readonly time: number;
}
export const findCertainTime: Statement<FindCertainTimeParameters, FindCertainTimeRow> = {
  name: 'find-certain-time',
  text: `SELECT (coalesce((SELECT certain_at FROM clock_state WHERE id = 1 AND \$1::bigint - certain_at > \$2::bigint), \$1::bigint))::float8 AS time`,
  encode: (each) => [each.now, each.jump],
  parameters: ['now', 'jump'],
  columns: ['time'],
};

export interface FindConsoleSessionsParameters {
  readonly digests: readonly string[];
  readonly now: number | null;
}
export interface FindConsoleSessionsRow {
  readonly digest: string;
  readonly keyDigest: string;
  readonly expiresAt: number;
  readonly lastUsedAt: number;
  readonly confirmedAt: number | null;
  readonly now: number;
}
export const findConsoleSessions: Statement<FindConsoleSessionsParameters, FindConsoleSessionsRow> = {
  name: 'find-console-sessions',
  text: `SELECT digest, key_digest AS "keyDigest", expires_at::float8 AS "expiresAt", last_used_at::float8 AS "lastUsedAt",
  confirmed_at::float8 AS "confirmedAt", (\$2::bigint)::float8 AS now
FROM console_sessions
WHERE digest = ANY (\$1::text[])`,
  encode: (each) => [texts(each.digests), each.now],
  parameters: ['digests', 'now'],
  columns: ['digest', 'keyDigest', 'expiresAt', 'lastUsedAt', 'confirmedAt', 'now'],
};

export interface FindMetadataForParameters {
  readonly ids: readonly number[];
  readonly readerIds: readonly number[];
  readonly now: number | null;
}
export interface FindMetadataForRow {
  readonly sequentialId: number;
  readonly playerId: string | null;
  readonly text: string | null;
  readonly version: number | null;
  readonly writtenAt: number | null;
  readonly suspendedUntil: number | null;
}
export const findMetadataFor: Statement<FindMetadataForParameters, FindMetadataForRow> = {
  name: 'find-metadata-for',
  text: `SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > \$3::bigint THEN metadata.suspended_until::float8 END AS "suspendedUntil"
FROM metadata
WHERE sequential_id = ANY (\$1::bigint[])
UNION ALL
SELECT sequential_id::float8, NULL, NULL, NULL, NULL,
  CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > \$3::bigint THEN metadata.suspended_until::float8 END
FROM metadata
WHERE sequential_id = ANY (\$2::bigint[])`,
  encode: (each) => [bigints(each.ids), bigints(each.readerIds), each.now],
  parameters: ['ids', 'readerIds', 'now'],
  columns: ['sequentialId', 'playerId', 'text', 'version', 'writtenAt', 'suspendedUntil'],
};

export interface FindMetadataParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
}
export interface FindMetadataRow {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly text: string | null;
  readonly version: number;
  readonly writtenAt: number | null;
  readonly suspendedUntil: number | null;
}
export const findMetadata: Statement<FindMetadataParameters, FindMetadataRow> = {
  name: 'find-metadata',
  text: `SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > \$2::bigint THEN metadata.suspended_until::float8 END AS "suspendedUntil"
FROM metadata
WHERE sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids), each.now],
  parameters: ['ids', 'now'],
  columns: ['sequentialId', 'playerId', 'text', 'version', 'writtenAt', 'suspendedUntil'],
};

export interface FindOutcomeParameters {
  readonly sequentialId: number;
  readonly key: string;
  readonly now: number | null;
}
export interface FindOutcomeRow {
  readonly fingerprint: string | null;
  readonly outcome: string | null;
  readonly isShortened: boolean | null;
  readonly suspendedUntil: number | null;
}
export const findOutcome: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<FindOutcomeParameters, FindOutcomeRow>>> = {
  idempotency_keys: {
  name: 'find-outcome on idempotency_keys',
  text: `SELECT used.fingerprint, used.outcome, used.is_shortened AS "isShortened", CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > \$3::bigint THEN metadata.suspended_until::float8 END AS "suspendedUntil"
FROM metadata
LEFT JOIN idempotency_keys AS used ON used.sequential_id = metadata.sequential_id AND used.key = \$2::text
WHERE metadata.sequential_id = \$1::bigint`,
  encode: (each) => [each.sequentialId, each.key, each.now],
  parameters: ['sequentialId', 'key', 'now'],
  columns: ['fingerprint', 'outcome', 'isShortened', 'suspendedUntil'],
},
  server_idempotency_keys: {
  name: 'find-outcome on server_idempotency_keys',
  text: `SELECT used.fingerprint, used.outcome, used.is_shortened AS "isShortened", CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > \$3::bigint THEN metadata.suspended_until::float8 END AS "suspendedUntil"
FROM metadata
LEFT JOIN server_idempotency_keys AS used ON used.sequential_id = metadata.sequential_id AND used.key = \$2::text
WHERE metadata.sequential_id = \$1::bigint`,
  encode: (each) => [each.sequentialId, each.key, each.now],
  parameters: ['sequentialId', 'key', 'now'],
  columns: ['fingerprint', 'outcome', 'isShortened', 'suspendedUntil'],
},
};

export interface FindOutlivedParameters {
  readonly ids: readonly number[];
  readonly timeout: number;
}
export interface FindOutlivedRow {
  readonly sequentialId: number;
}
export const findOutlived: Statement<FindOutlivedParameters, FindOutlivedRow> = {
  name: 'find-outlived',
  text: `SELECT metadata.sequential_id::float8 AS "sequentialId"
FROM metadata
WHERE metadata.sequential_id = ANY (\$1::bigint[]) AND metadata.written_session_id IS NOT NULL
  AND (
    EXISTS (
      SELECT FROM active_sessions
      WHERE active_sessions.sequential_id = ANY (\$1::bigint[]) AND active_sessions.sequential_id = metadata.sequential_id AND session_id = metadata.written_session_id
        AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= metadata.written_at - \$2::bigint
    )
    OR EXISTS (
      SELECT FROM ended_sessions
      WHERE ended_sessions.sequential_id = ANY (\$1::bigint[]) AND ended_sessions.sequential_id = metadata.sequential_id AND session_id = metadata.written_session_id
        AND ended_at >= coalesce(metadata.kept_at - \$2::bigint, 0)
        AND CASE reason WHEN 'expired' THEN ended_at <= metadata.written_at - \$2::bigint ELSE ended_at < metadata.written_at END
    )
  )`,
  encode: (each) => [bigints(each.ids), each.timeout],
  parameters: ['ids', 'timeout'],
  columns: ['sequentialId'],
};

export interface FindPeopleParameters {
  readonly personIds: readonly string[];
  readonly now: number | null;
}
export interface FindPeopleRow {
  readonly personId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly mail: string | null;
  readonly scopes: string;
  readonly createdAt: number;
  readonly confirmedAt: number;
  readonly roleGoneAt: number | null;
  readonly now: number;
}
export const findPeople: Statement<FindPeopleParameters, FindPeopleRow> = {
  name: 'find-people',
  text: `SELECT console_people.person_id AS "personId", console_people.issuer, console_people.subject, console_people.mail, console_people.scopes,
  console_people.created_at::float8 AS "createdAt", console_people.confirmed_at::float8 AS "confirmedAt",
  console_people.role_gone_at::float8 AS "roleGoneAt", (\$2::bigint)::float8 AS now
FROM console_people
WHERE person_id = ANY (\$1::text[]) AND role_gone_at IS NULL`,
  encode: (each) => [texts(each.personIds), each.now],
  parameters: ['personIds', 'now'],
  columns: ['personId', 'issuer', 'subject', 'mail', 'scopes', 'createdAt', 'confirmedAt', 'roleGoneAt', 'now'],
};

export interface FindPresenceParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
  readonly timeout: number;
}
export interface FindPresenceRow {
  readonly sequentialId: number;
  readonly sessionId: string | null;
  readonly startedAt: number;
  readonly lastActivity: number;
  readonly context: string | null;
  readonly installationId: string | null;
  readonly expired: boolean;
  readonly suspendedUntil: number | null;
}
export const findPresence: Statement<FindPresenceParameters, FindPresenceRow> = {
  name: 'find-presence',
  text: `WITH clock (now) AS (SELECT \$2::bigint)
SELECT metadata.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  started_at::float8 AS "startedAt", last_activity::float8 AS "lastActivity", context,
  installation_id AS "installationId", coalesce(coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= \$2::bigint - \$3::bigint, false) AS "expired",
  CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > \$2::bigint THEN metadata.suspended_until::float8 END AS "suspendedUntil"
FROM metadata
LEFT JOIN active_sessions ON active_sessions.sequential_id = metadata.sequential_id
WHERE metadata.sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids), each.now, each.timeout],
  parameters: ['ids', 'now', 'timeout'],
  columns: ['sequentialId', 'sessionId', 'startedAt', 'lastActivity', 'context', 'installationId', 'expired', 'suspendedUntil'],
};

export interface FindServerKeysParameters {
  readonly digests: readonly string[];
  readonly now: number | null;
}
export interface FindServerKeysRow {
  readonly digest: string;
  readonly now: number;
  readonly keyId: string;
  readonly name: string;
  readonly scopes: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly madeBy: string | null;
}
export const findServerKeys: Statement<FindServerKeysParameters, FindServerKeysRow> = {
  name: 'find-server-keys',
  text: `SELECT digest, (\$2::bigint)::float8 AS now, server_keys.key_id::text AS "keyId", server_keys.name, server_keys.scopes, server_keys.created_at::float8 AS "createdAt",
  server_keys.expires_at::float8 AS "expiresAt", server_keys.last_used_at::float8 AS "lastUsedAt", server_keys.made_by AS "madeBy"
FROM server_keys
WHERE digest = ANY (\$1::text[])`,
  encode: (each) => [texts(each.digests), each.now],
  parameters: ['digests', 'now'],
  columns: ['digest', 'now', 'keyId', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'madeBy'],
};

export interface FindStatisticsStateParameters {
  readonly now: number | null;
}
export interface FindStatisticsStateRow {
  readonly zone: string | null;
  readonly version: number;
  readonly asOf: number | null;
  readonly askedAt: number;
  readonly mergedKey: string | null;
  readonly resetPosition: number | null;
  readonly floorDay: number | null;
  readonly floorUtcDay: number | null;
  readonly droppedBefore: number | null;
  readonly importing: number;
  readonly counted: number;
  readonly total: number;
  readonly now: number;
}
export const findStatisticsState: Statement<FindStatisticsStateParameters, FindStatisticsStateRow> = {
  name: 'find-statistics-state',
  text: `SELECT zone, version::float8 AS version, as_of::float8 AS "asOf", asked_at::float8 AS "askedAt", merged_key AS "mergedKey",
  reset_position::float8 AS "resetPosition", floor_day::float8 AS "floorDay", floor_utc_day::float8 AS "floorUtcDay",
  dropped_before::float8 AS "droppedBefore", importing::float8 AS importing, counted::float8 AS counted, total::float8 AS total, (\$1::bigint)::float8 AS now
FROM statistics_state
WHERE id = 1`,
  encode: (each) => [each.now],
  parameters: ['now'],
  columns: ['zone', 'version', 'asOf', 'askedAt', 'mergedKey', 'resetPosition', 'floorDay', 'floorUtcDay', 'droppedBefore', 'importing', 'counted', 'total', 'now'],
};

export interface FindSumsParameters {
  readonly kinds: readonly string[];
  readonly firstDays: readonly number[];
  readonly lastDays: readonly number[];
  readonly now: number | null;
}
export interface FindSumsRow {
  readonly part: number;
  readonly kind: string | null;
  readonly day: number | null;
  readonly sums: string | null;
  readonly mergedKey: string | null;
  readonly counted: number | null;
  readonly total: number | null;
  readonly now: number | null;
}
export const findSums: Statement<FindSumsParameters, FindSumsRow> = {
  name: 'find-sums',
  text: `WITH state AS (
  SELECT zone, as_of, published, merged_key, counted, total FROM statistics_state WHERE id = 1
)
SELECT 0 AS part, zone AS kind, as_of::float8 AS day, published AS sums, merged_key AS "mergedKey",
  counted::float8 AS counted, total::float8 AS total,
  \$4::bigint::float8 AS now
FROM state
UNION ALL
SELECT 1, NULL, NULL, statistics_parts.sums, NULL, NULL, NULL, NULL
FROM statistics_parts
WHERE part_id > 0 AND EXISTS (SELECT 1 FROM state WHERE published IS NOT NULL)
UNION ALL
SELECT 2, statistics_days.kind, statistics_days.day::float8, statistics_days.sums, NULL, NULL, NULL, NULL
FROM unnest(\$1::text[], \$2::bigint[], \$3::bigint[]) AS input (kind, first_day, last_day)
JOIN statistics_days ON statistics_days.kind = input.kind AND statistics_days.day BETWEEN input.first_day AND input.last_day
WHERE EXISTS (SELECT 1 FROM state WHERE published IS NOT NULL)
ORDER BY part`,
  encode: (each) => [texts(each.kinds), bigints(each.firstDays), bigints(each.lastDays), each.now],
  parameters: ['kinds', 'firstDays', 'lastDays', 'now'],
  columns: ['part', 'kind', 'day', 'sums', 'mergedKey', 'counted', 'total', 'now'],
};

export interface FindSuspensionsParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
}
export interface FindSuspensionsRow {
  readonly sequentialId: number;
  readonly suspendedUntil: number;
  readonly reason: string | null;
}
export const findSuspensions: Statement<FindSuspensionsParameters, FindSuspensionsRow> = {
  name: 'find-suspensions',
  text: `SELECT sequential_id::float8 AS "sequentialId", suspended_until::float8 AS "suspendedUntil", suspension_reason AS "reason"
FROM metadata
WHERE sequential_id = ANY (\$1::bigint[])
  AND suspended_until > \$2::bigint`,
  encode: (each) => [bigints(each.ids), each.now],
  parameters: ['ids', 'now'],
  columns: ['sequentialId', 'suspendedUntil', 'reason'],
};

export interface ForwardWebhookFailuresParameters {
  readonly webhookId: string;
  readonly limit: number;
  readonly now: number | null;
}
export interface ForwardWebhookFailuresRow {
}
export const forwardWebhookFailures: Statement<ForwardWebhookFailuresParameters, ForwardWebhookFailuresRow> = {
  name: 'forward-webhook-failures',
  text: `UPDATE webhook_failures
SET next_at = \$3::bigint
WHERE webhook_id = \$1::text AND event_id IN (
  SELECT event_id
  FROM webhook_failures
  WHERE webhook_id = \$1::text AND next_at > \$3::bigint
  ORDER BY next_at
  LIMIT \$2::bigint
)`,
  encode: (each) => [each.webhookId, each.limit, each.now],
  parameters: ['webhookId', 'limit', 'now'],
  columns: [],
};

export interface HeartbeatSessionsParameters {
  readonly ids: readonly number[];
  readonly sessionIds: readonly (string | null)[];
  readonly now: number | null;
  readonly timeout: number;
  readonly skew: number;
}
export interface HeartbeatSessionsRow {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly lastActivity: number;
}
export const heartbeatSessions: Statement<HeartbeatSessionsParameters, HeartbeatSessionsRow> = {
  name: 'heartbeat-sessions',
  text: `WITH clock (now) AS (SELECT \$3::bigint )
UPDATE active_sessions
SET last_activity = greatest(active_sessions.last_activity, \$3::bigint),
  corrected_activity = CASE WHEN active_sessions.last_activity > \$3::bigint + \$5::bigint THEN \$3::bigint END
FROM unnest(\$1::bigint[], \$2::uuid[]) AS input (sequential_id, session_id)
WHERE active_sessions.sequential_id = ANY (\$1::bigint[]) AND active_sessions.sequential_id = input.sequential_id AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > \$3::bigint - \$4::bigint AND (input.session_id IS NULL OR active_sessions.session_id = input.session_id)
RETURNING active_sessions.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  active_sessions.started_at::float8 AS "startedAt", active_sessions.last_activity::float8 AS "lastActivity"`,
  encode: (each) => [bigints(each.ids), uuids(each.sessionIds), each.now, each.timeout, each.skew],
  parameters: ['ids', 'sessionIds', 'now', 'timeout', 'skew'],
  columns: ['sequentialId', 'sessionId', 'startedAt', 'lastActivity'],
};

export interface ImportActiveParameters {
  readonly sequentialId: readonly number[];
  readonly sessionId: readonly string[];
  readonly startedAt: readonly number[];
  readonly lastActivity: readonly number[];
  readonly context: readonly (string | null)[];
  readonly installationId: readonly (string | null)[];
}
export interface ImportActiveRow {
  readonly sequentialId: number;
}
export const importActive: Statement<ImportActiveParameters, ImportActiveRow> = {
  name: 'import-active',
  text: `WITH counted AS (
  UPDATE metadata
  SET unseen_starts = metadata.unseen_starts + 1
  FROM unnest(\$1::bigint[], \$2::uuid[], \$3::bigint[], \$4::bigint[], \$5::text[], \$6::text[])
  AS input (sequential_id, session_id, started_at, last_activity, context, installation_id)
  WHERE metadata.sequential_id = input.sequential_id AND NOT EXISTS (
         SELECT FROM ended_sessions
         WHERE ended_sessions.sequential_id = metadata.sequential_id AND ended_sessions.session_id = input.session_id
       )
  RETURNING input.*
)
INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context, installation_id)
SELECT input.sequential_id, input.session_id, input.started_at, input.last_activity, input.context, input.installation_id
FROM counted AS input
ON CONFLICT DO NOTHING
RETURNING sequential_id::float8 AS "sequentialId"`,
  encode: (each) => [bigints(each.sequentialId), uuids(each.sessionId), bigints(each.startedAt), bigints(each.lastActivity), rareTexts(each.context), rareTexts(each.installationId)],
  parameters: ['sequentialId', 'sessionId', 'startedAt', 'lastActivity', 'context', 'installationId'],
  columns: ['sequentialId'],
};

export interface InsertAuditParameters {
  readonly auditedAuditId: readonly string[];
  readonly auditedKeyId: readonly (string | null)[];
  readonly auditedKeyName: readonly string[];
  readonly auditedAction: readonly AuditAction[];
  readonly auditedSequentialId: readonly (number | null)[];
  readonly auditedDetail: readonly (string | null)[];
  readonly auditedRequestId: readonly (string | null)[];
  readonly now: number | null;
}
export interface InsertAuditRow {
}
export const insertAudit: Statement<InsertAuditParameters, InsertAuditRow> = {
  name: 'insert-audit',
  text: `INSERT INTO audit_entries (sequential_id, audit_id, key_id, key_name, action, detail, request_id, at)
SELECT coalesce(entry.sequential_id, 0), entry.audit_id, entry.key_id, entry.key_name, entry.action, entry.detail, entry.request_id, \$8::bigint
FROM unnest(\$1::uuid[], \$2::text[], \$3::text[], \$4::text[], \$5::bigint[], \$6::text[], \$7::text[])
  AS entry (audit_id, key_id, key_name, action, sequential_id, detail, request_id)`,
  encode: (each) => [uuids(each.auditedAuditId), rareTexts(each.auditedKeyId), texts(each.auditedKeyName), texts(each.auditedAction), bigints(each.auditedSequentialId), rareTexts(each.auditedDetail), rareTexts(each.auditedRequestId), each.now],
  parameters: ['auditedAuditId', 'auditedKeyId', 'auditedKeyName', 'auditedAction', 'auditedSequentialId', 'auditedDetail', 'auditedRequestId', 'now'],
  columns: [],
};

export interface InsertConsoleSessionParameters {
  readonly digest: string;
  readonly keyDigest: string;
  readonly now: number | null;
  readonly lifetime: number;
  readonly attempt: string | null;
  readonly tokens: string | null;
  readonly isConfirmed: boolean;
}
export interface InsertConsoleSessionRow {
}
export const insertConsoleSession: Statement<InsertConsoleSessionParameters, InsertConsoleSessionRow> = {
  name: 'insert-console-session',
  text: `WITH clock (now) AS (SELECT \$3::bigint)
INSERT INTO console_sessions (digest, key_digest, created_at, expires_at, last_used_at, attempt, tokens, confirmed_at)
VALUES (\$1::text, \$2::text, \$3::bigint, \$3::bigint + \$4::bigint, \$3::bigint, \$5::text, \$6::text,
  CASE WHEN \$7::boolean THEN \$3::bigint END)
ON CONFLICT DO NOTHING`,
  encode: (each) => [each.digest, each.keyDigest, each.now, each.lifetime, each.attempt, each.tokens, each.isConfirmed],
  parameters: ['digest', 'keyDigest', 'now', 'lifetime', 'attempt', 'tokens', 'isConfirmed'],
  columns: [],
};

export interface InsertDigestParameters {
  readonly digest: string;
  readonly now: number | null;
}
export interface InsertDigestRow {
}
export const insertDigest: Statement<InsertDigestParameters, InsertDigestRow> = {
  name: 'insert-digest',
  text: `INSERT INTO erased_players (player_digest, erased_at)
VALUES (\$1::text, \$2::bigint)
ON CONFLICT (player_digest) DO UPDATE SET erased_at = excluded.erased_at`,
  encode: (each) => [each.digest, each.now],
  parameters: ['digest', 'now'],
  columns: [],
};

export interface InsertEventsParameters {
  readonly toldIds: readonly number[];
  readonly toldTypes: readonly number[];
  readonly toldData: readonly string[];
  readonly toldPersonal: readonly (string | null)[];
  readonly now: number | null;
}
export interface InsertEventsRow {
}
export const insertEvents: Statement<InsertEventsParameters, InsertEventsRow> = {
  name: 'insert-events',
  text: `INSERT INTO events (at, type, sequential_id, data, personal)
SELECT \$7::bigint, event.type, event.sequential_id,
  convert_from(substring(\$5::bytea FROM event.start FOR event.length), 'UTF8'), event.personal
FROM unnest(\$1::bigint[], \$2::int[], \$3::int[], \$4::int[], \$6::text[]) WITH ORDINALITY
  AS event (sequential_id, type, start, length, personal, position)
ORDER BY event.position`,
  encode: (each) => [bigints(each.toldIds), integers(each.toldTypes), ...packedTexts(each.toldData), rareTexts(each.toldPersonal), each.now],
  parameters: ['toldIds', 'toldTypes', 'toldData', 'toldPersonal', 'now'],
  columns: [],
};

export interface InsertPersonParameters {
  readonly personId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly mail: string | null;
  readonly scopes: string;
  readonly now: number | null;
}
export interface InsertPersonRow {
}
export const insertPerson: Statement<InsertPersonParameters, InsertPersonRow> = {
  name: 'insert-person',
  text: `WITH clock (now) AS (SELECT \$6::bigint)
INSERT INTO console_people (person_id, issuer, subject, mail, scopes, created_at, confirmed_at)
VALUES (\$1::text, \$2::text, \$3::text, \$4::text, \$5::text, \$6::bigint, \$6::bigint)`,
  encode: (each) => [each.personId, each.issuer, each.subject, each.mail, each.scopes, each.now],
  parameters: ['personId', 'issuer', 'subject', 'mail', 'scopes', 'now'],
  columns: [],
};

export interface InsertPlayersParameters {
  readonly names: readonly string[];
  readonly now: number | null;
}
export interface InsertPlayersRow {
  readonly playerId: string;
  readonly sequentialId: number;
}
export const insertPlayers: Statement<InsertPlayersParameters, InsertPlayersRow> = {
  name: 'insert-players',
  text: `WITH clock (now) AS (SELECT \$2::bigint ),
registered AS (
  INSERT INTO players (player_id, registered_at)
  SELECT input.player_id, \$2::bigint
  FROM unnest(\$1::text[]) AS input (player_id)
  ORDER BY input.player_id COLLATE "C"
  ON CONFLICT (player_id) DO NOTHING
  RETURNING player_id, sequential_id
)
INSERT INTO metadata (sequential_id, player_id, text, version)
SELECT sequential_id, player_id, NULL, 0 FROM registered
RETURNING player_id AS "playerId", sequential_id::float8 AS "sequentialId"`,
  encode: (each) => [texts(each.names), each.now],
  parameters: ['names', 'now'],
  columns: ['playerId', 'sequentialId'],
};

export interface InsertWebhookDeliveriesParameters {
  readonly webhookId: string;
  readonly deliveryIds: readonly string[];
  readonly eventIds: readonly (number | null)[];
  readonly sequentialIds: readonly (number | null)[];
  readonly attempts: readonly number[];
  readonly statuses: readonly (number | null)[];
  readonly errors: readonly (string | null)[];
  readonly milliseconds: readonly number[];
  readonly answers: readonly (string | null)[];
  readonly now: number | null;
}
export interface InsertWebhookDeliveriesRow {
}
export const insertWebhookDeliveries: Statement<InsertWebhookDeliveriesParameters, InsertWebhookDeliveriesRow> = {
  name: 'insert-webhook-deliveries',
  text: `INSERT INTO webhook_deliveries
  (delivery_id, webhook_id, event_id, sequential_id, sent_at, attempt, status, error, milliseconds, answer)
SELECT input.delivery_id, \$1::text, input.event_id, input.sequential_id, \$10::bigint, input.attempt, input.status, input.error,
  input.milliseconds, input.answer
FROM unnest(\$2::text[], \$3::bigint[], \$4::bigint[], \$5::int[], \$6::int[], \$7::text[], \$8::int[], \$9::text[])
  AS input (delivery_id, event_id, sequential_id, attempt, status, error, milliseconds, answer)
ON CONFLICT DO NOTHING`,
  encode: (each) => [each.webhookId, texts(each.deliveryIds), bigints(each.eventIds), bigints(each.sequentialIds), integers(each.attempts), integers(each.statuses), rareTexts(each.errors), integers(each.milliseconds), rareTexts(each.answers), each.now],
  parameters: ['webhookId', 'deliveryIds', 'eventIds', 'sequentialIds', 'attempts', 'statuses', 'errors', 'milliseconds', 'answers', 'now'],
  columns: [],
};

export interface InsertWebhookParameters {
  readonly webhookId: string;
  readonly url: string;
  readonly types: string;
  readonly isOrdered: boolean;
  readonly isEnabled: boolean;
  readonly secret: string;
  readonly signingKey: string | null;
  readonly after: number;
  readonly now: number | null;
}
export interface InsertWebhookRow {
}
export const insertWebhook: Statement<InsertWebhookParameters, InsertWebhookRow> = {
  name: 'insert-webhook',
  text: `WITH clock (now) AS (SELECT \$9::bigint)
INSERT INTO webhooks (webhook_id, url, types, is_ordered, is_enabled, created_at, secret, signing_key, sent_after, disabled_at)
VALUES (\$1::text, \$2::text, \$3::text, \$4::boolean, \$5::boolean, \$9::bigint, \$6::text, \$7::text, \$8::bigint,
  CASE WHEN NOT \$5::boolean THEN \$9::bigint END)`,
  encode: (each) => [each.webhookId, each.url, each.types, each.isOrdered, each.isEnabled, each.secret, each.signingKey, each.after, each.now],
  parameters: ['webhookId', 'url', 'types', 'isOrdered', 'isEnabled', 'secret', 'signingKey', 'after', 'now'],
  columns: [],
};

export interface ListActiveSessionsParameters {
  readonly after: number;
  readonly limit: number;
  readonly now: number | null;
  readonly timeout: number;
  readonly rows: number;
}
export interface ListActiveSessionsRow {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly lastActivity: number;
  readonly context: string | null;
  readonly installationId: string | null;
}
export const listActiveSessions: Statement<ListActiveSessionsParameters, ListActiveSessionsRow> = {
  name: 'list-active-sessions',
  text: `WITH clock (now) AS (SELECT \$3::bigint)
SELECT active_sessions.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  active_sessions.started_at::float8 AS "startedAt", active_sessions.last_activity::float8 AS "lastActivity",
  active_sessions.context AS "context", active_sessions.installation_id AS "installationId"
FROM (
  SELECT *
  FROM active_sessions
  WHERE sequential_id > \$1::bigint
  ORDER BY sequential_id
  LIMIT \$5::int
) AS active_sessions
WHERE coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > \$3::bigint - \$4::bigint
ORDER BY sequential_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit, each.now, each.timeout, each.rows],
  parameters: ['after', 'limit', 'now', 'timeout', 'rows'],
  columns: ['sequentialId', 'sessionId', 'startedAt', 'lastActivity', 'context', 'installationId'],
};

export interface ListActiveParameters {
  readonly after: number;
  readonly limit: number;
  readonly now: number | null;
  readonly timeout: number;
  readonly skew: number;
}
export interface ListActiveRow {
  readonly sequentialId: number;
  readonly expired: boolean;
  readonly ahead: boolean;
}
export const listActive: Statement<ListActiveParameters, ListActiveRow> = {
  name: 'list-active',
  text: `WITH clock (now) AS (SELECT \$3::bigint)
SELECT sequential_id::float8 AS "sequentialId", coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= \$3::bigint - \$4::bigint AS "expired", coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > \$3::bigint + \$5::bigint AS "ahead"
FROM active_sessions
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit, each.now, each.timeout, each.skew],
  parameters: ['after', 'limit', 'now', 'timeout', 'skew'],
  columns: ['sequentialId', 'expired', 'ahead'],
};

export interface ListChangedParameters {
  readonly ids: readonly number[];
  readonly versions: readonly number[];
  readonly now: number | null;
}
export interface ListChangedRow {
  readonly found: number;
  readonly changed: readonly number[];
}
export const listChanged: Statement<ListChangedParameters, ListChangedRow> = {
  name: 'list-changed',
  text: `SELECT count(*)::int AS found,
  coalesce(
    array_agg(metadata.sequential_id::float8)
      FILTER (WHERE metadata.version <> input.version OR metadata.suspended_until > \$3::bigint),
    '{}'
  ) AS changed
FROM unnest(\$1::bigint[], \$2::bigint[]) AS input (sequential_id, version)
JOIN metadata ON metadata.sequential_id = ANY (\$1::bigint[]) AND metadata.sequential_id = input.sequential_id`,
  encode: (each) => [bigints(each.ids), bigints(each.versions), each.now],
  parameters: ['ids', 'versions', 'now'],
  columns: ['found', 'changed'],
};

export interface ListCheckedPlayersParameters {
  readonly after: string;
  readonly limit: number;
}
export interface ListCheckedPlayersRow {
  readonly playerId: string;
  readonly sequentialId: number;
  readonly hasMetadata: boolean;
}
export const listCheckedPlayers: Statement<ListCheckedPlayersParameters, ListCheckedPlayersRow> = {
  name: 'list-checked-players',
  text: `SELECT player_id AS "playerId", sequential_id::float8 AS "sequentialId", true AS "hasMetadata"
FROM players
WHERE player_id > \$1::text
ORDER BY player_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit],
  parameters: ['after', 'limit'],
  columns: ['playerId', 'sequentialId', 'hasMetadata'],
};

export interface ListEndedParameters {
  readonly sequentialId: number;
  readonly limit: number;
  readonly endedAt: number;
  readonly sessionId: string;
  readonly now: number | null;
  readonly timeout: number;
}
export interface ListEndedRow {
  readonly sessionId: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly reason: EndReason;
  readonly context: string | null;
  readonly installationId: string | null;
}
export const listEnded: Statement<ListEndedParameters, ListEndedRow> = {
  name: 'list-ended',
  text: `WITH clock (now) AS (SELECT \$5::bigint)
SELECT session_id::text AS "sessionId", started_at::float8 AS "startedAt", ended_at::float8 AS "endedAt", reason, context,
  installation_id AS "installationId"
FROM (
  SELECT session_id, started_at, ended_at, reason, context, installation_id
  FROM ended_sessions
  WHERE sequential_id = \$1::bigint AND (ended_at, session_id) < (\$3::bigint, \$4::uuid)
  UNION ALL
  SELECT session_id, started_at, last_activity, 'expired', context, installation_id
  FROM active_sessions
  WHERE sequential_id = \$1::bigint AND (last_activity, session_id) < (\$3::bigint, \$4::uuid) AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= \$5::bigint - \$6::bigint
) AS history
ORDER BY ended_at DESC, session_id DESC
LIMIT \$2::int`,
  encode: (each) => [each.sequentialId, each.limit, each.endedAt, each.sessionId, each.now, each.timeout],
  parameters: ['sequentialId', 'limit', 'endedAt', 'sessionId', 'now', 'timeout'],
  columns: ['sessionId', 'startedAt', 'endedAt', 'reason', 'context', 'installationId'],
};

export interface ListVersionsParameters {
  readonly ids: readonly number[];
  readonly firsts: readonly number[];
  readonly lasts: readonly number[];
}
export interface ListVersionsRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number | null;
  readonly sessionId: string | null;
  readonly by: Writer;
  readonly keyId: string | null;
  readonly keptAt: number;
  readonly milestone: boolean;
  readonly sizeBytes: number;
  readonly baseVersion: number | null;
  readonly content: Uint8Array;
}
export const listVersions: Statement<ListVersionsParameters, ListVersionsRow> = {
  name: 'list-versions',
  text: `SELECT metadata_versions.sequential_id::float8 AS "sequentialId", metadata_versions.version::float8 AS "version",
  metadata_versions.written_at::float8 AS "writtenAt", metadata_versions.session_id::text AS "sessionId",
  CASE WHEN metadata_versions.by_server THEN 'server' ELSE 'player' END AS "by", metadata_versions.key_id AS "keyId",
  metadata_versions.kept_at::float8 AS "keptAt", metadata_versions.milestone AS "milestone",
  metadata_versions.size_bytes::int AS "sizeBytes", metadata_versions.base_version::float8 AS "baseVersion", content
FROM unnest(\$1::bigint[], \$2::bigint[], \$3::bigint[]) AS input (sequential_id, first, last)
JOIN metadata_versions ON metadata_versions.sequential_id = ANY (\$1::bigint[]) AND metadata_versions.sequential_id = input.sequential_id
  AND version >= input.first AND version <= input.last
ORDER BY metadata_versions.sequential_id, version DESC`,
  encode: (each) => [bigints(each.ids), bigints(each.firsts), bigints(each.lasts)],
  parameters: ['ids', 'firsts', 'lasts'],
  columns: ['sequentialId', 'version', 'writtenAt', 'sessionId', 'by', 'keyId', 'keptAt', 'milestone', 'sizeBytes', 'baseVersion', 'content'],
};

export interface ListWebhookFailuresParameters {
  readonly webhookId: string;
  readonly isOrdered: boolean;
  readonly after: number;
  readonly except: readonly number[];
  readonly ended: readonly number[];
  readonly limit: number;
  readonly now: number | null;
  readonly longest: number;
}
export interface ListWebhookFailuresRow {
  readonly eventId: number;
  readonly sequentialId: number;
  readonly attempts: number;
  readonly dueInMilliseconds: number;
  readonly dueAt: number;
}
export const listWebhookFailures: Statement<ListWebhookFailuresParameters, ListWebhookFailuresRow> = {
  name: 'list-webhook-failures',
  text: `SELECT event_id::float8 AS "eventId", sequential_id::float8 AS "sequentialId", attempts,
  (CASE WHEN next_at - \$7::bigint > \$8::bigint THEN 0 ELSE next_at - \$7::bigint END)::float8 AS "dueInMilliseconds", next_at::float8 AS "dueAt"
FROM webhook_failures
WHERE webhook_id = \$1::text AND next_at IS NOT NULL AND sequential_id <> ALL (\$4::bigint[])
  AND event_id <> ALL (\$5::bigint[]) AND (NOT \$2::boolean OR event_id <= \$3::bigint AND event_id IN (
  SELECT min(event_id)
  FROM webhook_failures
  WHERE webhook_id = \$1::text AND next_at IS NOT NULL AND event_id <> ALL (\$5::bigint[])
  GROUP BY sequential_id
))
ORDER BY next_at, event_id
LIMIT \$6::int`,
  encode: (each) => [each.webhookId, each.isOrdered, each.after, bigints(each.except), bigints(each.ended), each.limit, each.now, each.longest],
  parameters: ['webhookId', 'isOrdered', 'after', 'except', 'ended', 'limit', 'now', 'longest'],
  columns: ['eventId', 'sequentialId', 'attempts', 'dueInMilliseconds', 'dueAt'],
};

export interface ListWebhookSendersParameters {
  readonly now: number | null;
}
export interface ListWebhookSendersRow {
  readonly now: number;
  readonly holder: string | null;
  readonly seenAt: number | null;
}
export const listWebhookSenders: Statement<ListWebhookSendersParameters, ListWebhookSendersRow> = {
  name: 'list-webhook-senders',
  text: `SELECT clock.now::float8 AS now, webhook_senders.holder, webhook_senders.alive_at::float8 AS "seenAt"
FROM (SELECT \$1::bigint AS now) AS clock
LEFT JOIN webhook_senders ON true`,
  encode: (each) => [each.now],
  parameters: ['now'],
  columns: ['now', 'holder', 'seenAt'],
};

export interface ListWithoutSessionParameters {
  readonly ids: readonly number[];
  readonly sessionIds: readonly string[];
}
export interface ListWithoutSessionRow {
  readonly sequentialId: number;
}
export const listWithoutSession: Statement<ListWithoutSessionParameters, ListWithoutSessionRow> = {
  name: 'list-without-session',
  text: `SELECT input.sequential_id::float8 AS "sequentialId"
FROM unnest(\$1::bigint[], \$2::uuid[]) AS input (sequential_id, session_id)
JOIN metadata ON metadata.sequential_id = ANY (\$1::bigint[]) AND metadata.sequential_id = input.sequential_id
LEFT JOIN active_sessions
  ON active_sessions.sequential_id = metadata.sequential_id AND active_sessions.session_id = input.session_id
WHERE active_sessions.sequential_id IS NULL`,
  encode: (each) => [bigints(each.ids), uuids(each.sessionIds)],
  parameters: ['ids', 'sessionIds'],
  columns: ['sequentialId'],
};

export interface LockSuspensionParameters {
  readonly sequentialId: number;
  readonly now: number | null;
}
export interface LockSuspensionRow {
  readonly suspendedUntil: number | null;
  readonly reason: string | null;
  readonly now: number;
}
export const lockSuspension: Statement<LockSuspensionParameters, LockSuspensionRow> = {
  name: 'lock-suspension',
  text: `SELECT suspended_until::float8 AS "suspendedUntil", suspension_reason AS "reason",
  \$2::bigint::float8 AS "now"
FROM metadata
WHERE sequential_id = \$1::bigint
FOR NO KEY UPDATE`,
  encode: (each) => [each.sequentialId, each.now],
  parameters: ['sequentialId', 'now'],
  columns: ['suspendedUntil', 'reason', 'now'],
};

export interface NoteConsoleSessionUseParameters {
  readonly digest: string;
  readonly now: number | null;
  readonly idle: number;
}
export interface NoteConsoleSessionUseRow {
}
export const noteConsoleSessionUse: Statement<NoteConsoleSessionUseParameters, NoteConsoleSessionUseRow> = {
  name: 'note-console-session-use',
  text: `UPDATE console_sessions
SET last_used_at = \$2::bigint
WHERE digest = \$1::text AND expires_at > \$2::bigint AND last_used_at + \$3::bigint > \$2::bigint`,
  encode: (each) => [each.digest, each.now, each.idle],
  parameters: ['digest', 'now', 'idle'],
  columns: [],
};

export interface NoteKeyUseParameters {
  readonly keyId: string;
  readonly now: number | null;
  readonly skew: number;
}
export interface NoteKeyUseRow {
}
export const noteKeyUse: Statement<NoteKeyUseParameters, NoteKeyUseRow> = {
  name: 'note-key-use',
  text: `UPDATE server_keys
SET last_used_at = CASE WHEN last_used_at BETWEEN \$2::bigint AND \$2::bigint + \$3::bigint THEN last_used_at ELSE \$2::bigint END
WHERE key_id = \$1::uuid`,
  encode: (each) => [each.keyId, each.now, each.skew],
  parameters: ['keyId', 'now', 'skew'],
  columns: [],
};

export interface PruneIdempotencyKeysParameters {
  readonly sequentialId: number;
  readonly key: string;
  readonly maxKeys: number;
  readonly maxBytes: number;
  readonly briefBytes: number;
  readonly now: number | null;
  readonly skew: number;
}
export interface PruneIdempotencyKeysRow {
}
export const pruneIdempotencyKeys: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<PruneIdempotencyKeysParameters, PruneIdempotencyKeysRow>>> = {
  idempotency_keys: {
  name: 'prune-idempotency-keys on idempotency_keys',
  text: `WITH clock (now) AS (SELECT \$6::bigint),
size AS (
  SELECT count(*) > \$3::int OR sum(octet_length(outcome)) > \$4::bigint AS is_due
  FROM idempotency_keys
  WHERE sequential_id = \$1::bigint AND outcome IS NOT NULL
),
ranked AS (
  SELECT key, brief_outcome IS NOT NULL AS has_brief, octet_length(outcome) AS length,
    row_number() OVER newest AS rank, sum(octet_length(outcome)) OVER newest AS bytes
  FROM idempotency_keys
  WHERE sequential_id = \$1::bigint AND outcome IS NOT NULL AND (SELECT is_due FROM size)
  WINDOW newest AS (ORDER BY key <> \$2::text, created_at > \$6::bigint + \$7::bigint, created_at DESC, key)
),
surplus AS (
  SELECT key, rank > \$3::int OR NOT has_brief AS is_deleted
  FROM ranked
  WHERE key <> \$2::text AND (rank > \$3::int OR bytes > \$4::bigint AND length > \$5::int)
),
locked AS (
  SELECT idempotency_keys.key, surplus.is_deleted
  FROM surplus JOIN idempotency_keys ON idempotency_keys.key = surplus.key
  WHERE idempotency_keys.sequential_id = \$1::bigint
  FOR UPDATE OF idempotency_keys SKIP LOCKED
),
deleted AS (
  DELETE FROM idempotency_keys
  USING locked
  WHERE idempotency_keys.sequential_id = \$1::bigint AND idempotency_keys.key = locked.key AND locked.is_deleted
)
UPDATE idempotency_keys
SET outcome = brief_outcome, brief_outcome = NULL, is_shortened = true
FROM locked
WHERE idempotency_keys.sequential_id = \$1::bigint AND idempotency_keys.key = locked.key AND NOT locked.is_deleted
  AND brief_outcome IS NOT NULL`,
  encode: (each) => [each.sequentialId, each.key, each.maxKeys, each.maxBytes, each.briefBytes, each.now, each.skew],
  parameters: ['sequentialId', 'key', 'maxKeys', 'maxBytes', 'briefBytes', 'now', 'skew'],
  columns: [],
},
  server_idempotency_keys: {
  name: 'prune-idempotency-keys on server_idempotency_keys',
  text: `WITH clock (now) AS (SELECT \$6::bigint),
size AS (
  SELECT count(*) > \$3::int OR sum(octet_length(outcome)) > \$4::bigint AS is_due
  FROM server_idempotency_keys
  WHERE sequential_id = \$1::bigint AND outcome IS NOT NULL
),
ranked AS (
  SELECT key, brief_outcome IS NOT NULL AS has_brief, octet_length(outcome) AS length,
    row_number() OVER newest AS rank, sum(octet_length(outcome)) OVER newest AS bytes
  FROM server_idempotency_keys
  WHERE sequential_id = \$1::bigint AND outcome IS NOT NULL AND (SELECT is_due FROM size)
  WINDOW newest AS (ORDER BY key <> \$2::text, created_at > \$6::bigint + \$7::bigint, created_at DESC, key)
),
surplus AS (
  SELECT key, rank > \$3::int OR NOT has_brief AS is_deleted
  FROM ranked
  WHERE key <> \$2::text AND (rank > \$3::int OR bytes > \$4::bigint AND length > \$5::int)
),
locked AS (
  SELECT server_idempotency_keys.key, surplus.is_deleted
  FROM surplus JOIN server_idempotency_keys ON server_idempotency_keys.key = surplus.key
  WHERE server_idempotency_keys.sequential_id = \$1::bigint
  FOR UPDATE OF server_idempotency_keys SKIP LOCKED
),
deleted AS (
  DELETE FROM server_idempotency_keys
  USING locked
  WHERE server_idempotency_keys.sequential_id = \$1::bigint AND server_idempotency_keys.key = locked.key AND locked.is_deleted
)
UPDATE server_idempotency_keys
SET outcome = brief_outcome, brief_outcome = NULL, is_shortened = true
FROM locked
WHERE server_idempotency_keys.sequential_id = \$1::bigint AND server_idempotency_keys.key = locked.key AND NOT locked.is_deleted
  AND brief_outcome IS NOT NULL`,
  encode: (each) => [each.sequentialId, each.key, each.maxKeys, each.maxBytes, each.briefBytes, each.now, each.skew],
  parameters: ['sequentialId', 'key', 'maxKeys', 'maxBytes', 'briefBytes', 'now', 'skew'],
  columns: [],
},
};

export interface PutWebhookFailuresParameters {
  readonly webhookId: string;
  readonly eventIds: readonly number[];
  readonly sequentialIds: readonly number[];
  readonly attempts: readonly number[];
  readonly delays: readonly (number | null)[];
  readonly dueAts: readonly (number | null)[];
  readonly now: number | null;
}
export interface PutWebhookFailuresRow {
}
export const putWebhookFailures: Statement<PutWebhookFailuresParameters, PutWebhookFailuresRow> = {
  name: 'put-webhook-failures',
  text: `WITH input AS (
  SELECT *
  FROM unnest(\$2::bigint[], \$3::bigint[], \$4::int[], \$5::bigint[], \$6::bigint[])
    AS input (event_id, sequential_id, attempts, delay, due_at)
)
INSERT INTO webhook_failures AS own (webhook_id, event_id, sequential_id, attempts, next_at, failed_at)
SELECT \$1::text, input.event_id, input.sequential_id, input.attempts, \$7::bigint + input.delay, \$7::bigint
FROM input
ON CONFLICT (webhook_id, event_id) DO UPDATE SET attempts = excluded.attempts, next_at = excluded.next_at
WHERE NOT EXISTS (SELECT FROM input WHERE input.event_id = own.event_id AND input.due_at <> own.next_at)`,
  encode: (each) => [each.webhookId, bigints(each.eventIds), bigints(each.sequentialIds), integers(each.attempts), bigints(each.delays), bigints(each.dueAts), each.now],
  parameters: ['webhookId', 'eventIds', 'sequentialIds', 'attempts', 'delays', 'dueAts', 'now'],
  columns: [],
};

export interface ReadClockParameters {
  readonly now: number | null;
}
export interface ReadClockRow {
  readonly now: number;
}
export const readClock: Statement<ReadClockParameters, ReadClockRow> = {
  name: 'read-clock',
  text: `SELECT (\$1::bigint)::float8 AS now`,
  encode: (each) => [each.now],
  parameters: ['now'],
  columns: ['now'],
};

export interface RetryWebhookFailuresParameters {
  readonly webhookId: string;
  readonly since: number;
  readonly now: number | null;
}
export interface RetryWebhookFailuresRow {
  readonly eventId: number;
}
export const retryWebhookFailures: Statement<RetryWebhookFailuresParameters, RetryWebhookFailuresRow> = {
  name: 'retry-webhook-failures',
  text: `UPDATE webhook_failures
SET attempts = 0, next_at = \$3::bigint
WHERE webhook_id = \$1::text AND failed_at >= \$2::bigint
RETURNING event_id::float8 AS "eventId"`,
  encode: (each) => [each.webhookId, each.since, each.now],
  parameters: ['webhookId', 'since', 'now'],
  columns: ['eventId'],
};

export interface RetryWebhookPlayersParameters {
  readonly webhookId: string;
  readonly ids: readonly number[];
  readonly now: number | null;
}
export interface RetryWebhookPlayersRow {
}
export const retryWebhookPlayers: Statement<RetryWebhookPlayersParameters, RetryWebhookPlayersRow> = {
  name: 'retry-webhook-players',
  text: `UPDATE webhook_failures
SET next_at = \$3::bigint
WHERE webhook_id = \$1::text AND sequential_id = ANY (\$2::bigint[]) AND next_at > \$3::bigint`,
  encode: (each) => [each.webhookId, bigints(each.ids), each.now],
  parameters: ['webhookId', 'ids', 'now'],
  columns: [],
};

export interface RotateWebhookParameters {
  readonly webhookId: string;
  readonly secret: string;
  readonly signingKey: string | null;
  readonly lasts: number;
  readonly now: number | null;
}
export interface RotateWebhookRow {
  readonly webhookId: string;
}
export const rotateWebhook: Statement<RotateWebhookParameters, RotateWebhookRow> = {
  name: 'rotate-webhook',
  text: `UPDATE webhooks
SET former_secret = secret, former_signing_key = signing_key, former_until = \$5::bigint + \$4::bigint, secret = \$2::text,
  signing_key = \$3::text
WHERE webhook_id = \$1::text
RETURNING webhook_id AS "webhookId"`,
  encode: (each) => [each.webhookId, each.secret, each.signingKey, each.lasts, each.now],
  parameters: ['webhookId', 'secret', 'signingKey', 'lasts', 'now'],
  columns: ['webhookId'],
};

export interface SeeWebhookSenderParameters {
  readonly holder: string;
  readonly now: number | null;
}
export interface SeeWebhookSenderRow {
}
export const seeWebhookSender: Statement<SeeWebhookSenderParameters, SeeWebhookSenderRow> = {
  name: 'see-webhook-sender',
  text: `INSERT INTO webhook_senders (holder, alive_at)
VALUES (\$1::text, \$2::bigint)
ON CONFLICT (holder) DO UPDATE SET alive_at = excluded.alive_at`,
  encode: (each) => [each.holder, each.now],
  parameters: ['holder', 'now'],
  columns: [],
};

export interface ShortenWebhookLogParameters {
  readonly webhookId: string;
  readonly kept: number;
  readonly now: number | null;
  readonly skew: number;
}
export interface ShortenWebhookLogRow {
}
export const shortenWebhookLog: Statement<ShortenWebhookLogParameters, ShortenWebhookLogRow> = {
  name: 'shorten-webhook-log',
  text: `DELETE FROM webhook_deliveries AS log
USING unnest('{true,false}'::boolean[]) AS kind (failed)
CROSS JOIN LATERAL (
  SELECT newer.delivery_id, (
    SELECT max(sent_at)
    FROM webhook_deliveries
    WHERE webhook_id = \$1::text AND (error IS NOT NULL) = kind.failed
  ) > \$3::bigint + \$4::bigint AS has_future
  FROM webhook_deliveries AS newer
  WHERE newer.webhook_id = \$1::text AND (newer.error IS NOT NULL) = kind.failed
  ORDER BY newer.delivery_id DESC
  OFFSET \$2::bigint
  LIMIT 1
) AS past
WHERE log.webhook_id = \$1::text AND (log.error IS NOT NULL) = kind.failed
  AND CASE WHEN past.has_future THEN log.sent_at > \$3::bigint + \$4::bigint ELSE log.delivery_id <= past.delivery_id END`,
  encode: (each) => [each.webhookId, each.kept, each.now, each.skew],
  parameters: ['webhookId', 'kept', 'now', 'skew'],
  columns: [],
};

export interface StampEventsParameters {
  readonly leaseNumber: number;
  readonly positions: readonly number[];
  readonly ids: readonly number[];
  readonly counts: readonly number[];
  readonly settled: number;
  readonly now: number | null;
}
export interface StampEventsRow {
  readonly position: number;
}
export const stampEvents: Statement<StampEventsParameters, StampEventsRow> = {
  name: 'stamp-events',
  text: `WITH lease AS (
  SELECT 1 FROM event_stamper WHERE event_stamper.id = 1 AND event_stamper.lease_number = \$1::bigint FOR SHARE
)
INSERT INTO event_runs (position, id, count, settled, stamped_at)
SELECT run.position, run.id, run.count, \$5::bigint, \$6::bigint
FROM lease CROSS JOIN unnest(\$2::bigint[], \$3::bigint[], \$4::bigint[]) AS run (position, id, count)
RETURNING position::float8`,
  encode: (each) => [each.leaseNumber, bigints(each.positions), bigints(each.ids), bigints(each.counts), each.settled, each.now],
  parameters: ['leaseNumber', 'positions', 'ids', 'counts', 'settled', 'now'],
  columns: ['position'],
};

export interface StartSessionsParameters {
  readonly ids: readonly number[];
  readonly sessionIds: readonly string[];
  readonly contexts: readonly (string | null)[];
  readonly installationIds: readonly (string | null)[];
  readonly now: number | null;
}
export interface StartSessionsRow {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly lastActivity: number;
}
export const startSessions: Statement<StartSessionsParameters, StartSessionsRow> = {
  name: 'start-sessions',
  text: `WITH clock (now) AS (SELECT \$5::bigint ),
counted AS (
  UPDATE metadata
  SET unseen_starts = metadata.unseen_starts + 1, last_seen_at = \$5::bigint
  FROM unnest(\$1::bigint[], \$2::uuid[], \$3::text[], \$4::text[]) AS input (sequential_id, session_id, context, installation_id)
  WHERE metadata.sequential_id = ANY (\$1::bigint[]) AND metadata.sequential_id = input.sequential_id AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= \$5::bigint)
  RETURNING input.sequential_id, input.session_id, input.context, input.installation_id
)
INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context, installation_id)
SELECT counted.sequential_id, counted.session_id, \$5::bigint, \$5::bigint, counted.context, counted.installation_id
FROM counted
ORDER BY counted.sequential_id
ON CONFLICT (sequential_id) DO NOTHING
RETURNING active_sessions.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  active_sessions.started_at::float8 AS "startedAt", active_sessions.last_activity::float8 AS "lastActivity"`,
  encode: (each) => [bigints(each.ids), uuids(each.sessionIds), rareTexts(each.contexts), rareTexts(each.installationIds), each.now],
  parameters: ['ids', 'sessionIds', 'contexts', 'installationIds', 'now'],
  columns: ['sequentialId', 'sessionId', 'startedAt', 'lastActivity'],
};

export interface TakeRoleParameters {
  readonly personId: string;
  readonly now: number | null;
}
export interface TakeRoleRow {
}
export const takeRole: Statement<TakeRoleParameters, TakeRoleRow> = {
  name: 'take-role',
  text: `UPDATE console_people
SET scopes = '', role_gone_at = \$2::bigint
WHERE person_id = \$1::text AND role_gone_at IS NULL`,
  encode: (each) => [each.personId, each.now],
  parameters: ['personId', 'now'],
  columns: [],
};

export interface TakeTokensParameters {
  readonly digests: readonly string[];
  readonly wanted: readonly number[];
  readonly nowMicroseconds: number | null;
  readonly perToken: number;
  readonly isAllOrNone: boolean;
}
export interface TakeTokensRow {
  readonly digest: string;
  readonly given: number;
  readonly ahead: number;
}
export const takeTokens: Statement<TakeTokensParameters, TakeTokensRow> = {
  name: 'take-tokens',
  text: `INSERT INTO rate_limits AS bucket (player_digest, full_at, asked_at, given)
SELECT input.player_digest, clock.now + input.wanted * \$4::bigint, clock.now, input.wanted
FROM unnest(\$1::text[], \$2::bigint[]) AS input (player_digest, wanted)
CROSS JOIN (
  SELECT \$3::bigint  OFFSET 0
) AS clock (now)
ON CONFLICT (player_digest) DO UPDATE SET
  full_at = least(greatest(bucket.full_at, excluded.asked_at), excluded.asked_at + 60000000) + \$4::bigint * CASE
    WHEN \$5::boolean AND excluded.given > (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / \$4::bigint THEN 0
    ELSE greatest(0, least(
      excluded.given,
      (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / \$4::bigint
    ))
  END,
  asked_at = excluded.asked_at,
  given = CASE
    WHEN \$5::boolean AND excluded.given > (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / \$4::bigint THEN 0
    ELSE greatest(0, least(
      excluded.given,
      (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / \$4::bigint
    ))
  END
RETURNING player_digest AS "digest", given::float8 AS given, (full_at - asked_at)::float8 AS ahead`,
  encode: (each) => [texts(each.digests), bigints(each.wanted), each.nowMicroseconds, each.perToken, each.isAllOrNone],
  parameters: ['digests', 'wanted', 'nowMicroseconds', 'perToken', 'isAllOrNone'],
  columns: ['digest', 'given', 'ahead'],
};

export interface TakeWebhookLeasesParameters {
  readonly webhookIds: readonly string[];
  readonly holder: string;
  readonly lease: number;
  readonly now: number | null;
}
export interface TakeWebhookLeasesRow {
}
export const takeWebhookLeases: Statement<TakeWebhookLeasesParameters, TakeWebhookLeasesRow> = {
  name: 'take-webhook-leases',
  text: `UPDATE webhooks
SET lease_number = lease_number + CASE WHEN lease_holder IS DISTINCT FROM \$2::text THEN 1 ELSE 0 END, lease_holder = \$2::text,
  lease_until = \$4::bigint + \$3::bigint
WHERE webhook_id = ANY (\$1::text[])`,
  encode: (each) => [texts(each.webhookIds), each.holder, each.lease, each.now],
  parameters: ['webhookIds', 'holder', 'lease', 'now'],
  columns: [],
};

export interface UpdateIndexedMetadataParameters {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
  readonly now: number | null;
  readonly interval: number | null;
  readonly skew: number;
  readonly lossBytes: number | null;
  readonly newestIndex: number;
  readonly indexIds: readonly number[];
  readonly entryStarts: readonly number[];
  readonly entryLengths: readonly number[];
  readonly entryBytes: Uint8Array;
  readonly labels: readonly (string | null)[];
  readonly foldedNames: readonly (string | null)[];
}
export interface UpdateIndexedMetadataRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number;
}
export const updateIndexedMetadata: Statement<UpdateIndexedMetadataParameters, UpdateIndexedMetadataRow> = {
  name: 'update-indexed-metadata',
  text: `WITH clock (now) AS (SELECT \$5::bigint ),
found AS (
  SELECT input.sequential_id, input.start, input.length, input.label, input.folded_name, input.position, metadata.version
  FROM unnest(\$1::bigint[], \$2::int[], \$3::int[], \$14::text[], \$15::text[]
  ) WITH ORDINALITY AS input (sequential_id, start, length, label, folded_name
    , position)
  JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE metadata.index_set >= \$9::bigint AND metadata.indexed_version = metadata.version
),
updated AS (
  UPDATE metadata
  SET text = convert_from(substring(\$4::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
    written_at = \$5::bigint, by_server = false, written_key_id = NULL, index_set = \$9::bigint,
    indexed_version = metadata.version + 1, label_version = metadata.version + 1,
    label = input.label, folded_name = input.folded_name
  FROM found AS input
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (\$6::bigint IS NULL OR NOT metadata.by_server AND metadata.unseen_starts = 0 AND metadata.kept_at > \$5::bigint - \$6::bigint
    AND metadata.kept_at <= \$5::bigint + \$7::bigint)
  AND (\$8::bigint IS NULL OR metadata.text IS NULL OR octet_length(metadata.text) < \$8::bigint
    OR input.length * 2 >= octet_length(metadata.text))
  AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= \$5::bigint)
  RETURNING metadata.sequential_id, metadata.version, metadata.written_at, input.position
),
entry AS (
  SELECT input.sequential_id, index.id AS index_id, CASE WHEN (\$12::int[])[(input.position - 1) * cardinality(\$10::bigint[]) + index.number] >= 0
      THEN substring(\$13::bytea FROM (\$11::int[])[(input.position - 1) * cardinality(\$10::bigint[]) + index.number]
        FOR (\$12::int[])[(input.position - 1) * cardinality(\$10::bigint[]) + index.number])
    END AS value
  FROM updated AS input CROSS JOIN unnest(\$10::bigint[]) WITH ORDINALITY AS index (id, number)
),
indexed AS (
  UPDATE metadata_index_entries
  SET value = entry.value
  FROM entry
  WHERE metadata_index_entries.sequential_id = entry.sequential_id AND metadata_index_entries.index_id = entry.index_id
    AND metadata_index_entries.value IS DISTINCT FROM entry.value
)
SELECT sequential_id::float8 AS "sequentialId", version::float8, written_at::float8 AS "writtenAt" FROM updated`,
  encode: (each) => [bigints(each.ids), ...packedTexts(each.texts), each.now, each.interval, each.skew, each.lossBytes, each.newestIndex, bigints(each.indexIds), integers(each.entryStarts), integers(each.entryLengths), each.entryBytes, rareTexts(each.labels), rareTexts(each.foldedNames)],
  parameters: ['ids', 'texts', 'now', 'interval', 'skew', 'lossBytes', 'newestIndex', 'indexIds', 'entryStarts', 'entryLengths', 'entryBytes', 'labels', 'foldedNames'],
  columns: ['sequentialId', 'version', 'writtenAt'],
};

/** The statements that stand for those of PostgreSQL of the same names. */
export const replacements: readonly Statement<never, unknown>[] = [
  findForEdit['idempotency_keys'],
  findForEdit['server_idempotency_keys'],
  ping,
  searchFoldedNames,
  updateLabelledMetadata,
  updateMetadata,
  acceptStatistics,
  acquireCount,
  advanceWebhook,
  beginRoleCheck,
  changeStatisticsState,
  changeWebhook,
  checkStatisticsState,
  claimIdempotencyKey['idempotency_keys'],
  claimIdempotencyKey['server_idempotency_keys'],
  confirmPerson,
  correctClock,
  countActiveSessions,
  countStarts,
  createServerKey,
  deleteEndedConsoleSessions,
  deleteFullBuckets,
  deleteOldPeople,
  deleteWebhookSenders,
  describePlayers,
  editMetadata['idempotency_keys'],
  editMetadata['server_idempotency_keys'],
  endRoleCheck,
  endSessions,
  findCertainTime,
  findConsoleSessions,
  findMetadataFor,
  findMetadata,
  findOutcome['idempotency_keys'],
  findOutcome['server_idempotency_keys'],
  findOutlived,
  findPeople,
  findPresence,
  findServerKeys,
  findStatisticsState,
  findSums,
  findSuspensions,
  forwardWebhookFailures,
  heartbeatSessions,
  importActive,
  insertAudit,
  insertConsoleSession,
  insertDigest,
  insertEvents,
  insertPerson,
  insertPlayers,
  insertWebhookDeliveries,
  insertWebhook,
  listActiveSessions,
  listActive,
  listChanged,
  listCheckedPlayers,
  listEnded,
  listVersions,
  listWebhookFailures,
  listWebhookSenders,
  listWithoutSession,
  lockSuspension,
  noteConsoleSessionUse,
  noteKeyUse,
  pruneIdempotencyKeys['idempotency_keys'],
  pruneIdempotencyKeys['server_idempotency_keys'],
  putWebhookFailures,
  readClock,
  retryWebhookFailures,
  retryWebhookPlayers,
  rotateWebhook,
  seeWebhookSender,
  shortenWebhookLog,
  stampEvents,
  startSessions,
  takeRole,
  takeTokens,
  takeWebhookLeases,
  updateIndexedMetadata,
];
