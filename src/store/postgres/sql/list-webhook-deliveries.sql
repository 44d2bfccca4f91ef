-- Attempts at a webhook, newest first: those that failed alone, or all. Of players who do not exist any more without the answers.
-- Expects webhook_deliveries_log and metadata_pkey.
-- Parameters: webhookId text, failures boolean[], after text?, ofPlayer bigint?, limit int
-- Columns: deliveryId text, eventId float8?, sequentialId float8?, at float8, attempt int, status int?, error text?, milliseconds int,
--   answer text?
SELECT log.delivery_id AS "deliveryId", log.event_id::float8 AS "eventId", log.sequential_id::float8 AS "sequentialId",
  log.sent_at::float8 AS at, log.attempt, log.status, log.error, log.milliseconds,
  CASE WHEN log.sequential_id IS NULL OR metadata.sequential_id IS NOT NULL THEN log.answer END AS answer
FROM webhook_deliveries AS log
LEFT JOIN metadata ON metadata.sequential_id = log.sequential_id
WHERE log.webhook_id = :webhookId AND (log.error IS NOT NULL) = ANY (:failures)
  AND (:after::text IS NULL OR log.delivery_id < :after)
  AND (:ofPlayer IS NULL OR log.sequential_id = :ofPlayer)
ORDER BY log.delivery_id DESC
LIMIT :limit
