-- On Citus a name without metadata is no finding: a registration or an erasure was cut off between its steps, and the next contact of
-- the player finishes it.
true
