-- Ends a console session. Expects console_sessions_pkey.
-- Parameters: digest text
-- Columns: tokens text?
DELETE FROM console_sessions
WHERE digest = :digest
RETURNING tokens
