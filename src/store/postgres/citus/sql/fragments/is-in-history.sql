-- On Citus the subquery has to name the distribution columns of both tables.
EXISTS (
         SELECT FROM ended_sessions
         WHERE ended_sessions.sequential_id = metadata.sequential_id AND ended_sessions.session_id = input.session_id
       )
