-- People who sign in at the console by OpenID Connect, and what a session of theirs needs: when their role was confirmed last, and
-- the sealed tokens by which it is confirmed again. A program of before writes and reads the other columns.
CREATE TABLE console_people (
  person_id    TEXT    PRIMARY KEY,
  issuer       TEXT    NOT NULL,
  subject      TEXT    NOT NULL,
  mail         TEXT,
  scopes       TEXT    NOT NULL,
  created_at   INTEGER NOT NULL,
  confirmed_at INTEGER NOT NULL,
  role_gone_at INTEGER
) STRICT, WITHOUT ROWID;

ALTER TABLE console_sessions ADD COLUMN attempt TEXT;
ALTER TABLE console_sessions ADD COLUMN tokens TEXT;
ALTER TABLE console_sessions ADD COLUMN confirmed_at INTEGER;
ALTER TABLE console_sessions ADD COLUMN checking_until INTEGER;

CREATE UNIQUE INDEX console_sessions_attempt_key ON console_sessions (attempt);
