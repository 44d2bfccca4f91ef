-- A page of the audit for an export. Expects audit_entries_pkey.
-- Parameters: sequentialId bigint, at bigint, auditId uuid, limit int
-- Columns: :audit_row
SELECT :audit_row
FROM audit_entries
WHERE (sequential_id, at, audit_id) > (:sequentialId, :at, :auditId)
ORDER BY audit_entries.sequential_id, audit_entries.at, audit_entries.audit_id
LIMIT :limit
