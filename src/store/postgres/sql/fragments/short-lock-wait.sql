-- Bounds the wait for locks up to the end of the transaction.
FROM set_config('lock_timeout', '100ms', true)
