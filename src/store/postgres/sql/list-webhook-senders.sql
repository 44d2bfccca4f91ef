-- The processes that send webhooks, with the time of the look.
-- Parameters: now bigint?
-- Columns: now float8, holder text?, seenAt float8?
SELECT clock.now::float8 AS now, webhook_senders.holder, webhook_senders.alive_at::float8 AS "seenAt"
FROM (SELECT :present AS now) AS clock
LEFT JOIN webhook_senders ON true
