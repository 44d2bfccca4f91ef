-- Makes the entries of stored metadata, for a build or after a write without indexes. A row whose version is no longer the one
-- whose text was read ($2) is left to its writer. The metadata is locked before its entries. The values come as in
-- update-indexed-metadata.sql. Expects metadata_pkey and metadata_index_entries_pkey.
WITH marked AS (
  UPDATE metadata
  SET index_set = $3::bigint, indexed_version = metadata.version
  FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS input (sequential_id, version, position)
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (metadata.indexed_version <> metadata.version OR metadata.index_set < $3::bigint)
  RETURNING metadata.sequential_id, input.position
),
indexed AS (
  INSERT INTO metadata_index_entries (sequential_id, index_id, value)
  SELECT marked.sequential_id, index.id,
    CASE WHEN ($6::int[])[(marked.position - 1) * cardinality($4::bigint[]) + index.number] >= 0
      THEN substring($7::bytea FROM ($5::int[])[(marked.position - 1) * cardinality($4::bigint[]) + index.number]
        FOR ($6::int[])[(marked.position - 1) * cardinality($4::bigint[]) + index.number])
    END
  FROM marked CROSS JOIN unnest($4::bigint[]) WITH ORDINALITY AS index (id, number)
  ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value
    WHERE metadata_index_entries.value IS DISTINCT FROM excluded.value
)
SELECT count(*)::float8 AS mended FROM marked
