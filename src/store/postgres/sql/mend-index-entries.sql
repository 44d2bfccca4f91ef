-- Makes the entries of stored metadata, for a build or after a write without indexes. A row whose version is no longer the one
-- whose text was read is left to its writer. The metadata is locked before its entries. The values come as in entry-value.sql. Expects
-- metadata_pkey and metadata_index_entries_pkey.
-- Parameters: ids bigint[], versions bigint[], newestIndex bigint, indexIds bigint[], entryStarts int[], entryLengths int[],
--   entryBytes bytea, labels text?[], foldedNames text?[]
-- Columns: mended float8
WITH marked AS (
  UPDATE metadata
  SET index_set = :newestIndex, indexed_version = metadata.version, label_version = metadata.version,
    label = input.label, folded_name = input.folded_name
  FROM unnest(:ids, :versions, :labels, :foldedNames) WITH ORDINALITY
    AS input (sequential_id, version, label, folded_name, position)
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (metadata.indexed_version <> metadata.version OR metadata.index_set < :newestIndex
      OR metadata.label_version <> metadata.version)
  RETURNING metadata.sequential_id, input.position
),
indexed AS (
  INSERT INTO metadata_index_entries (sequential_id, index_id, value)
  SELECT input.sequential_id, index.id, :entry_value
  FROM marked AS input CROSS JOIN unnest(:indexIds) WITH ORDINALITY AS index (id, number)
  ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value
    WHERE metadata_index_entries.value IS DISTINCT FROM excluded.value
)
SELECT count(*)::float8 AS mended FROM marked
