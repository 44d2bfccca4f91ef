-- Writes what was decided on a state, where that is still the state, and the versions that are kept or go with it. A write that
-- holds only in a session locks the player's row and then the session's against ending until the commit; such writes come by
-- themselves, so that the rows of players are locked in key order. Texts ($8 to $10) and the contents of
-- versions ($24 to $26) come as one string of bytes each. The input comes in key order. Expects metadata_pkey,
-- active_sessions_pkey and metadata_versions_pkey.
WITH input AS (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::uuid[], $5::boolean[], $6::bigint[], $7::bigint[], $8::int[], $9::int[])
    AS input (sequential_id, version, only_in, session_id, by_server, kept_at, seen_starts, start, length)
),
clock (now) AS (
  SELECT coalesce($11::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
),
locked AS (
  SELECT metadata.sequential_id, input.only_in
  FROM input JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE input.only_in IS NOT NULL
  FOR NO KEY UPDATE OF metadata
),
held AS (
  SELECT active_sessions.sequential_id
  FROM locked JOIN active_sessions ON active_sessions.sequential_id = locked.sequential_id
  WHERE active_sessions.session_id = locked.only_in
    AND coalesce(active_sessions.seen_at, active_sessions.last_activity) > (SELECT now FROM clock) - $12::bigint
  ORDER BY active_sessions.sequential_id
  FOR KEY SHARE OF active_sessions
),
changed AS (
  UPDATE metadata
  SET text = convert_from(substring($10::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
    written_at = (SELECT now FROM clock), written_in = input.session_id, by_server = input.by_server,
    kept_at = coalesce(input.kept_at, metadata.kept_at), unseen_starts = metadata.unseen_starts - input.seen_starts
  FROM input
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (input.only_in IS NULL OR EXISTS (SELECT FROM held WHERE held.sequential_id = input.sequential_id))
  RETURNING metadata.sequential_id, metadata.version
),
dropped AS (
  DELETE FROM metadata_versions
  USING unnest($13::bigint[], $14::bigint[]) AS old (sequential_id, version)
  WHERE metadata_versions.sequential_id = old.sequential_id AND metadata_versions.version = old.version
    AND EXISTS (SELECT FROM changed WHERE changed.sequential_id = old.sequential_id)
),
kept AS (
  INSERT INTO metadata_versions (sequential_id, version, written_at, session_id, by_server, kept_at, milestone, size_bytes,
    base_version, content)
  SELECT put.sequential_id, put.version, put.written_at, put.session_id, put.by_server, put.kept_at, put.milestone,
    put.size_bytes, put.base_version, substring($26::bytea FROM put.start FOR put.length)
  FROM unnest($15::bigint[], $16::bigint[], $17::bigint[], $18::uuid[], $19::boolean[], $20::bigint[], $21::boolean[],
    $22::int[], $23::bigint[], $24::int[], $25::int[])
    AS put (sequential_id, version, written_at, session_id, by_server, kept_at, milestone, size_bytes, base_version, start, length)
  WHERE EXISTS (SELECT FROM changed WHERE changed.sequential_id = put.sequential_id)
  ON CONFLICT (sequential_id, version) DO UPDATE SET base_version = excluded.base_version, content = excluded.content
)
SELECT sequential_id::float8 AS "sequentialId", version::float8 FROM changed
