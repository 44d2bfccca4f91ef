-- The events of a webhook that wait for an attempt, those that are due soonest first. One that is due later than the longest wait is
-- due now, since the clock was set back. Of an ordered one the first of each player alone, up to its place. Those of some players are
-- left out, and those whose attempts have ended.
-- Expects webhook_failures_next_at and webhook_failures_player.
-- Parameters: webhookId text, isOrdered boolean, after bigint, except bigint[], ended bigint[], limit int, now bigint?, longest bigint
-- Columns: eventId float8, sequentialId float8, attempts int, dueInMilliseconds float8, dueAt float8
SELECT event_id::float8 AS "eventId", sequential_id::float8 AS "sequentialId", attempts,
  (CASE WHEN next_at - :present > :longest THEN 0 ELSE next_at - :present END)::float8 AS "dueInMilliseconds", next_at::float8 AS "dueAt"
FROM webhook_failures
WHERE webhook_id = :webhookId AND next_at IS NOT NULL AND sequential_id <> ALL (:except)
  AND event_id <> ALL (:ended) AND (NOT :isOrdered OR event_id <= :after AND event_id IN (
  SELECT min(event_id)
  FROM webhook_failures
  WHERE webhook_id = :webhookId AND next_at IS NOT NULL AND event_id <> ALL (:ended)
  GROUP BY sequential_id
))
ORDER BY next_at, event_id
LIMIT :limit
