-- No session has ended yet.
NOT EXISTS (SELECT FROM ended_sessions)
