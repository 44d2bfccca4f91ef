-- Tells whether the statistics of an import are not complete yet. No row where they are of another export. Expects
-- statistics_state_pkey.
-- Parameters: digest text
-- Columns: importing boolean
SELECT importing = 1 AS importing
FROM statistics_state
WHERE id = 1 AND import_digest = :digest
