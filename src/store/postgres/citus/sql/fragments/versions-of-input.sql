-- The coordinator finds the shard of a batch by the ids, not by a join with the input.
metadata_versions.sequential_id = ANY (:ids) AND metadata_versions.sequential_id = input.sequential_id
