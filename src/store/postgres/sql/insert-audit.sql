-- Inserts entries of the audit.
INSERT INTO audit_entries (sequential_id, at, audit_id, key_id, key_name, action, detail, request_id)
SELECT sequential_id, coalesce($8::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint), audit_id, key_id,
  key_name, action, detail, request_id
FROM unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
  AS entry (sequential_id, audit_id, key_id, key_name, action, detail, request_id)
