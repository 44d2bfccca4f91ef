-- Takes what an erasure takes out, out of the events of some players among a range of ids. Expects events_id.
-- Parameters: ids bigint[], after bigint, upTo bigint
UPDATE events
SET personal = NULL
WHERE id > :after AND id <= :upTo AND personal IS NOT NULL AND sequential_id = ANY (:ids)
