-- Takes the lease of the count, so that no process counts sessions. Expects statistics_state_pkey.
-- Parameters: holder text, milliseconds bigint
UPDATE statistics_state
SET lease_holder = :holder, lease_until = floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint + :milliseconds
WHERE id = 1
