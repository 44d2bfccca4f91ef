-- The first write of edit-metadata.sql, for players of one shard: by compare-and-swap on the version. A required session has to be
-- among the sessions of the players $12, which the transaction has locked, and a key among those
-- of the players $15, which it has inserted. Expects metadata_pkey.
UPDATE metadata
SET text = input.text, version = metadata.version + 1, written_at = $10::bigint, written_session_id = input.session_id,
  by_server = input.by_server, written_key_id = input.key_id, kept_at = coalesce(input.kept_at, metadata.kept_at),
  unseen_starts = metadata.unseen_starts - input.new_starts, index_set = $11::bigint, indexed_version = metadata.version + 1
FROM unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::uuid[], $5::boolean[], $6::bigint[], $7::bigint[], $8::text[], $9::text[],
    $13::boolean[], $14::text[])
  AS input (sequential_id, version, required_session_id, session_id, by_server, kept_at, new_starts, text, key_id, is_unchanged, key)
WHERE metadata.sequential_id = ANY ($1::bigint[]) AND metadata.sequential_id = input.sequential_id
  AND metadata.version = input.version
  AND (input.by_server OR metadata.suspended_until IS NULL OR metadata.suspended_until <= $10::bigint)
  AND (input.required_session_id IS NULL OR input.sequential_id = ANY ($12::bigint[]))
  AND (input.key IS NULL OR input.sequential_id = ANY ($15::bigint[])) AND input.is_unchanged IS NOT TRUE
RETURNING metadata.sequential_id::float8 AS "sequentialId"
