-- The names of the partitions of days, of the events and of their places. They sort by time within a table.
-- Columns: name text
SELECT relname::text AS name
FROM pg_inherits
JOIN pg_class ON pg_class.oid = inhrelid
WHERE inhparent IN ('events'::regclass, 'event_runs'::regclass) AND relname ~ '^event(s|_runs)_[0-9]{4}_[0-9]{2}_[0-9]{2}$'
