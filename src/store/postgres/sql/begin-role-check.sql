-- Begins to confirm the role behind a console session, if it is time and no other process is about it. Expects console_sessions_pkey.
-- Parameters: digest text, now bigint?, age bigint, lease bigint
-- Columns: tokens text?
UPDATE console_sessions
SET checking_until = :present + :lease
WHERE digest = :digest AND confirmed_at + :age <= :present AND coalesce(checking_until, 0) <= :present
RETURNING tokens
