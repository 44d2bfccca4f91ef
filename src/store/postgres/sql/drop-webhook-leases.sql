-- Lets go of leases of a process: those of some webhooks, or all of them.
-- Parameters: webhookIds text[], takesAll boolean, holder text
UPDATE webhooks
SET lease_holder = NULL, lease_until = 0
WHERE lease_holder = :holder AND (:takesAll OR webhook_id = ANY (:webhookIds))
