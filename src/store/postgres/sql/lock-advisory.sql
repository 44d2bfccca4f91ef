-- Holds an advisory lock until the end of the transaction.
-- Parameters: key bigint
-- Columns: isLocked boolean
SELECT true AS "isLocked"
FROM pg_advisory_xact_lock(:key)
