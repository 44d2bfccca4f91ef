-- Makes the events of some players that wait for an attempt at a webhook due at once. Expects webhook_failures_player.
-- Parameters: webhookId text, ids bigint[], now bigint?
UPDATE webhook_failures
SET next_at = :present
WHERE webhook_id = :webhookId AND sequential_id = ANY (:ids) AND next_at > :present
