-- Deletes the rows of events that are done at a webhook. Expects webhook_failures_pkey.
-- Parameters: webhookId text, eventIds bigint[]
DELETE FROM webhook_failures
WHERE webhook_id = :webhookId AND event_id = ANY (:eventIds)
