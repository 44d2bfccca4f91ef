-- Gives places to events, unless the lease is another process's by now: then no row is returned. The row of the lease is locked against
-- its change until the commit. Expects event_stamper_pkey.
-- Parameters: leaseNumber bigint, positions bigint[], ids bigint[], counts bigint[], settled bigint, now bigint?
-- Columns: position float8
WITH lease AS (
  SELECT 1 FROM event_stamper WHERE event_stamper.id = 1 AND event_stamper.lease_number = :leaseNumber FOR SHARE
)
INSERT INTO event_runs (position, id, count, settled, stamped_at)
SELECT run.position, run.id, run.count, :settled, :present
FROM lease CROSS JOIN unnest(:positions, :ids, :counts) AS run (position, id, count)
RETURNING position::float8
