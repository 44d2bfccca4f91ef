-- Notes that a process lives that sends webhooks. Expects webhook_senders_pkey.
-- Parameters: holder text, now bigint?
INSERT INTO webhook_senders (holder, seen_at)
VALUES (:holder, :present)
ON CONFLICT (holder) DO UPDATE SET seen_at = excluded.seen_at
