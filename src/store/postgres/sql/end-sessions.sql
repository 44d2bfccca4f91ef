-- Ends sessions: their rows move into the history. A session id restricts a call to that session. An expired session ended at its
-- last activity with the reason `expired`, whatever the call says. `onlyExpired` restricts the statement to such sessions. The input
-- comes in key order. Where events are told, the row of the player is locked first, so that the events of one player have the order of
-- their commits; their data is that of `endTold`. Expects active_sessions_pkey and metadata_pkey.
-- Parameters: ids bigint[], reasons end_reason[], sessionIds uuid?[], now bigint?, timeout bigint, onlyExpired boolean
-- Events: toldType int, ownContextBytes int
-- Columns: sequentialId float8, endedAt float8, sessionId text, startedAt float8, reason end_reason, contextBytes int?
WITH :clock_of_batch,
--+ locked AS (
--+   SELECT metadata.sequential_id FROM unnest(:ids) AS input (sequential_id) JOIN metadata ON :metadata_of_input
--+   WHERE :clock_now IS NOT NULL
--+   FOR NO KEY UPDATE OF metadata
--+ ),
deleted AS (
  DELETE FROM active_sessions
  USING unnest(:ids, :reasons, :sessionIds) AS input (sequential_id, reason, session_id)
  WHERE :sessions_of_input AND (input.session_id IS NULL OR active_sessions.session_id = input.session_id)
    AND :clock_now IS NOT NULL AND (NOT :onlyExpired OR :is_expired)
--+     AND (SELECT count(*) FROM locked) >= 0
  RETURNING active_sessions.sequential_id, active_sessions.session_id, active_sessions.started_at,
    active_sessions.last_activity, active_sessions.context, active_sessions.installation_id, input.reason, :is_expired AS expired
)
--+ , ended AS (
INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context, installation_id)
SELECT sequential_id, CASE WHEN expired THEN last_activity ELSE greatest(:clock_now, last_activity) END,
  session_id, started_at, CASE WHEN expired THEN 'expired' ELSE reason END, context, installation_id
FROM deleted
-- Only an import can have inserted the same row before. It is returned like any other.
ON CONFLICT (sequential_id, ended_at, session_id) DO UPDATE SET reason = excluded.reason
RETURNING sequential_id::float8 AS "sequentialId", ended_at::float8 AS "endedAt", session_id::text AS "sessionId",
  started_at::float8 AS "startedAt", reason, octet_length(context) AS "contextBytes"
--+   , context
--+ ),
--+ told AS (
--+   INSERT INTO events (at, type, sequential_id, data, personal)
--+   SELECT :clock_now, :toldType, "sequentialId"::bigint, '{"sessionId":"' || "sessionId" || '","startedAt":' || "startedAt"::bigint
--+       || ',"endedAt":' || "endedAt"::bigint || ',"reason":"' || reason
--+       || CASE WHEN "contextBytes" > :ownContextBytes THEN '","inSession":true}' ELSE '"}' END,
--+     CASE WHEN "contextBytes" <= :ownContextBytes THEN '{"context":' || context || '}' END
--+   FROM ended
--+ )
--+ SELECT "sequentialId", "endedAt", "sessionId", "startedAt", reason, "contextBytes" FROM ended
