-- Which of these players have an event that waits for an attempt at a webhook. Expects webhook_failures_player.
-- Parameters: webhookId text, ids bigint[]
-- Columns: sequentialId float8
SELECT DISTINCT sequential_id::float8 AS "sequentialId"
FROM webhook_failures
WHERE webhook_id = :webhookId AND next_at IS NOT NULL AND sequential_id = ANY (:ids)
