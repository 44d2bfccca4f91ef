-- Hands the keys that a key made over to its own maker; null for none.
-- Parameters: madeBy text?, keyId text
UPDATE server_keys
SET made_by = :madeBy
WHERE made_by = :keyId
