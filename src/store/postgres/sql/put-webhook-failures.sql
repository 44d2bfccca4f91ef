-- Writes the events of a webhook that failed or wait. A null delay is of one that is given up. A row that is due at another time than it was
-- when it was listed stays as it is. Expects webhook_failures_pkey.
-- Parameters: webhookId text, eventIds bigint[], sequentialIds bigint[], attempts int[], delays bigint?[], dueAts bigint?[], now bigint?
WITH input AS (
  SELECT *
  FROM unnest(:eventIds, :sequentialIds, :attempts, :delays, :dueAts)
    AS input (event_id, sequential_id, attempts, delay, due_at)
)
INSERT INTO webhook_failures AS own (webhook_id, event_id, sequential_id, attempts, next_at, failed_at)
SELECT :webhookId, input.event_id, input.sequential_id, input.attempts, :present + input.delay, :present
FROM input
ON CONFLICT (webhook_id, event_id) DO UPDATE SET attempts = excluded.attempts, next_at = excluded.next_at
WHERE NOT EXISTS (SELECT FROM input WHERE input.event_id = own.event_id AND input.due_at <> own.next_at)
