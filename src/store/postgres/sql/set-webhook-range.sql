-- Has a range of events sent again. No row while another one is under way.
-- Parameters: webhookId text, after bigint, until bigint
-- Columns: webhookId text
UPDATE webhooks
SET range_after = :after, range_until = :until
WHERE webhook_id = :webhookId AND range_after IS NULL
RETURNING webhook_id AS "webhookId"
