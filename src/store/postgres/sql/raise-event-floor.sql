-- No place up to the newest that was given, and so many behind it, is given any more. The process that gives places reads the table anew.
-- Expects event_stamper_pkey and event_runs_position.
-- Parameters: by bigint
UPDATE event_stamper
SET lease_number = lease_number + 1, holder = NULL, lease_until = 0,
  floor = greatest(floor, coalesce((SELECT position + count - 1 FROM event_runs ORDER BY position DESC LIMIT 1), 0)) + :by
WHERE id = 1
