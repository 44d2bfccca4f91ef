-- Deletes given up events before an id, which the feed does not have any more, and counts them as missed.
-- Parameters: oldest bigint
WITH dropped AS (
  DELETE FROM webhook_failures
  WHERE next_at IS NULL AND event_id < :oldest
  RETURNING webhook_id
)
UPDATE webhooks
SET missed_events = missed_events + counts.events
FROM (SELECT webhook_id, count(*) AS events FROM dropped GROUP BY webhook_id) AS counts
WHERE webhooks.webhook_id = counts.webhook_id
