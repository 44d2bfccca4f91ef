-- The coordinator does not see in a subquery that a row has the shard of the player, so the ids tell it.
ended_sessions.sequential_id = ANY (:ids) AND ended_sessions.sequential_id = metadata.sequential_id
