-- Inserts the entry of the audit that the arrays hold, on its player's shard.
INSERT INTO audit_entries (sequential_id, at, audit_id, key_id, key_name, action, detail, request_id)
VALUES (($1::bigint[])[1], $8::bigint, ($2::uuid[])[1], ($3::text[])[1], ($4::text[])[1], ($5::text[])[1], ($6::text[])[1],
  ($7::text[])[1])
