-- Inserts metadata that is missing, with its index entries. Metadata that was never written has none. The values come as in
-- entry-value.sql.
-- Parameters: :player_input, newestIndex bigint, indexIds bigint[], entryStarts int[], entryLengths int[], entryBytes bytea
-- Columns: sequentialId float8
WITH added AS (
  INSERT INTO metadata (:player_columns, index_set, indexed_version)
  SELECT input.sequential_id, :player_values,
    CASE WHEN input.version > 0 THEN :newestIndex ELSE 0 END, input.version
  FROM :player_input
  ON CONFLICT DO NOTHING
  RETURNING sequential_id, version
),
indexed AS (
  INSERT INTO metadata_index_entries (sequential_id, index_id, value)
  SELECT added.sequential_id, index.id, :entry_value
  FROM added
  JOIN unnest(:sequentialId) WITH ORDINALITY AS input (id, position) ON input.id = added.sequential_id
  CROSS JOIN unnest(:indexIds) WITH ORDINALITY AS index (id, number)
  WHERE added.version > 0
)
SELECT sequential_id::float8 AS "sequentialId" FROM added
