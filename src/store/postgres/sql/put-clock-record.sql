-- Notes a judgement of the clock. Expects clock_state_pkey.
-- Parameters: certainAt bigint, doubtedAt bigint?, waited bigint
INSERT INTO clock_state (id, certain_at, doubted_at, waited)
VALUES (1, :certainAt, :doubtedAt, :waited)
ON CONFLICT (id) DO UPDATE SET certain_at = excluded.certain_at, doubted_at = excluded.doubted_at, waited = excluded.waited
