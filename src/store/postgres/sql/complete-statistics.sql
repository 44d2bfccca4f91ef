-- Completes the import of statistics: from now on sessions are counted. Expects statistics_state_pkey.
UPDATE statistics_state
SET importing = 0
WHERE id = 1 AND importing = 1
