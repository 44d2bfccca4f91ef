-- Has a range of events sent again. No row while another one is under way.
-- Parameters: webhookId text, after bigint, until bigint
-- Columns: webhookId text
UPDATE webhooks
SET replay_after = :after, replay_until = :until
WHERE webhook_id = :webhookId AND replay_after IS NULL
RETURNING webhook_id AS "webhookId"
