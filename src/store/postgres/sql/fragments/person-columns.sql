-- The columns of a person of the console.
console_people.person_id AS "personId", console_people.issuer, console_people.subject, console_people.mail, console_people.scopes,
  console_people.created_at::float8 AS "createdAt", console_people.confirmed_at::float8 AS "confirmedAt",
  console_people.role_gone_at::float8 AS "roleGoneAt"
