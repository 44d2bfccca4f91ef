-- A row of active_sessions holds a session that has not expired.
:activity > :clock_now - :timeout
