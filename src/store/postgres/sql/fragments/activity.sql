-- The last activity of a session by the present clock: a corrected one, where the clock was set back after it.
coalesce(active_sessions.corrected_activity, active_sessions.last_activity)
