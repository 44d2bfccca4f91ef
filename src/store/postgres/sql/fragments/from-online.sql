-- The players with a row of an active session, after an id. By active_sessions_pkey.
FROM active_sessions
WHERE sequential_id > :after
ORDER BY sequential_id
LIMIT :most
