-- How many ended sessions a player has, up to $2 of the newest, and how many bytes their contexts take together. Those that are
-- stored apart are not read for it. Expects ended_sessions' primary key.
SELECT count(*)::float8 AS "rows", coalesce(sum(octet_length(context)), 0)::float8 AS "contextBytes"
FROM (
  SELECT context
  FROM ended_sessions
  WHERE sequential_id = $1::bigint
  ORDER BY ended_at DESC, session_id DESC
  LIMIT $2::int
) AS newest
