-- Starts sessions for players who have neither an active nor an expired one. A player who does not exist or is suspended is left
-- out. The update of metadata shows the next write that a session was started, and shows describe-players.sql from when on to look
-- for the end of the newest session. It also waits for an erasure or a suspension, or makes them wait. The input comes in key
-- order. Expects metadata_pkey and active_sessions_pkey.
-- Parameters: ids bigint[], sessionIds uuid[], contexts text?[], installationIds text?[], now bigint?
-- Events: toldType int, toldData text[], toldPersonal text?[]
-- Columns: :session_row
WITH :clock_of_batch,
counted AS (
  UPDATE metadata
  SET unseen_starts = metadata.unseen_starts + 1, last_seen_at = :clock_now
  FROM unnest(:ids, :sessionIds, :contexts, :installationIds) AS input (sequential_id, session_id, context, installation_id)
  WHERE :metadata_of_input AND :not_suspended
  RETURNING input.sequential_id, input.session_id, input.context, input.installation_id
)
--+ , started AS (
INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context, installation_id)
SELECT counted.sequential_id, counted.session_id, :clock_now, :clock_now, counted.context, counted.installation_id
FROM counted
ORDER BY counted.sequential_id
ON CONFLICT (sequential_id) DO NOTHING
RETURNING :session_row
--+ ),
--+ told AS (
--+   INSERT INTO events (at, type, sequential_id, data, personal)
--+   SELECT :clock_now, :toldType, input.sequential_id, input.data, input.personal
--+   FROM started JOIN unnest(:ids, :toldData, :toldPersonal) AS input (sequential_id, data, personal)
--+     ON input.sequential_id = started."sequentialId"
--+ )
--+ SELECT * FROM started
