-- The entries of the audit that match, newest first, among some entries of a player before a position. `keyId` restricts it to a key,
-- `action` to an action; null for any. Expects audit_entries_pkey.
-- Parameters: sequentialId bigint, keyId text?, action text?, at bigint, auditId uuid, rows int, from bigint, limit int
-- Columns: :audit_row
SELECT :audit_row
FROM (
  SELECT * FROM audit_entries
  WHERE sequential_id = :sequentialId AND (at, audit_id) < (:at, :auditId) AND at >= :from
  ORDER BY at DESC, audit_id DESC
  LIMIT :rows
) AS audit_entries
WHERE (:keyId IS NULL OR key_id = :keyId)
  AND (:action IS NULL OR action = :action)
ORDER BY at DESC, audit_id DESC
LIMIT :limit
