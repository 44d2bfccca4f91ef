-- Takes the answers about players who were erased out of the log of webhooks.
UPDATE webhook_deliveries
SET answer = NULL
WHERE answer IS NOT NULL AND sequential_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM metadata WHERE metadata.sequential_id = webhook_deliveries.sequential_id)
