-- The rows of a player's history past its bounds, as common table expressions: `is_deleted`, or the context is cleared.
newest AS (
  SELECT ended_at, session_id, octet_length(context) AS bytes
  FROM ended_sessions
  WHERE sequential_id = :sequentialId
  ORDER BY ended_at DESC, session_id DESC
  LIMIT :readRows
),
ranked AS (
  SELECT ended_at, session_id, bytes, row_number() OVER newer AS rank, sum(bytes) OVER newer AS context_bytes,
    least(count(*) OVER (), :maxRows) * :rowBytes AS row_bytes
  FROM newest
  WINDOW newer AS (ORDER BY ended_at DESC, session_id DESC)
),
surplus AS (
  (SELECT ended_at, session_id, true AS is_deleted FROM ranked WHERE rank > :maxRows)
  UNION ALL
  (
    SELECT ended_at, session_id, false FROM ranked
    WHERE rank <= :maxRows AND bytes IS NOT NULL AND row_bytes + context_bytes > :maxBytes
    ORDER BY rank DESC
    LIMIT :stepRows
  )
)
