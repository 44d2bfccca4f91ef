-- The entries of the audit that match, newest first, among the $6 entries of player $1 before a position. $2 restricts it to a
-- key, $3 to an action; null for any. Expects audit_entries_pkey.
SELECT sequential_id::float8 AS "sequentialId", at::float8, audit_id::text AS "auditId", key_id AS "keyId",
  key_name AS "keyName", action, detail, request_id AS "requestId"
FROM (
  SELECT * FROM audit_entries
  WHERE sequential_id = $1::bigint AND (at, audit_id) < ($4::bigint, $5::uuid) AND at >= $7::bigint
  ORDER BY at DESC, audit_id DESC
  LIMIT $6::int
) AS looked_at
WHERE ($2::text IS NULL OR key_id = $2::text)
  AND ($3::text IS NULL OR action = $3::text)
ORDER BY at DESC, audit_id DESC
LIMIT $8::int
