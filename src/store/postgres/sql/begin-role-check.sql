-- Begins to confirm the role behind a console session, if it is time and no other process is about it. Times from before the
-- clock was set back do not count. Expects console_sessions_pkey.
-- Parameters: digest text, now bigint?, age bigint, lease bigint, skew bigint
-- Columns: tokens text?
UPDATE console_sessions
SET checking_until = :present + :lease
WHERE digest = :digest AND confirmed_at NOT BETWEEN :present - :age + 1 AND :present + :skew
  AND coalesce(checking_until, 0) NOT BETWEEN :present + 1 AND :present + :lease + :skew
RETURNING tokens
