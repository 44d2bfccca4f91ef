-- Made by `npm run statements` of src/store/ports/rows/. A test compares both.

-- :active_session_row: An active session.
-- Columns: sequentialId float8, sessionId text, startedAt float8, lastActivity float8, context text?, installationId text?
active_sessions.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  active_sessions.started_at::float8 AS "startedAt", active_sessions.last_activity::float8 AS "lastActivity",
  active_sessions.context AS "context", active_sessions.installation_id AS "installationId"

-- :session_row: An active session as its player sees it.
-- Columns: sequentialId float8, sessionId text, startedAt float8, lastActivity float8
active_sessions.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  active_sessions.started_at::float8 AS "startedAt", active_sessions.last_activity::float8 AS "lastActivity"

-- :active_session_columns: The columns of an active session.
sequential_id, session_id, started_at, last_activity, context, installation_id

-- :active_session_input: The rows of an active session, out of arrays.
-- Parameters: sequentialId bigint[], sessionId uuid[], startedAt bigint[], lastActivity bigint[], context text?[],
--   installationId text?[]
unnest(:sequentialId, :sessionId, :startedAt, :lastActivity, :context, :installationId)
  AS input (sequential_id, session_id, started_at, last_activity, context, installation_id)

-- :active_session_values: The values of an active session after the sequential id.
input.session_id, input.started_at, input.last_activity, input.context, input.installation_id
