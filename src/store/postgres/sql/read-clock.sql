-- The time that decides, in milliseconds: by the clock of the database, unless a test brings a clock.
-- Parameters: now bigint?
-- Columns: now float8
SELECT (:present)::float8 AS now
