-- update-metadata.sql where labels are declared and no indexes, with the same conditions: the labels come with the texts. Nothing else is
-- written, unless a name changes, which the index metadata_name_grams then has. Expects metadata_pkey.
-- Where events are told, a row is updated only at the version that the event was made for.
-- Parameters: ids bigint[], texts packed text[], now bigint?, interval bigint?, skew bigint, lossBytes bigint?, newestIndex bigint,
--   labels text?[], foldedNames text?[]
-- Events: versions bigint[], toldType int, toldData packed text[], toldMembers packed text?[], mostMemberBytes bigint
-- Columns: sequentialId float8, version float8, writtenAt float8
WITH :clock_of_batch
--+ , updated AS (
UPDATE metadata
SET text = convert_from(substring(:texts_bytes FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
  written_at = :clock_now, by_server = false, written_key_id = NULL, index_set = :newestIndex, indexed_version = metadata.version + 1,
  label_version = metadata.version + 1, label = input.label, folded_name = input.folded_name
--+   , :told_bytes
FROM unnest(:ids, :texts_starts, :texts_lengths, :labels, :foldedNames
--+   , :versions, :toldData_starts, :toldData_lengths, :toldMembers_starts, :toldMembers_lengths
) AS input (sequential_id, start, length, label, folded_name
--+   , version, told_start, told_length, members_start, members_length
)
WHERE :metadata_of_input AND :may_be_saved_in_place
--+   AND metadata.version = input.version
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8, metadata.written_at::float8 AS "writtenAt"
--+   , input.told_start, input.told_length, input.members_start, input.members_length, metadata.told_bytes
--+ ),
--+ told AS (
--+   INSERT INTO events (at, type, sequential_id, data, personal)
--+   SELECT :clock_now, :toldType, "sequentialId"::bigint,
--+     convert_from(substring(:toldData_bytes FROM told_start FOR told_length), 'UTF8'), :names_told || '}'
--+   FROM updated
--+ )
--+ SELECT "sequentialId", version, "writtenAt" FROM updated
