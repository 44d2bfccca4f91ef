-- The names of the partitions of months. They sort by time.
-- Columns: name text
SELECT relname::text AS name
FROM pg_inherits
JOIN pg_class ON pg_class.oid = inhrelid
WHERE inhparent = 'ended_sessions'::regclass AND relname ~ '^ended_sessions_[0-9]{4}_[0-9]{2}$'
