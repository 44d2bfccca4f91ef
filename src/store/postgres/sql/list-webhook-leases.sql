-- The enabled webhooks with their leases.
-- Columns: webhookId text, url text, types text, isOrdered boolean, isEnabled boolean, createdAt float8, secret text, signingKey text?,
--   formerSecret text?, formerSigningKey text?, formerUntil float8?, disabledAt float8?, disabledReason text?, failingSince float8?,
--   sentAfter float8, rangeAfter float8?, rangeUntil float8?, missedEvents float8, holder text?,
--   leaseUntil float8, leaseNumber float8
SELECT :webhook_columns, webhooks.lease_holder AS holder, webhooks.lease_until::float8 AS "leaseUntil",
  webhooks.lease_number::float8 AS "leaseNumber"
FROM webhooks
WHERE webhooks.is_enabled
ORDER BY webhooks.created_at, webhooks.webhook_id
