-- A page of the audit of players up to a number, after a key. Expects audit_entries_pkey.
-- Parameters: sequentialId bigint, at bigint, auditId uuid, end bigint, limit int
-- Columns: sequentialId float8, at float8, auditId text, action audit_action, detail text?
SELECT sequential_id::float8 AS "sequentialId", at::float8, audit_id::text AS "auditId", action, detail
FROM audit_entries
WHERE (sequential_id, at, audit_id) > (:sequentialId, :at, :auditId) AND sequential_id <= :end
ORDER BY audit_entries.sequential_id, audit_entries.at, audit_entries.audit_id
LIMIT :limit
