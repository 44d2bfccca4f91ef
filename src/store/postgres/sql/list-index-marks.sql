-- The next rows of metadata in the order of their keys, with what a pass needs to see whether their entries are right. The size
-- of a text is known without reading it. Expects metadata_pkey.
SELECT sequential_id::float8 AS "sequentialId", version::float8, index_set::float8 AS "indexSet",
  indexed_version::float8 AS "indexedVersion", octet_length(text)::float8 AS bytes
FROM metadata WHERE sequential_id > $1::bigint ORDER BY sequential_id LIMIT $2::int
