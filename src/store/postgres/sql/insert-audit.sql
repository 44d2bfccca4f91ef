-- Inserts entries of the audit.
-- Parameters: :audited_input, now bigint?
INSERT INTO audit_entries (:audited_columns, at)
SELECT coalesce(entry.sequential_id, 0), :audited_values, :present
FROM :audited_input
