-- What is left of a long answer under an idempotency key when there is too much of them, and what a refusal that is but a word has
-- to say beside it; as JSON, null for neither. Once it has taken the place of `outcome`, `created_at` is negative: a process of the
-- version before takes such a key for one that is too old, and does as it always did with what it had forgotten.
ALTER TABLE replays
  ADD COLUMN IF NOT EXISTS brief text,
  -- `created_at` of the answer that it is of: such a process leaves both as they are when it takes an old key anew.
  ADD COLUMN IF NOT EXISTS brief_at bigint;
