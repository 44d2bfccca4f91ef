-- The number of server keys.
-- Columns: keys float8
SELECT count(*)::float8 AS keys
FROM server_keys
