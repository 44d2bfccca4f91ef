-- Deletes the oldest attempts at a webhook past a number, of those that failed and of the others. Those from before the
-- clock was set back go first. Expects webhook_deliveries_log.
-- Parameters: webhookId text, kept bigint, now bigint?, skew bigint
DELETE FROM webhook_deliveries AS log
USING unnest('{true,false}'::boolean[]) AS kind (failed)
CROSS JOIN LATERAL (
  SELECT newer.delivery_id, (
    SELECT max(sent_at)
    FROM webhook_deliveries
    WHERE webhook_id = :webhookId AND (error IS NOT NULL) = kind.failed
  ) > :present + :skew AS has_future
  FROM webhook_deliveries AS newer
  WHERE newer.webhook_id = :webhookId AND (newer.error IS NOT NULL) = kind.failed
  ORDER BY newer.delivery_id DESC
  OFFSET :kept
  LIMIT 1
) AS past
WHERE log.webhook_id = :webhookId AND (log.error IS NOT NULL) = kind.failed
  AND CASE WHEN past.has_future THEN log.sent_at > :present + :skew ELSE log.delivery_id <= past.delivery_id END
