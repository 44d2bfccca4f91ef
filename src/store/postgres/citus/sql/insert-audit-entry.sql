-- Inserts the entry of the audit on its player's shard.
-- Parameters: auditedSequentialId bigint, :audited_entry, now bigint?
INSERT INTO audit_entries (:audited_columns, at)
VALUES (:auditedSequentialId, :audited_entry, :now)
