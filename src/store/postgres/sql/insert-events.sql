-- Writes events within the transaction of what they tell, in the order of the input. An earlier statement of the transaction has
-- written, so that the ids are drawn by a transaction that has a number (`settled` of event_runs).
-- Parameters: toldIds bigint[], toldTypes int[], toldData packed text[], toldPersonal text?[], now bigint?
INSERT INTO events (at, type, sequential_id, data, personal)
SELECT :present, event.type, event.sequential_id,
  convert_from(substring(:toldData_bytes FROM event.start FOR event.length), 'UTF8'), event.personal
FROM unnest(:toldIds, :toldTypes, :toldData_starts, :toldData_lengths, :toldPersonal) WITH ORDINALITY
  AS event (sequential_id, type, start, length, personal, position)
ORDER BY event.position
