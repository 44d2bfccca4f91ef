-- The session of the input has ended already.
EXISTS (
         SELECT FROM ended_sessions
         WHERE ended_sessions.sequential_id = input.sequential_id AND ended_sessions.session_id = input.session_id
       )
