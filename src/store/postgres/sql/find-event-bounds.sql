-- The lowest and the highest id of the stored events; null for none. Expects events_id.
-- Columns: lowest float8?, highest float8?
SELECT min(id)::float8 AS lowest, max(id)::float8 AS highest FROM events
