-- Writes the events of a webhook that failed or wait. A null delay is of one that is given up. Expects webhook_failures_pkey.
-- Parameters: webhookId text, eventIds bigint[], sequentialIds bigint[], attempts int[], delays bigint?[], now bigint?
INSERT INTO webhook_failures (webhook_id, event_id, sequential_id, attempts, next_at, failed_at)
SELECT :webhookId, input.event_id, input.sequential_id, input.attempts, :present + input.delay, :present
FROM unnest(:eventIds, :sequentialIds, :attempts, :delays) AS input (event_id, sequential_id, attempts, delay)
ON CONFLICT (webhook_id, event_id) DO UPDATE SET attempts = excluded.attempts, next_at = excluded.next_at
