-- The coordinator finds the shard of a batch by the ids, not by a join with the input.
active_sessions.sequential_id = ANY (:ids) AND active_sessions.sequential_id = input.sequential_id
