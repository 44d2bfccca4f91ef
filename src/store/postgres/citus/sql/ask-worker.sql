-- A row on the worker of a sequential id, which need not be there. It shows that the worker answers.
-- Parameters: sequentialId bigint
-- Columns: there boolean
SELECT true AS there
FROM metadata
WHERE sequential_id = :sequentialId
