-- The keys of the next entries, in their order. Expects metadata_index_entries_pkey.
SELECT sequential_id::float8 AS "sequentialId", index_id::float8 AS "indexId"
FROM metadata_index_entries WHERE (sequential_id, index_id) > ($1::bigint, $2::bigint)
ORDER BY sequential_id, index_id LIMIT $3::int
