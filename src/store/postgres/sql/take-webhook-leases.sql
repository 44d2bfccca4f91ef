-- Takes or renews the leases of webhooks. A new holder gets a new fencing number. Expects webhooks_pkey.
-- Parameters: webhookIds text[], holder text, lease bigint, now bigint?
UPDATE webhooks
SET lease_number = lease_number + CASE WHEN lease_holder IS DISTINCT FROM :holder THEN 1 ELSE 0 END, lease_holder = :holder,
  lease_until = :present + :lease
WHERE webhook_id = ANY (:webhookIds)
