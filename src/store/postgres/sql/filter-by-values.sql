-- The ids that have an entry in each of the ranges. The comparison of values is written so that no index on them serves it: the entries of
-- the ids are few, and those of a range may be very many. By metadata_index_entries_pkey.
-- Parameters: ids bigint[], indexIds bigint[], lowers text[], uppers text[]
-- Columns: sequentialId float8
SELECT sequential_id::float8 AS "sequentialId"
FROM unnest(:indexIds, :lowers, :uppers) AS range (index_id, lower, upper)
JOIN metadata_index_entries AS entry ON entry.index_id = range.index_id
  AND coalesce(value >= decode(lower, 'hex') AND value < decode(upper, 'hex'), false)
WHERE entry.sequential_id = ANY (:ids) AND entry.index_id = ANY (:indexIds)
GROUP BY sequential_id
HAVING count(*) = cardinality(:indexIds)
