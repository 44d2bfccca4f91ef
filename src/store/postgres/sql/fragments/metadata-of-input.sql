-- The metadata of the players of the input.
metadata.sequential_id = input.sequential_id
