-- Deletes the console sessions that have ended. Two sign-ins at once do not wait for each other's rows.
-- Parameters: now bigint?, idle bigint
DELETE FROM console_sessions
WHERE digest IN (
  SELECT digest
  FROM console_sessions
  WHERE expires_at <= :present OR last_used_at + :idle <= :present
  FOR UPDATE SKIP LOCKED
)
