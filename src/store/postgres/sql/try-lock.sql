-- Tries to hold an advisory lock until the end of the transaction.
-- Parameters: key bigint
-- Columns: locked boolean
SELECT pg_try_advisory_xact_lock(:key) AS locked
