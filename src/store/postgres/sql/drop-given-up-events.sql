-- Deletes the oldest events of a webhook that were given up, past a number, and counts them as missed. Expects
-- webhook_failures_next_at.
-- Parameters: webhookId text, kept bigint
WITH dropped AS (
  DELETE FROM webhook_failures
  WHERE webhook_id = :webhookId AND event_id IN (
    SELECT event_id
    FROM webhook_failures
    WHERE webhook_id = :webhookId AND next_at IS NULL
    ORDER BY event_id DESC
    OFFSET :kept
  )
  RETURNING event_id
)
UPDATE webhooks
SET missed_events = missed_events + (SELECT count(*) FROM dropped)
WHERE webhook_id = :webhookId AND EXISTS (SELECT FROM dropped)
