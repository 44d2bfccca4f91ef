-- Deletes people whose role was confirmed long ago, and who have no key.
-- Parameters: now bigint?, kept bigint, jump bigint
DELETE FROM console_people
WHERE confirmed_at < :certain_time - :kept
  AND NOT EXISTS (SELECT 1 FROM server_keys WHERE server_keys.made_by = console_people.person_id)
