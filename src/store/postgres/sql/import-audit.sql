-- Inserts entries of the audit that are missing.
-- Parameters: :audit_input
-- Columns: auditId text
INSERT INTO audit_entries (:audit_columns)
SELECT coalesce(input.sequential_id, 0), :audit_values
FROM :audit_input
ON CONFLICT DO NOTHING
RETURNING audit_id::text AS "auditId"
