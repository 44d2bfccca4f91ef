-- The kept versions of the players of the input.
metadata_versions.sequential_id = input.sequential_id
