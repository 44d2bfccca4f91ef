-- Gives a webhook new keys, beside which the former ones sign for a while. After an unknown outcome it may run again.
-- Parameters: webhookId text, secret text, signingKey text?, lasts bigint, now bigint?
-- Columns: webhookId text
UPDATE webhooks
SET former_secret = CASE WHEN secret = :secret THEN former_secret ELSE secret END,
  former_signing_key = CASE WHEN secret = :secret THEN former_signing_key ELSE signing_key END,
  former_until = :present + :lasts, secret = :secret, signing_key = :signingKey
WHERE webhook_id = :webhookId
RETURNING webhook_id AS "webhookId"
