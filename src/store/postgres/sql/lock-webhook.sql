-- Locks a webhook against other writes until the commit. No row where there is none. Expects webhooks_pkey.
-- Parameters: webhookId text
-- Columns: webhookId text
SELECT webhook_id AS "webhookId"
FROM webhooks
WHERE webhook_id = :webhookId
FOR UPDATE
