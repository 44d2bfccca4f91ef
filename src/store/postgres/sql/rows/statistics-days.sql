-- Made by `npm run statements` of src/store/ports/rows/. A test compares both.

-- :sums_columns: The columns of the sums of a day.
kind, day, sums

-- :sums_input: The rows of the sums of a day, out of arrays.
-- Parameters: kind text[], day bigint[], sums text[]
unnest(:kind, :day, :sums)
  AS input (kind, day, sums)

-- :sums_values: The values of the sums of a day after the sequential id.
input.kind, input.day, input.sums
