-- The number of people of the console.
-- Columns: people float8
SELECT count(*)::float8 AS people
FROM console_people
