-- Of some players the one with the most events that wait for an attempt at a webhook, and the attempts at the first of them. Expects
-- webhook_failures_player.
-- Parameters: webhookId text, ids bigint[]
-- Columns: sequentialId float8, events float8, attempts int
SELECT longest.sequential_id::float8 AS "sequentialId", longest.events::float8 AS events, first.attempts
FROM (
  SELECT sequential_id, count(*) AS events, min(event_id) AS event_id
  FROM webhook_failures
  WHERE webhook_id = :webhookId AND next_at IS NOT NULL AND sequential_id = ANY (:ids)
  GROUP BY sequential_id
  ORDER BY events DESC
  LIMIT 1
) AS longest
JOIN webhook_failures AS first ON first.webhook_id = :webhookId AND first.event_id = longest.event_id
