-- Made by `npm run statements` of src/store/ports/rows/. A test compares both.

-- :loss_row: A loss of metadata.
-- Columns: sequentialId float8, version float8, lostAt float8, bytesBefore int, bytesAfter int, membersBefore int, membersAfter int,
--   by writer, keyId text?, keyName text?, sessionId text?, installationId text?, context text?, gameVersion text?,
--   restoredAt float8?
metadata_losses.sequential_id::float8 AS "sequentialId", metadata_losses.version::float8 AS "version",
  metadata_losses.lost_at::float8 AS "lostAt", metadata_losses.bytes_before::int AS "bytesBefore",
  metadata_losses.bytes_after::int AS "bytesAfter", metadata_losses.members_before::int AS "membersBefore",
  metadata_losses.members_after::int AS "membersAfter", metadata_losses.written_by AS "by",
  metadata_losses.key_id AS "keyId", metadata_losses.key_name AS "keyName", metadata_losses.session_id::text AS "sessionId",
  metadata_losses.installation_id AS "installationId", metadata_losses.context AS "context",
  metadata_losses.game_version AS "gameVersion", metadata_losses.restored_at::float8 AS "restoredAt"

-- :lost_columns: The columns of a loss of metadata.
sequential_id, version, lost_at, bytes_before, bytes_after, members_before, members_after, written_by, key_id, key_name,
  session_id, installation_id, context, game_version, restored_at

-- :lost_input: The rows of a loss of metadata, out of arrays.
-- Parameters: lostSequentialId bigint[], lostVersion bigint[], lostLostAt bigint[], lostBytesBefore int[], lostBytesAfter int[],
--   lostMembersBefore int[], lostMembersAfter int[], lostBy writer[], lostKeyId text?[], lostKeyName text?[],
--   lostSessionId uuid?[], lostInstallationId text?[], lostContext text?[], lostGameVersion text?[], lostRestoredAt bigint?[]
unnest(:lostSequentialId, :lostVersion, :lostLostAt, :lostBytesBefore, :lostBytesAfter, :lostMembersBefore, :lostMembersAfter,
  :lostBy, :lostKeyId, :lostKeyName, :lostSessionId, :lostInstallationId, :lostContext, :lostGameVersion, :lostRestoredAt)
  AS lost (sequential_id, version, lost_at, bytes_before, bytes_after, members_before, members_after, written_by, key_id, key_name,
  session_id, installation_id, context, game_version, restored_at)

-- :lost_values: The values of a loss of metadata after the sequential id.
lost.version, lost.lost_at, lost.bytes_before, lost.bytes_after, lost.members_before, lost.members_after, lost.written_by,
  lost.key_id, lost.key_name, lost.session_id, lost.installation_id, lost.context, lost.game_version, lost.restored_at
