-- Deletes given up events before an id, which the feed does not have any more, and counts them as missed.
-- Parameters: oldest bigint
WITH locked AS (
  SELECT webhook_id
  FROM webhooks
  WHERE EXISTS (
    SELECT FROM webhook_failures AS old
    WHERE old.webhook_id = webhooks.webhook_id AND old.next_at IS NULL AND old.event_id < :oldest
  )
  ORDER BY webhook_id
  FOR UPDATE
), dropped AS (
  DELETE FROM webhook_failures
  USING locked
  WHERE webhook_failures.webhook_id = locked.webhook_id AND next_at IS NULL AND event_id < :oldest
  RETURNING webhook_failures.webhook_id
)
UPDATE webhooks
SET missed_events = missed_events + counts.events
FROM (SELECT webhook_id, count(*) AS events FROM dropped GROUP BY webhook_id) AS counts
WHERE webhooks.webhook_id = counts.webhook_id
