-- Deletes server keys.
-- Parameters: keyIds text[]
DELETE FROM server_keys
WHERE key_id::text = ANY (:keyIds)
