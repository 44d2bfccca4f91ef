-- The entry of the audit that a page looks at last, if there are so many. Expects audit_entries_at.
-- Parameters: at bigint, auditId uuid, from bigint, skipped int
-- Columns: at float8, auditId text
SELECT at::float8, audit_id::text AS "auditId"
FROM audit_entries
WHERE (at, audit_id) < (:at, :auditId) AND at >= :from
ORDER BY at DESC, audit_id DESC
OFFSET :skipped
LIMIT 1
