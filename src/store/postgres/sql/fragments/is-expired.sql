-- A row of active_sessions holds a session that has expired.
:activity <= :clock_now - :timeout
