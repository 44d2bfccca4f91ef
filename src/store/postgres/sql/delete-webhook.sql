-- Deletes a webhook with its events and its log.
-- Parameters: webhookId text
-- Columns: webhookId text
WITH failures AS (
  DELETE FROM webhook_failures
  WHERE webhook_id = :webhookId
), deliveries AS (
  DELETE FROM webhook_deliveries
  WHERE webhook_id = :webhookId
)
DELETE FROM webhooks
WHERE webhook_id = :webhookId
RETURNING webhook_id AS "webhookId"
