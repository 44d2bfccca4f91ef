-- Writes how far a webhook has got, under a lease. It is disabled when the URL that it has answered 410, and after a long time of failures
-- of different players. No row for a lease that was lost. Expects webhooks_pkey.
-- Parameters: webhookId text, leaseNumber bigint, after bigint, rangeUntil bigint?, rangeAfter bigint?, missed bigint,
--   hasDelivered boolean, lastFailed boolean, isDown boolean, goneUrl text?, failing bigint, now bigint?, jump bigint
-- Columns: webhookId text, url text, types text, isOrdered boolean, isEnabled boolean, createdAt float8, secret text, signingKey text?,
--   formerSecret text?, formerSigningKey text?, formerUntil float8?, disabledAt float8?, disabledReason text?, failingSince float8?,
--   sentAfter float8, rangeAfter float8?, rangeUntil float8?, missedEvents float8
WITH :clock, own AS (
  SELECT webhook_id, is_enabled, url,
    CASE WHEN :lastFailed THEN CASE WHEN :hasDelivered THEN :clock_now ELSE least(failing_since, :clock_now) END
      WHEN NOT :hasDelivered THEN failing_since END AS failing_since
  FROM webhooks
  WHERE webhook_id = :webhookId AND lease_number = :leaseNumber
  FOR UPDATE
), judged AS (
  SELECT webhook_id, failing_since,
    CASE WHEN NOT is_enabled THEN NULL WHEN url = :goneUrl THEN 'gone'
      WHEN :isDown AND :certain_time - failing_since >= :failing THEN 'failures' END AS reason
  FROM own
)
UPDATE webhooks
SET sent_after = :after, missed_events = webhooks.missed_events + :missed, failing_since = judged.failing_since,
  range_after = CASE WHEN webhooks.range_until = :rangeUntil THEN :rangeAfter ELSE webhooks.range_after END,
  range_until = CASE WHEN webhooks.range_until = :rangeUntil AND :rangeAfter IS NULL THEN NULL ELSE webhooks.range_until END,
  is_enabled = webhooks.is_enabled AND judged.reason IS NULL,
  disabled_at = CASE WHEN judged.reason IS NULL THEN webhooks.disabled_at ELSE :clock_now END,
  disabled_reason = coalesce(judged.reason, webhooks.disabled_reason)
FROM judged
WHERE webhooks.webhook_id = judged.webhook_id
RETURNING :webhook_columns
