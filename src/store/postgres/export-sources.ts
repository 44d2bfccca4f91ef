// The sources of an export from PostgreSQL: for each type of record the statement that reads a page, by key and in key order.
import type { AuditAction } from '../ports/audit.ts';
import type { EndReason } from '../ports/sessions.ts';
import type {
  ActiveSessionRecord,
  AuditEntryRecord,
  EndedSessionRecord,
  ErasedPlayerRecord,
  MetadataVersionRecord,
  PlayerRecord,
  TransferRecord,
} from '../ports/transfer.ts';
import { noPlayerId } from '../shared/audit.ts';

const firstUuid = '00000000-0000-0000-0000-000000000000';

export interface Source {
  readonly text: string;
  /** The key before the first row, and the key of a row. The next page begins after the key of the last row. */
  readonly first: readonly unknown[];
  readonly keyOf: (row: Row) => readonly unknown[];
  readonly toRecord: (row: Row) => TransferRecord;
}

export type Row = Readonly<Record<string, string | null>>;

export const erasedPlayers: Source = {
  text: `SELECT player_digest AS digest, erased_at FROM erased_players
    WHERE player_digest > $1::text ORDER BY player_digest LIMIT $2::int`,
  first: [''],
  keyOf: (row) => [row.digest],
  toRecord: (row): ErasedPlayerRecord => ({
    type: 'erased-player',
    digest: row.digest ?? '',
    erasedAt: Number(row.erased_at),
  }),
};

export const players: Source = {
  text: `SELECT metadata.sequential_id, metadata.player_id, registered_at, version, text, written_at, by_server,
      written_session_id AS session_id, kept_at, CASE WHEN by_server THEN written_key_id END AS key_id, suspended_until,
      suspension_reason, last_seen_at
    FROM metadata JOIN players ON players.player_id = metadata.player_id
    WHERE metadata.sequential_id > $1::bigint ORDER BY metadata.sequential_id LIMIT $2::int`,
  first: [0],
  keyOf: (row) => [row.sequential_id],
  toRecord: (row): PlayerRecord => ({
    type: 'player',
    sequentialId: Number(row.sequential_id),
    playerId: row.player_id ?? '',
    registeredAt: Number(row.registered_at),
    metadataVersion: Number(row.version),
    metadataText: row.text ?? null,
    writtenAt: numberOrNull(row.written_at),
    writtenBy: row.by_server ? 'server' : 'player',
    sessionId: row.session_id ?? null,
    keptAt: numberOrNull(row.kept_at),
    keyId: row.key_id ?? null,
    suspendedUntil: numberOrNull(row.suspended_until),
    suspensionReason: row.suspension_reason ?? null,
    lastSeenAt: numberOrNull(row.last_seen_at),
  }),
};

// Newest first, since the base of a version is newer.
export const metadataVersions: Source = {
  text: `SELECT sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version,
      encode(content, 'base64') AS content
    FROM metadata_versions
    WHERE sequential_id > $1::bigint OR (sequential_id = $1::bigint AND version < $2::bigint)
    ORDER BY sequential_id, version DESC LIMIT $3::int`,
  first: [0, 0],
  keyOf: (row) => [row.sequential_id, row.version],
  toRecord: (row): MetadataVersionRecord => ({
    type: 'metadata-version',
    sequentialId: Number(row.sequential_id),
    version: Number(row.version),
    writtenAt: numberOrNull(row.written_at),
    sessionId: row.session_id ?? null,
    by: row.by_server ? 'server' : 'player',
    keyId: row.key_id ?? null,
    keptAt: Number(row.kept_at),
    milestone: Boolean(row.milestone),
    sizeBytes: Number(row.size_bytes),
    baseVersion: numberOrNull(row.base_version),
    content: (row.content ?? '').replaceAll('\n', ''),
  }),
};

const numberOrNull = (value: string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

export const activeSessions: Source = {
  text: `SELECT sequential_id, session_id, started_at, last_activity, context FROM active_sessions
    WHERE sequential_id > $1::bigint ORDER BY sequential_id LIMIT $2::int`,
  first: [0],
  keyOf: (row) => [row.sequential_id],
  toRecord: (row): ActiveSessionRecord => ({
    type: 'active-session',
    sequentialId: Number(row.sequential_id),
    sessionId: row.session_id ?? '',
    startedAt: Number(row.started_at),
    lastActivity: Number(row.last_activity),
    context: row.context ?? null,
  }),
};

export const endedSessions: Source = {
  text: `SELECT sequential_id, ended_at, session_id, started_at, reason, context, counted FROM ended_sessions
    WHERE (sequential_id, ended_at, session_id) > ($1::bigint, $2::bigint, $3::uuid)
    ORDER BY sequential_id, ended_at, session_id LIMIT $4::int`,
  first: [0, 0, firstUuid],
  keyOf: (row) => [row.sequential_id, row.ended_at, row.session_id],
  toRecord: (row): EndedSessionRecord => ({
    type: 'ended-session',
    sequentialId: Number(row.sequential_id),
    sessionId: row.session_id ?? '',
    startedAt: Number(row.started_at),
    endedAt: Number(row.ended_at),
    reason: row.reason as EndReason,
    context: row.context ?? null,
    counted: Number(row.counted) as EndedSessionRecord['counted'],
  }),
};

export const auditEntries: Source = {
  text: `SELECT sequential_id, at, audit_id, key_id, key_name, action, detail, request_id FROM audit_entries
    WHERE (sequential_id, at, audit_id) > ($1::bigint, $2::bigint, $3::uuid)
    ORDER BY sequential_id, at, audit_id LIMIT $4::int`,
  first: [noPlayerId, 0, firstUuid],
  keyOf: (row) => [row.sequential_id, row.at, row.audit_id],
  toRecord: (row): AuditEntryRecord => ({
    type: 'audit-entry',
    auditId: row.audit_id ?? '',
    at: Number(row.at),
    keyId: row.key_id ?? null,
    keyName: row.key_name ?? '',
    action: row.action as AuditAction,
    sequentialId: Number(row.sequential_id) === noPlayerId ? null : Number(row.sequential_id),
    detail: row.detail ?? null,
    requestId: row.request_id ?? null,
  }),
};
