-- Gives up the oldest events of a player that wait for an attempt at a webhook. Expects webhook_failures_player.
-- Parameters: webhookId text, sequentialId bigint, limit bigint
UPDATE webhook_failures
SET next_at = NULL
WHERE webhook_id = :webhookId AND event_id IN (
  SELECT event_id
  FROM webhook_failures
  WHERE webhook_id = :webhookId AND sequential_id = :sequentialId AND next_at IS NOT NULL
  ORDER BY event_id
  LIMIT :limit
)
