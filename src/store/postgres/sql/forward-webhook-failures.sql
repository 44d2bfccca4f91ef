-- Makes some events of a webhook due at once, those that are due soonest. Expects webhook_failures_next_at.
-- Parameters: webhookId text, limit bigint, now bigint?
UPDATE webhook_failures
SET next_at = :present
WHERE webhook_id = :webhookId AND event_id IN (
  SELECT event_id
  FROM webhook_failures
  WHERE webhook_id = :webhookId AND next_at > :present
  ORDER BY next_at
  LIMIT :limit
)
