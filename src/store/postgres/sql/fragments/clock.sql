-- A common table expression with the time, which is read once for a statement.
clock (now) AS (SELECT :present)
