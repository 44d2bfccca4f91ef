-- Bounds the wait for locks in a transaction of the counting: no request waits for it.
SET LOCAL lock_timeout = '200ms'
