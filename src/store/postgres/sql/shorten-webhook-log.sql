-- Deletes the oldest attempts at a webhook past a number, of those that failed and of the others. Expects webhook_deliveries_log.
-- Parameters: webhookId text, kept bigint
DELETE FROM webhook_deliveries AS log
USING unnest('{true,false}'::boolean[]) AS kind (failed)
WHERE log.webhook_id = :webhookId AND (log.error IS NOT NULL) = kind.failed AND log.delivery_id <= (
  SELECT newer.delivery_id
  FROM webhook_deliveries AS newer
  WHERE newer.webhook_id = :webhookId AND (newer.error IS NOT NULL) = kind.failed
  ORDER BY newer.delivery_id DESC
  OFFSET :kept
  LIMIT 1
)
