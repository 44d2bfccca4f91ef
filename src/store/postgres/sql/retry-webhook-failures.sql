-- Has the events of a webhook sent again that failed at this time or later. Expects webhook_failures_pkey.
-- Parameters: webhookId text, since bigint, now bigint?
-- Columns: eventId float8
UPDATE webhook_failures
SET attempts = 0, next_at = :present
WHERE webhook_id = :webhookId AND failed_at >= :since
RETURNING event_id::float8 AS "eventId"
