-- The columns of a webhook, but for its lease.
webhooks.webhook_id AS "webhookId", webhooks.url, webhooks.types, webhooks.is_ordered AS "isOrdered",
  webhooks.is_enabled AS "isEnabled", webhooks.created_at::float8 AS "createdAt", webhooks.secret,
  webhooks.signing_key AS "signingKey", webhooks.former_secret AS "formerSecret",
  webhooks.former_signing_key AS "formerSigningKey", webhooks.former_until::float8 AS "formerUntil",
  webhooks.disabled_at::float8 AS "disabledAt", webhooks.disabled_reason AS "disabledReason",
  webhooks.failing_since::float8 AS "failingSince", webhooks.sent_after::float8 AS "sentAfter",
  webhooks.range_after::float8 AS "rangeAfter", webhooks.range_until::float8 AS "rangeUntil",
  webhooks.missed_events::float8 AS "missedEvents"
