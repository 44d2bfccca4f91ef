-- Deletes the rows of events that are done at a webhook. A row that is due at another time than it was when it was listed stays. Expects
-- webhook_failures_pkey.
-- Parameters: webhookId text, eventIds bigint[], dueAts bigint?[]
DELETE FROM webhook_failures AS own
USING unnest(:eventIds, :dueAts) AS done (event_id, due_at)
WHERE own.webhook_id = :webhookId AND own.event_id = done.event_id
  AND (done.due_at IS NULL OR own.next_at = done.due_at)
