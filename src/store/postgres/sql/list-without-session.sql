-- The players of the input whose session has no row any more, since it ended. Those whose session is there do not travel. Expects
-- metadata_pkey and active_sessions_pkey.
-- Parameters: ids bigint[], sessionIds uuid[]
-- Columns: sequentialId float8
SELECT input.sequential_id::float8 AS "sequentialId"
FROM unnest(:ids, :sessionIds) AS input (sequential_id, session_id)
JOIN metadata ON :metadata_of_input
LEFT JOIN active_sessions
  ON active_sessions.sequential_id = metadata.sequential_id AND active_sessions.session_id = input.session_id
WHERE active_sessions.sequential_id IS NULL
