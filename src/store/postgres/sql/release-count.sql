-- Gives the lease of the count back. Expects statistics_state_pkey.
-- Parameters: holder text
UPDATE statistics_state
SET lease_holder = NULL, lease_until = 0
WHERE id = 1 AND lease_holder = :holder
