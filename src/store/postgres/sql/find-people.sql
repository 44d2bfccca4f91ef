-- Finds people of the console who have a role, with the time of the lookup. Expects console_people_pkey.
-- Parameters: personIds text[], now bigint?
-- Columns: personId text, issuer text, subject text, mail text?, scopes text, createdAt float8, confirmedAt float8, roleGoneAt float8?,
--   now float8
SELECT :person_columns, (:present)::float8 AS now
FROM console_people
WHERE person_id = ANY (:personIds) AND role_gone_at IS NULL
