-- Inserts kept versions of players of one shard who were written ($14), or replaces their contents. The join with metadata makes it
-- a task of one shard. Expects metadata_pkey and metadata_versions_pkey.
INSERT INTO metadata_versions (sequential_id, version, written_at, session_id, by_server, kept_at, milestone, size_bytes,
  base_version, key_id, content)
SELECT metadata.sequential_id, added.version, added.written_at, added.session_id, added.by_server, added.kept_at, added.milestone,
  added.size_bytes, added.base_version, added.key_id, substring($12::bytea FROM added.start FOR added.length)
FROM metadata
JOIN unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::uuid[], $5::boolean[], $6::bigint[], $7::boolean[],
  $8::int[], $9::bigint[], $13::text[], $10::int[], $11::int[])
  AS added (sequential_id, version, written_at, session_id, by_server, kept_at, milestone, size_bytes, base_version, key_id, start,
    length)
  ON metadata.sequential_id = added.sequential_id
WHERE metadata.sequential_id = ANY ($14::bigint[])
ON CONFLICT (sequential_id, version) DO UPDATE SET base_version = excluded.base_version, content = excluded.content
