-- A page of active sessions in key order, for their expiry. `ahead` marks a last activity more than the clock skew ahead of now.
-- Expects active_sessions_pkey.
-- Parameters: after bigint, limit int, now bigint?, timeout bigint, skew bigint
-- Columns: sequentialId float8, expired boolean, ahead boolean
WITH :clock
SELECT sequential_id::float8 AS "sequentialId", :is_expired AS "expired", :activity > :clock_now + :skew AS "ahead"
FROM active_sessions
WHERE sequential_id > :after
ORDER BY sequential_id
LIMIT :limit
