-- The brief form of a long answer under an idempotency key, and the reason of a refusal that is stored as one word. JSON; null
-- for neither. Once the brief form has taken the place of `outcome`, `created_at` is negative: to a process of the version before
-- such a key is too old, and its request runs again there.
ALTER TABLE replays
  ADD COLUMN IF NOT EXISTS brief text,
  -- The `created_at` of the answer that `brief` belongs to: such a process leaves both columns as they are when it claims an old
  -- key again.
  ADD COLUMN IF NOT EXISTS brief_at bigint;
