-- There is metadata under the number of a name.
(SELECT metadata.sequential_id FROM metadata WHERE metadata.sequential_id = players.sequential_id) IS NOT NULL
