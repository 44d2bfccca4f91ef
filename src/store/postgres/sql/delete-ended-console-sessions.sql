-- Deletes the console sessions that have ended, and those that were begun before the clock was set back. Two sign-ins at once do not wait for each other's rows.
-- Parameters: now bigint?, idle bigint, lifetime bigint, skew bigint
DELETE FROM console_sessions
WHERE digest IN (
  SELECT digest
  FROM console_sessions
  WHERE expires_at <= :present OR last_used_at + :idle <= :present OR expires_at > :present + :lifetime + :skew
  FOR UPDATE SKIP LOCKED
)
