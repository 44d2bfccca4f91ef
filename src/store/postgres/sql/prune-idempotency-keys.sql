-- Drops what is too much of a player's answers under idempotency keys: past the newest $3 keys all of it, past $4 bytes of answers
-- the whole of each that is longer than $5 bytes, for which the brief one stays; an answer of the version before has none, and
-- goes. The key just written, $2, comes first, whatever the clock says, and stays however long its answer is. What was written
-- more than $7 from now was written before the clock was set back. It waits for no row that another transaction has. Expects replays_pkey.
WITH clock (now) AS (
  SELECT coalesce($6::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
),
placed AS (
  SELECT key, coalesce(brief_at = created_at, false) AS is_brief, octet_length(outcome) AS length,
    row_number() OVER newest AS place, sum(octet_length(outcome)) OVER newest AS bytes
  FROM replays
  WHERE sequential_id = $1::bigint AND outcome IS NOT NULL
  WINDOW newest AS (ORDER BY key <> $2::text, abs(created_at) > (SELECT now FROM clock) + $7::bigint, abs(created_at) DESC, key)
),
surplus AS (
  SELECT key, place > $3::int OR NOT is_brief AS goes
  FROM placed
  WHERE key <> $2::text AND (place > $3::int OR bytes > $4::bigint AND length > $5::int)
),
held AS (
  SELECT replays.key, surplus.goes
  FROM surplus JOIN replays ON replays.key = surplus.key
  WHERE replays.sequential_id = $1::bigint
  FOR UPDATE OF replays SKIP LOCKED
),
gone AS (
  DELETE FROM replays
  USING held
  WHERE replays.sequential_id = $1::bigint AND replays.key = held.key AND held.goes
)
UPDATE replays
SET outcome = brief, brief = NULL, brief_at = NULL, created_at = -created_at
FROM held
WHERE replays.sequential_id = $1::bigint AND replays.key = held.key AND NOT held.goes AND brief_at = created_at
