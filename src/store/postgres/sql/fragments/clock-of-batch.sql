-- The clock of a statement that writes rows of many players. One locked row must not hold up the other players of its batch, so the wait
-- for locks is bounded. The statement has to read the clock before it takes its first lock.
clock (now) AS (SELECT :present :short_lock_wait)
