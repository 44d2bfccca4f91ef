-- The rows of a range of players.
sequential_id > :after AND sequential_id <= :end
