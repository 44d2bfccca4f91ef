-- The active session of the player of a row of metadata.
active_sessions.sequential_id = metadata.sequential_id
