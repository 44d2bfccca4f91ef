-- Drops what is beyond the newest keys of a player, in number or in bytes of their answers. Expects replays_pkey.
DELETE FROM replays
WHERE sequential_id = $1::bigint AND outcome IS NOT NULL AND key IN (
  SELECT key FROM (
    SELECT key, row_number() OVER newest AS place, sum(octet_length(outcome)) OVER newest AS bytes
    FROM replays
    WHERE sequential_id = $1::bigint
    WINDOW newest AS (ORDER BY created_at DESC, key)
  ) AS counted
  WHERE place > $2::int OR bytes > $3::bigint
)
