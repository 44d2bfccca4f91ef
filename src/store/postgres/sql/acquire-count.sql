-- Takes the lease of the count, where it is free or the holder's own. One further ahead than its time is
-- free, since the clock was set back. Expects statistics_state_pkey.
-- Parameters: now bigint?, holder text, milliseconds bigint, skew bigint
-- Columns: id int
UPDATE statistics_state
SET lease_holder = :holder, lease_until = :present + :milliseconds
WHERE id = 1 AND (lease_holder IS NULL OR lease_holder = :holder OR lease_until NOT BETWEEN :present + 1 AND :present + :milliseconds + :skew)
RETURNING id::int
