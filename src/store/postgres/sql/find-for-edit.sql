-- The state of metadata that a conditional write decides on, with the active session, and the outcome that is stored under the
-- call's idempotency key. The key is null for a call without one. A key that is $5 milliseconds old is none. The keys
-- are looked up one by one (OFFSET 0): a plan that was made for an empty table would read all of them. Expects metadata_pkey,
-- active_sessions_pkey and idempotency_keys_pkey.
SELECT metadata.sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", written_session_id::text AS "sessionId", by_server AS "byServer", written_key_id AS "keyId",
  kept_at::float8 AS "keptAt", unseen_starts::float8 AS "unseenStarts",
  CASE WHEN suspended_until > clock.now THEN suspended_until::float8 END AS "suspendedUntil", active.session_id::text AS "activeSessionId", clock.now::float8 AS "now",
  used.fingerprint, used.outcome, used.is_shortened AS "isShortened"
FROM unnest($1::bigint[], $4::text[]) AS input (sequential_id, key)
CROSS JOIN (SELECT coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) OFFSET 0) AS clock (now)
JOIN metadata ON metadata.sequential_id = input.sequential_id
LEFT JOIN active_sessions AS active
  ON active.sequential_id = input.sequential_id AND coalesce(active.corrected_activity, active.last_activity) > clock.now - $3::bigint
LEFT JOIN LATERAL (
  SELECT fingerprint, outcome, is_shortened
  FROM idempotency_keys
  WHERE sequential_id = input.sequential_id AND key = input.key AND created_at + $5::bigint > clock.now
  OFFSET 0
) AS used ON true
