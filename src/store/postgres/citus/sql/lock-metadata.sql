-- Locks the rows of players of one shard, before their sessions. Expects metadata_pkey.
SELECT FROM metadata WHERE sequential_id = ANY ($1::bigint[]) ORDER BY sequential_id FOR NO KEY UPDATE
