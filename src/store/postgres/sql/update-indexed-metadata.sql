-- update-metadata.sql where indexes are declared, with the same conditions: it writes the entries that change as well. A row is
-- updated only where its entries were right for all indexes up to `newestIndex` when the statement began, and no other write came in
-- between: `found` is as of the beginning, and the version is checked again once the row is locked. So the entries that the statement
-- sees belong to the state that it replaces, and an entry whose value stays is not touched. The values of the entries come as in
-- entry-value.sql. Expects metadata_pkey and metadata_index_entries_pkey.
-- Where events are told, a row is updated only at the version that the event was made for.
-- Parameters: ids bigint[], texts packed text[], now bigint?, interval bigint?, skew bigint, lossBytes bigint?, newestIndex bigint,
--   indexIds bigint[], entryStarts int[], entryLengths int[], entryBytes bytea,
--   labels text?[], foldedNames text?[]
-- Events: versions bigint[], toldType int, toldData packed text[], toldMembers packed text?[], mostMemberBytes bigint
-- Columns: sequentialId float8, version float8, writtenAt float8
WITH :clock_of_batch,
found AS (
  SELECT input.sequential_id, input.start, input.length, input.label, input.folded_name, input.position, metadata.version
--+     , input.told_start, input.told_length, input.members_start, input.members_length
  FROM unnest(:ids, :texts_starts, :texts_lengths, :labels, :foldedNames
--+     , :versions, :toldData_starts, :toldData_lengths, :toldMembers_starts, :toldMembers_lengths
  ) WITH ORDINALITY AS input (sequential_id, start, length, label, folded_name
--+     , known_version, told_start, told_length, members_start, members_length
    , position)
  JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE metadata.index_set >= :newestIndex AND metadata.indexed_version = metadata.version
--+     AND metadata.version = input.known_version
),
updated AS (
  UPDATE metadata
  SET text = convert_from(substring(:texts_bytes FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
    written_at = :clock_now, by_server = false, written_key_id = NULL, index_set = :newestIndex,
    indexed_version = metadata.version + 1, label_version = metadata.version + 1,
    label = input.label, folded_name = input.folded_name
--+     , :told_bytes
  FROM found AS input
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND :may_be_saved_in_place
  RETURNING metadata.sequential_id, metadata.version, metadata.written_at, input.position
--+     , input.told_start, input.told_length, input.members_start, input.members_length, metadata.told_bytes
),
--+ told AS (
--+   INSERT INTO events (at, type, sequential_id, data, personal)
--+   SELECT :clock_now, :toldType, sequential_id, convert_from(substring(:toldData_bytes FROM told_start FOR told_length), 'UTF8'),
--+     :names_told || '}'
--+   FROM updated
--+ ),
entry AS (
  SELECT input.sequential_id, index.id AS index_id, :entry_value AS value
  FROM updated AS input CROSS JOIN unnest(:indexIds) WITH ORDINALITY AS index (id, number)
),
indexed AS (
  UPDATE metadata_index_entries
  SET value = entry.value
  FROM entry
  WHERE metadata_index_entries.sequential_id = entry.sequential_id AND metadata_index_entries.index_id = entry.index_id
    AND metadata_index_entries.value IS DISTINCT FROM entry.value
)
SELECT sequential_id::float8 AS "sequentialId", version::float8, written_at::float8 AS "writtenAt" FROM updated
