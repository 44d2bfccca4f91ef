-- All webhooks, or one, with the number of events that wait and that were given up. Expects webhook_failures_next_at.
-- Parameters: webhookId text?
-- Columns: webhookId text, url text, types text, isOrdered boolean, isEnabled boolean, createdAt float8, secret text, signingKey text?,
--   formerSecret text?, formerSigningKey text?, formerUntil float8?, disabledAt float8?, disabledReason text?, failingSince float8?,
--   sentAfter float8, rangeAfter float8?, rangeUntil float8?, missedEvents float8, pending float8,
--   givenUp float8
SELECT :webhook_columns, coalesce(failures.pending, 0)::float8 AS pending, coalesce(failures.given_up, 0)::float8 AS "givenUp"
FROM webhooks
LEFT JOIN (
  SELECT webhook_id, count(next_at) AS pending, count(*) - count(next_at) AS given_up
  FROM webhook_failures
  GROUP BY webhook_id
) AS failures ON failures.webhook_id = webhooks.webhook_id
WHERE webhooks.webhook_id = coalesce(:webhookId, webhooks.webhook_id)
ORDER BY webhooks.created_at, webhooks.webhook_id
