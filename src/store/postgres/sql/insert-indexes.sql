-- Declares indexes, in the order of the input.
-- Parameters: pointers text[], types text[], time bigint
INSERT INTO metadata_indexes (pointer, type, created_at, declared_at)
SELECT input.pointer, input.type, :time, :time
FROM unnest(:pointers, :types) WITH ORDINALITY AS input (pointer, type, position)
ORDER BY input.position
