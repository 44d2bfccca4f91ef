-- Corrects active sessions whose last activity is more than the clock skew ahead of now, since the clock was set back: their
-- corrected activity becomes now, so they expire a timeout from now. The input comes in key order. Expects active_sessions_pkey.
-- No indexed column changes, so the update is HOT.
-- Parameters: ids bigint[], now bigint?, skew bigint
WITH :clock
UPDATE active_sessions
SET corrected_activity = :clock_now
FROM unnest(:ids) AS input (sequential_id)
WHERE :sessions_of_input AND :activity > :clock_now + :skew
