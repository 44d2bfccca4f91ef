-- Inserts entries of the audit about players of one shard ($9). The join with metadata makes it a task of one shard. Expects
-- metadata_pkey.
INSERT INTO audit_entries (sequential_id, at, audit_id, key_id, key_name, action, detail, request_id)
SELECT metadata.sequential_id, $8::bigint, entry.audit_id, entry.key_id, entry.key_name, entry.action, entry.detail,
  entry.request_id
FROM metadata
JOIN unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
  AS entry (sequential_id, audit_id, key_id, key_name, action, detail, request_id)
  ON metadata.sequential_id = entry.sequential_id
WHERE metadata.sequential_id = ANY ($9::bigint[])
