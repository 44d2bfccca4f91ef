-- All people of the console, the oldest first.
-- Columns: personId text, issuer text, subject text, mail text?, scopes text, createdAt float8, confirmedAt float8, roleGoneAt float8?
SELECT :person_columns
FROM console_people
ORDER BY console_people.created_at, console_people.person_id
