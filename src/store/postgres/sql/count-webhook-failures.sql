-- The number of events of a webhook that wait for an attempt. Expects webhook_failures_next_at.
-- Parameters: webhookId text
-- Columns: pending float8
SELECT count(*)::float8 AS pending
FROM webhook_failures
WHERE webhook_id = :webhookId AND next_at IS NOT NULL
