-- The ended sessions of the player of a row of metadata.
ended_sessions.sequential_id = metadata.sequential_id
