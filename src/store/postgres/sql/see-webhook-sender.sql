-- Notes that a process lives that sends webhooks. Expects webhook_senders_pkey.
-- Parameters: holder text, now bigint?
INSERT INTO webhook_senders (holder, alive_at)
VALUES (:holder, :present)
ON CONFLICT (holder) DO UPDATE SET alive_at = excluded.alive_at
