-- The number of webhooks.
-- Columns: webhooks float8
SELECT count(*)::float8 AS webhooks
FROM webhooks
