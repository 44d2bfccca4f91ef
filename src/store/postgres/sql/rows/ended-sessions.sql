-- Made by `npm run statements` of src/store/ports/rows/. A test compares both.

-- :ended_session_row: An ended session.
-- Columns: sequentialId float8, sessionId text, startedAt float8, endedAt float8, reason end_reason, context text?,
--   installationId text?, counted int
ended_sessions.sequential_id::float8 AS "sequentialId", ended_sessions.session_id::text AS "sessionId",
  ended_sessions.started_at::float8 AS "startedAt", ended_sessions.ended_at::float8 AS "endedAt",
  ended_sessions.reason AS "reason", ended_sessions.context AS "context", ended_sessions.installation_id AS "installationId",
  ended_sessions.counted::int AS "counted"

-- :ended_session_columns: The columns of an ended session.
sequential_id, session_id, started_at, ended_at, reason, context, installation_id, counted

-- :ended_session_input: The rows of an ended session, out of arrays.
-- Parameters: sequentialId bigint[], sessionId uuid[], startedAt bigint[], endedAt bigint[], reason end_reason[], context text?[],
--   installationId text?[], counted int[]
unnest(:sequentialId, :sessionId, :startedAt, :endedAt, :reason, :context, :installationId, :counted)
  AS input (sequential_id, session_id, started_at, ended_at, reason, context, installation_id, counted)

-- :ended_session_values: The values of an ended session after the sequential id.
input.session_id, input.started_at, input.ended_at, input.reason, input.context, input.installation_id, input.counted
