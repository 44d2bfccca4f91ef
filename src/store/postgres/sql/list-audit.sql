-- The entries of the audit that match, newest first, among the $5 entries before a position. $1 restricts it to a key,
-- $2 to an action; null for any. Expects audit_entries_at.
SELECT sequential_id::float8 AS "sequentialId", at::float8, audit_id::text AS "auditId", key_id AS "keyId",
  key_name AS "keyName", action, detail, request_id AS "requestId"
FROM (
  SELECT * FROM audit_entries
  WHERE (at, audit_id) < ($3::bigint, $4::uuid) AND at >= $6::bigint
  ORDER BY at DESC, audit_id DESC
  LIMIT $5::int
) AS looked_at
WHERE ($1::text IS NULL OR key_id = $1::text)
  AND ($2::text IS NULL OR action = $2::text)
ORDER BY at DESC, audit_id DESC
LIMIT $7::int
