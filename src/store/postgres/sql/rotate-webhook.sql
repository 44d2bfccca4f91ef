-- Gives a webhook new keys, beside which the former ones sign for a while.
-- Parameters: webhookId text, secret text, signingKey text?, lasts bigint, now bigint?
-- Columns: webhookId text
UPDATE webhooks
SET former_secret = secret, former_signing_key = signing_key, former_until = :present + :lasts, secret = :secret,
  signing_key = :signingKey
WHERE webhook_id = :webhookId
RETURNING webhook_id AS "webhookId"
