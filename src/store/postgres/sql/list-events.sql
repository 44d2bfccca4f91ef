-- The events of ranges of ids, of the types of a mask, of a player or of all. Expects events_id.
-- Parameters: starts bigint[], ends bigint[], types int, ofPlayer bigint?, limit int
-- Columns: id float8, at float8, type int, sequentialId float8, data text, personal text?
SELECT events.id::float8, events.at::float8, events.type::int, events.sequential_id::float8 AS "sequentialId", events.data, events.personal
FROM unnest(:starts, :ends) WITH ORDINALITY AS range (first, last, number)
JOIN LATERAL (
  SELECT * FROM events
  WHERE id >= range.first AND id <= range.last AND (1 << type) & :types <> 0
    AND (:ofPlayer IS NULL OR sequential_id = :ofPlayer)
  ORDER BY id
  LIMIT :limit
) AS events ON true
ORDER BY range.number, events.id
LIMIT :limit
