-- Adds a person of the console.
-- Parameters: personId text, issuer text, subject text, mail text?, scopes text, now bigint?
WITH :clock
INSERT INTO console_people (person_id, issuer, subject, mail, scopes, created_at, confirmed_at)
VALUES (:personId, :issuer, :subject, :mail, :scopes, :clock_now, :clock_now)
