-- Writes metadata by compare-and-swap on the version, inserts and deletes kept versions with it, and adds the entries of the
-- audit. A write with a required session or an idempotency key locks the player's row first. The session's row is then locked
-- against ending until the commit, and the key is inserted with the outcome, all of it or nothing. A key that was used within the
-- last $50 milliseconds is refused. Where $41 is true, the outcome changes nothing and is stored alone. Writes that lock come in
-- batches of their own, so that players' rows are locked in key order. A write of a suspended player takes no effect, unless a
-- server makes it. Texts ($8 to $10), contents of versions ($24 to $26) and outcomes ($44 to $49) come as one string of bytes
-- each. The entries of all indexes $37 ($36 is the highest) are inserted or replaced; the values come as in
-- update-indexed-metadata.sql. The input comes in key order. Returns the players whose write took effect. Expects metadata_pkey,
-- active_sessions_pkey, idempotency_keys_pkey, metadata_versions_pkey and metadata_index_entries_pkey.
WITH input AS (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::uuid[], $5::boolean[], $6::bigint[], $7::bigint[], $8::int[], $9::int[],
    $28::text[], $41::boolean[], $42::text[], $43::text[], $44::int[], $45::int[], $47::int[], $48::int[]) WITH ORDINALITY
    AS input (sequential_id, version, required_session_id, session_id, by_server, kept_at, new_starts, start, length, key_id,
      is_unchanged, key, fingerprint, outcome_start, outcome_length, brief_start, brief_length, position)
),
clock (now) AS (
  SELECT coalesce($11::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
),
locked AS (
  SELECT input.*
  FROM input JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE (input.required_session_id IS NOT NULL OR input.key IS NOT NULL) AND metadata.version = input.version
    AND (input.by_server OR metadata.suspended_until IS NULL OR metadata.suspended_until <= (SELECT now FROM clock))
  FOR NO KEY UPDATE OF metadata
),
active AS (
  SELECT active_sessions.sequential_id
  FROM locked JOIN active_sessions ON active_sessions.sequential_id = locked.sequential_id
  WHERE active_sessions.session_id = locked.required_session_id
    AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) - $12::bigint
  ORDER BY active_sessions.sequential_id
  FOR KEY SHARE OF active_sessions
),
claimed AS (
  INSERT INTO idempotency_keys (sequential_id, key, fingerprint, outcome, brief_outcome, created_at)
  SELECT locked.sequential_id, locked.key, locked.fingerprint,
    convert_from(substring($46::bytea FROM locked.outcome_start FOR locked.outcome_length), 'UTF8'),
    convert_from(substring($49::bytea FROM locked.brief_start FOR locked.brief_length), 'UTF8'),
    (SELECT now FROM clock)
  FROM locked
  WHERE locked.key IS NOT NULL AND (locked.required_session_id IS NULL OR locked.is_unchanged
    OR EXISTS (SELECT FROM active WHERE active.sequential_id = locked.sequential_id))
  ON CONFLICT (sequential_id, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, outcome = excluded.outcome, brief_outcome = excluded.brief_outcome, is_shortened = false,
    created_at = excluded.created_at
  WHERE idempotency_keys.created_at <= excluded.created_at - $50::bigint
  RETURNING sequential_id
),
updated AS (
  UPDATE metadata
  SET text = convert_from(substring($10::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
    written_at = (SELECT now FROM clock), written_session_id = input.session_id, by_server = input.by_server, written_key_id = input.key_id,
    kept_at = coalesce(input.kept_at, metadata.kept_at), unseen_starts = metadata.unseen_starts - input.new_starts,
    index_set = $36::bigint, indexed_version = metadata.version + 1
  FROM input
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (input.by_server OR metadata.suspended_until IS NULL OR metadata.suspended_until <= (SELECT now FROM clock))
    AND (input.required_session_id IS NULL OR EXISTS (SELECT FROM active WHERE active.sequential_id = input.sequential_id))
    AND (input.key IS NULL OR input.sequential_id = ANY (ARRAY(SELECT sequential_id FROM claimed)))
    AND input.is_unchanged IS NOT TRUE
  RETURNING metadata.sequential_id, input.position
),
deleted AS (
  DELETE FROM metadata_versions
  USING unnest($13::bigint[], $14::bigint[]) AS surplus (sequential_id, version)
  WHERE metadata_versions.sequential_id = surplus.sequential_id AND metadata_versions.version = surplus.version
    AND EXISTS (SELECT FROM updated WHERE updated.sequential_id = surplus.sequential_id)
),
inserted AS (
  INSERT INTO metadata_versions (sequential_id, version, written_at, session_id, by_server, kept_at, milestone, size_bytes,
    base_version, key_id, content)
  SELECT added.sequential_id, added.version, added.written_at, added.session_id, added.by_server, added.kept_at, added.milestone,
    added.size_bytes, added.base_version, added.key_id, substring($26::bytea FROM added.start FOR added.length)
  FROM unnest($15::bigint[], $16::bigint[], $17::bigint[], $18::uuid[], $19::boolean[], $20::bigint[], $21::boolean[],
    $22::int[], $23::bigint[], $27::text[], $24::int[], $25::int[])
    AS added (sequential_id, version, written_at, session_id, by_server, kept_at, milestone, size_bytes, base_version, key_id, start,
      length)
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = added.sequential_id)
  ON CONFLICT (sequential_id, version) DO UPDATE SET base_version = excluded.base_version, content = excluded.content
),
audited AS (
  INSERT INTO audit_entries (sequential_id, at, audit_id, key_id, key_name, action, detail, request_id)
  SELECT entry.sequential_id, (SELECT now FROM clock), entry.audit_id, entry.key_id, entry.key_name, entry.action, entry.detail,
    entry.request_id
  FROM unnest($29::bigint[], $30::uuid[], $31::text[], $32::text[], $33::text[], $34::text[], $35::text[])
    AS entry (sequential_id, audit_id, key_id, key_name, action, detail, request_id)
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = entry.sequential_id)
),
indexed AS (
  INSERT INTO metadata_index_entries (sequential_id, index_id, value)
  SELECT updated.sequential_id, index.id,
    CASE WHEN ($39::int[])[(updated.position - 1) * cardinality($37::bigint[]) + index.number] >= 0
      THEN substring($40::bytea FROM ($38::int[])[(updated.position - 1) * cardinality($37::bigint[]) + index.number]
        FOR ($39::int[])[(updated.position - 1) * cardinality($37::bigint[]) + index.number])
    END
  FROM updated CROSS JOIN unnest($37::bigint[]) WITH ORDINALITY AS index (id, number)
  ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value
    WHERE metadata_index_entries.value IS DISTINCT FROM excluded.value
)
SELECT sequential_id::float8 AS "sequentialId" FROM updated
UNION ALL
SELECT sequential_id::float8 FROM claimed WHERE sequential_id = ANY (ARRAY(SELECT sequential_id FROM input WHERE is_unchanged))
