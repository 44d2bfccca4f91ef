-- Notes that indexes are still declared.
-- Parameters: indexIds bigint[], time bigint
UPDATE metadata_indexes
SET declared_at = greatest(declared_at, :time)
WHERE index_id = ANY (:indexIds)
