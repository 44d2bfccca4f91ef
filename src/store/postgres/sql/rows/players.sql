-- Made by `npm run statements` of src/store/ports/rows/. A test compares both.

-- :player_row: A player, without the time of the registration.
-- Columns: sequentialId float8, playerId text, metadataVersion float8, metadataText text?, writtenAt float8?, writtenBy writer,
--   sessionId text?, keptAt float8?, keyId text?, suspendedUntil float8?, suspensionReason text?, lastSeenAt float8?,
--   lastWrites text?
metadata.sequential_id::float8 AS "sequentialId", metadata.player_id AS "playerId",
  metadata.version::float8 AS "metadataVersion", metadata.text AS "metadataText", metadata.written_at::float8 AS "writtenAt",
  CASE WHEN metadata.by_server THEN 'server' ELSE 'player' END AS "writtenBy",
  metadata.written_session_id::text AS "sessionId", metadata.kept_at::float8 AS "keptAt",
  (CASE WHEN metadata.by_server THEN metadata.written_key_id END) AS "keyId",
  metadata.suspended_until::float8 AS "suspendedUntil", metadata.suspension_reason AS "suspensionReason",
  metadata.last_seen_at::float8 AS "lastSeenAt", encode(metadata.last_writes, 'hex') AS "lastWrites"

-- :shown_player: The facts about a player that the server API shows.
-- Columns: sequentialId float8, playerId text, suspendedUntil float8?
metadata.sequential_id::float8 AS "sequentialId", metadata.player_id AS "playerId",
  metadata.suspended_until::float8 AS "suspendedUntil"

-- :checked_player: A player as the doctor reads it.
-- Columns: sequentialId float8, metadataVersion float8, writtenAt float8?, writtenBy writer, sessionId text?, keptAt float8?,
--   keyId text?, suspendedUntil float8?, suspensionReason text?, lastSeenAt float8?, lastWrites text?
metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8 AS "metadataVersion",
  metadata.written_at::float8 AS "writtenAt", CASE WHEN metadata.by_server THEN 'server' ELSE 'player' END AS "writtenBy",
  metadata.written_session_id::text AS "sessionId", metadata.kept_at::float8 AS "keptAt",
  (CASE WHEN metadata.by_server THEN metadata.written_key_id END) AS "keyId",
  metadata.suspended_until::float8 AS "suspendedUntil", metadata.suspension_reason AS "suspensionReason",
  metadata.last_seen_at::float8 AS "lastSeenAt", encode(metadata.last_writes, 'hex') AS "lastWrites"

-- :player_columns: The columns of a player.
sequential_id, player_id, version, text, written_at, by_server, written_session_id, kept_at, written_key_id,
  suspended_until, suspension_reason, last_seen_at, last_writes

-- :player_input: The rows of a player, out of arrays.
-- Parameters: sequentialId bigint[], playerId text[], metadataVersion bigint[], metadataText text?[], writtenAt bigint?[],
--   writtenBy writer[], sessionId uuid?[], keptAt bigint?[], keyId text?[], suspendedUntil bigint?[], suspensionReason text?[],
--   lastSeenAt bigint?[], lastWrites text?[]
unnest(:sequentialId, :playerId, :metadataVersion, :metadataText, :writtenAt, :writtenBy, :sessionId, :keptAt, :keyId,
  :suspendedUntil, :suspensionReason, :lastSeenAt, :lastWrites)
  AS input (sequential_id, player_id, version, text, written_at, by_server, written_session_id, kept_at, written_key_id,
  suspended_until, suspension_reason, last_seen_at, last_writes)

-- :player_values: The values of a player after the sequential id.
input.player_id, input.version, input.text, input.written_at, input.by_server = 'server', input.written_session_id,
  input.kept_at, input.written_key_id, input.suspended_until, input.suspension_reason, input.last_seen_at,
  decode(input.last_writes, 'hex')
