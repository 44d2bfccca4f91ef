-- The next rows of metadata in the order of their keys, with what a pass needs to see whether their entries are right. The size
-- of a text is known without reading it. Expects metadata_pkey.
-- Parameters: after bigint, limit int
-- Columns: sequentialId float8, version float8, indexSet float8, indexedVersion float8, labelVersion float8, bytes float8?
SELECT sequential_id::float8 AS "sequentialId", version::float8, index_set::float8 AS "indexSet",
  indexed_version::float8 AS "indexedVersion", label_version::float8 AS "labelVersion", octet_length(text)::float8 AS bytes
FROM metadata WHERE sequential_id > :after ORDER BY sequential_id LIMIT :limit
