-- Notes the newest place, and the highest id that has one among the runs that are to be dropped. Whatever committed that long ago has its
-- place. Expects event_stamper_pkey and event_runs_position.
-- Parameters: before bigint
UPDATE event_stamper
SET floor = greatest(floor, (SELECT position + count - 1 FROM event_runs ORDER BY position DESC LIMIT 1)),
  settled = greatest(settled, (SELECT max(event_runs.id + count - 1) FROM event_runs WHERE stamped_at < :before))
WHERE event_stamper.id = 1
