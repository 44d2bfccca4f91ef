-- Made by `npm run statements` of src/store/ports/rows/. A test compares both.

-- :version_row: A kept version.
-- Columns: sequentialId float8, version float8, writtenAt float8?, sessionId text?, by writer, keyId text?, keptAt float8,
--   milestone boolean, sizeBytes int, baseVersion float8?, content text
metadata_versions.sequential_id::float8 AS "sequentialId", metadata_versions.version::float8 AS "version",
  metadata_versions.written_at::float8 AS "writtenAt", metadata_versions.session_id::text AS "sessionId",
  CASE WHEN metadata_versions.by_server THEN 'server' ELSE 'player' END AS "by", metadata_versions.key_id AS "keyId",
  metadata_versions.kept_at::float8 AS "keptAt", metadata_versions.milestone AS "milestone",
  metadata_versions.size_bytes::int AS "sizeBytes", metadata_versions.base_version::float8 AS "baseVersion",
  translate(encode(metadata_versions.content, 'base64'), chr(10), '') AS "content"

-- :version_facts: A kept version as it is listed.
-- Columns: sequentialId float8, version float8, writtenAt float8?, sessionId text?, by writer, keyId text?, keptAt float8,
--   sizeBytes int, baseVersion float8?
metadata_versions.sequential_id::float8 AS "sequentialId", metadata_versions.version::float8 AS "version",
  metadata_versions.written_at::float8 AS "writtenAt", metadata_versions.session_id::text AS "sessionId",
  CASE WHEN metadata_versions.by_server THEN 'server' ELSE 'player' END AS "by", metadata_versions.key_id AS "keyId",
  metadata_versions.kept_at::float8 AS "keptAt", metadata_versions.size_bytes::int AS "sizeBytes",
  metadata_versions.base_version::float8 AS "baseVersion"

-- :checked_version: A kept version without its content.
-- Columns: sequentialId float8, version float8, writtenAt float8?, sessionId text?, by writer, keyId text?, keptAt float8,
--   milestone boolean, sizeBytes int, baseVersion float8?
metadata_versions.sequential_id::float8 AS "sequentialId", metadata_versions.version::float8 AS "version",
  metadata_versions.written_at::float8 AS "writtenAt", metadata_versions.session_id::text AS "sessionId",
  CASE WHEN metadata_versions.by_server THEN 'server' ELSE 'player' END AS "by", metadata_versions.key_id AS "keyId",
  metadata_versions.kept_at::float8 AS "keptAt", metadata_versions.milestone AS "milestone",
  metadata_versions.size_bytes::int AS "sizeBytes", metadata_versions.base_version::float8 AS "baseVersion"

-- :kept_columns: The columns of a kept version.
sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version, content

-- :kept_input: The rows of a kept version, out of arrays.
-- Parameters: keptSequentialId bigint[], keptVersion bigint[], keptWrittenAt bigint?[], keptSessionId uuid?[], keptBy writer[],
--   keptKeyId text?[], keptKeptAt bigint[], keptMilestone boolean[], keptSizeBytes int[], keptBaseVersion bigint?[],
--   keptContent packed bytea[]
unnest(:keptSequentialId, :keptVersion, :keptWrittenAt, :keptSessionId, :keptBy, :keptKeyId, :keptKeptAt, :keptMilestone,
  :keptSizeBytes, :keptBaseVersion, :keptContent_starts, :keptContent_lengths)
  AS kept (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version,
  content_start, content_length)

-- :kept_values: The values of a kept version after the sequential id.
kept.version, kept.written_at, kept.session_id, kept.by_server = 'server', kept.key_id, kept.kept_at, kept.milestone,
  kept.size_bytes, kept.base_version, substring(:keptContent_bytes FROM kept.content_start FOR kept.content_length)
