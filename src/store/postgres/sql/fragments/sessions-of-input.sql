-- The active sessions of the players of the input.
active_sessions.sequential_id = input.sequential_id
