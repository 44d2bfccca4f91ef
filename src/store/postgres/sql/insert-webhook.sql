-- Creates a webhook.
-- Parameters: webhookId text, url text, types text, isOrdered boolean, isEnabled boolean, secret text, signingKey text?,
--   after bigint, now bigint?
WITH :clock
INSERT INTO webhooks (webhook_id, url, types, is_ordered, is_enabled, created_at, secret, signing_key, sent_after, disabled_at)
VALUES (:webhookId, :url, :types, :isOrdered, :isEnabled, :clock_now, :secret, :signingKey, :after,
  CASE WHEN NOT :isEnabled THEN :clock_now END)
