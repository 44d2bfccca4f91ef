-- People who sign in at the console by OpenID Connect, and what a session of theirs needs: when their role was confirmed last, and
-- the sealed tokens by which it is confirmed again. A program of before writes and reads the other columns. No write of a player
-- touches these tables; on Citus they stay local tables of the coordinator.
CREATE TABLE IF NOT EXISTS console_people (
  person_id text COLLATE "C" PRIMARY KEY,
  issuer text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  mail text COLLATE "C",
  scopes text NOT NULL,
  created_at bigint NOT NULL,
  confirmed_at bigint NOT NULL,
  role_gone_at bigint
);

ALTER TABLE console_sessions ADD COLUMN IF NOT EXISTS attempt text COLLATE "C";
ALTER TABLE console_sessions ADD COLUMN IF NOT EXISTS tokens text;
ALTER TABLE console_sessions ADD COLUMN IF NOT EXISTS confirmed_at bigint;
ALTER TABLE console_sessions ADD COLUMN IF NOT EXISTS checking_until bigint;

CREATE UNIQUE INDEX IF NOT EXISTS console_sessions_attempt_key ON console_sessions (attempt);
