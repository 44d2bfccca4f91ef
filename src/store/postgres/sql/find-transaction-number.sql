-- The number of a transaction that begins now: every one that has a number already has a lower one.
-- Columns: number float8
SELECT pg_current_xact_id()::text::float8 AS number
