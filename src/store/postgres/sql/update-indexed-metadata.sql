-- update-metadata.sql where indexes are declared, with the same conditions: it writes the entries that change as well. A row is
-- updated only where its entries were right for all indexes $8 when the statement began, and no other write came in between:
-- `found` is as of the beginning, and the version is checked again once the row is locked. So the entries that the statement
-- sees belong to the state that it replaces, and an entry whose value stays is not touched. The values come as one string of
-- bytes ($12) by row and index: the value of row r at index n of $9 has its start in $10 and its length in $11 at (r - 1) *
-- count + n. A length of -1 is for an absent value. Expects metadata_pkey and metadata_index_entries_pkey.
WITH clock (now) AS (
  SELECT coalesce($5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
),
found AS (
  SELECT input.sequential_id, input.start, input.length, input.position, metadata.version
  FROM unnest($1::bigint[], $2::int[], $3::int[]) WITH ORDINALITY AS input (sequential_id, start, length, position)
  JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE metadata.index_set >= $8::bigint AND metadata.indexed_version = metadata.version
),
updated AS (
  UPDATE metadata
  SET text = convert_from(substring($4::bytea FROM found.start FOR found.length), 'UTF8'), version = metadata.version + 1,
    written_at = (SELECT now FROM clock), by_server = false, written_key_id = NULL, index_set = $8::bigint,
    indexed_version = metadata.version + 1
  FROM found
  WHERE metadata.sequential_id = found.sequential_id AND metadata.version = found.version
    AND ($6::bigint IS NULL OR NOT by_server AND unseen_starts = 0 AND kept_at > (SELECT now FROM clock) - $6::bigint
      AND kept_at <= (SELECT now FROM clock) + $7::bigint)
    AND (suspended_until IS NULL OR suspended_until <= (SELECT now FROM clock))
  RETURNING metadata.sequential_id, metadata.version, found.position
),
entry AS (
  SELECT updated.sequential_id, index.id AS index_id,
    CASE WHEN ($11::int[])[(updated.position - 1) * cardinality($9::bigint[]) + index.number] >= 0
      THEN substring($12::bytea FROM ($10::int[])[(updated.position - 1) * cardinality($9::bigint[]) + index.number]
        FOR ($11::int[])[(updated.position - 1) * cardinality($9::bigint[]) + index.number])
    END AS value
  FROM updated CROSS JOIN unnest($9::bigint[]) WITH ORDINALITY AS index (id, number)
),
indexed AS (
  UPDATE metadata_index_entries
  SET value = entry.value
  FROM entry
  WHERE metadata_index_entries.sequential_id = entry.sequential_id AND metadata_index_entries.index_id = entry.index_id
    AND metadata_index_entries.value IS DISTINCT FROM entry.value
)
SELECT sequential_id::float8 AS "sequentialId", version::float8 FROM updated
