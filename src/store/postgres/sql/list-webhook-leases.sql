-- The enabled webhooks with their leases.
-- Columns: webhookId text, url text, types text, isOrdered boolean, isEnabled boolean, createdAt float8, secret text, signingKey text?,
--   formerSecret text?, formerSigningKey text?, formerUntil float8?, disabledAt float8?, disabledReason text?, failingSince float8?,
--   sentAfter float8, replayAfter float8?, replayUntil float8?, missedEvents float8, holder text?,
--   leaseUntil float8, fence float8
SELECT :webhook_columns, webhooks.lease_holder AS holder, webhooks.lease_until::float8 AS "leaseUntil",
  webhooks.lease_fence::float8 AS fence
FROM webhooks
WHERE webhooks.is_enabled
ORDER BY webhooks.created_at, webhooks.webhook_id
