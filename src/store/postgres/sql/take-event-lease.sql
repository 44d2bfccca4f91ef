-- Takes or renews the lease of the process that gives events their places, or notes nothing where another process has it. The number
-- is a new one whenever the holder changes, and also where the holder does not know whether its last step was done. It waits for a
-- step that is under way (stamp-events.sql). A lease further ahead than its time is from before the clock was set back. Expects event_stamper_pkey.
-- Parameters: holder text, milliseconds bigint, skew bigint, isRenewal boolean
-- Columns: leaseNumber float8, floor float8, settled float8
UPDATE event_stamper
SET lease_number = lease_number + CASE WHEN :isRenewal AND holder IS NOT DISTINCT FROM :holder THEN 0 ELSE 1 END, holder = :holder,
  lease_until = floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + :milliseconds
WHERE id = 1
  AND (holder IS NOT DISTINCT FROM :holder OR lease_until - floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
    NOT BETWEEN 0 AND :milliseconds + :skew)
RETURNING lease_number::float8 AS "leaseNumber", floor::float8, settled::float8
