-- Logs attempts at a webhook, which the transaction has locked. After an unknown outcome it may run again.
-- Parameters: webhookId text, deliveryIds text[], eventIds bigint?[], sequentialIds bigint?[], attempts int[], statuses int?[],
--   errors text?[], milliseconds int[], answers text?[], now bigint?
INSERT INTO webhook_deliveries
  (delivery_id, webhook_id, event_id, sequential_id, sent_at, attempt, status, error, milliseconds, answer)
SELECT input.delivery_id, :webhookId, input.event_id, input.sequential_id, :present, input.attempt, input.status, input.error,
  input.milliseconds, input.answer
FROM unnest(:deliveryIds, :eventIds, :sequentialIds, :attempts, :statuses, :errors, :milliseconds, :answers)
  AS input (delivery_id, event_id, sequential_id, attempt, status, error, milliseconds, answer)
ON CONFLICT DO NOTHING
