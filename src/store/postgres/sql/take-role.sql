-- Takes all scopes of a person. Expects console_people_pkey.
-- Parameters: personId text, now bigint?
UPDATE console_people
SET scopes = '', role_gone_at = :present
WHERE person_id = :personId AND role_gone_at IS NULL
