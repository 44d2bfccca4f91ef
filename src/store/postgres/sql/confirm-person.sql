-- Notes that a person has a role now. No row for a person who is not known. Expects console_people_pkey.
-- Parameters: personId text, mail text?, scopes text, now bigint?
-- Columns: personId text
UPDATE console_people
SET mail = :mail, scopes = :scopes, confirmed_at = :present, role_gone_at = NULL
WHERE person_id = :personId
RETURNING person_id AS "personId"
