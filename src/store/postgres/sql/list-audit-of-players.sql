-- The entries of an action about players, oldest first. Expects audit_entries_pkey.
-- Parameters: ids bigint[], action text
-- Columns: sequentialId float8, at float8, detail text?
SELECT sequential_id::float8 AS "sequentialId", at::float8 AS at, detail
FROM audit_entries
WHERE sequential_id = ANY(:ids) AND action = :action
ORDER BY at, audit_id
