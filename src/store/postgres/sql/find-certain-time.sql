-- The time by which old rows are deleted. Expects clock_state_pkey.
-- Parameters: now bigint?, jump bigint
-- Columns: time float8
SELECT (:certain_time)::float8 AS time
