-- Deletes a webhook with its events and its log. The transaction has locked it by a statement before, since this one sees nothing of
-- what was committed while it waited for a lock.
-- Parameters: webhookId text
WITH failures AS (
  DELETE FROM webhook_failures
  WHERE webhook_id = :webhookId
), deliveries AS (
  DELETE FROM webhook_deliveries
  WHERE webhook_id = :webhookId
)
DELETE FROM webhooks
WHERE webhook_id = :webhookId
