-- Drops what is beyond the newest keys of a player, in number or in bytes of their answers. The key just written, $2, comes
-- first, whatever the clock says, and stays however long its answer is. Expects replays_pkey.
DELETE FROM replays
WHERE sequential_id = $1::bigint AND outcome IS NOT NULL AND key <> $2::text AND key IN (
  SELECT key FROM (
    SELECT key, row_number() OVER newest AS place, sum(octet_length(outcome)) OVER newest AS bytes
    FROM replays
    WHERE sequential_id = $1::bigint
    WINDOW newest AS (ORDER BY key <> $2::text, created_at DESC, key)
  ) AS counted
  WHERE place > $3::int OR bytes > $4::bigint
)
