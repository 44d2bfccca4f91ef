-- Gives the lease back. Expects event_stamper_pkey.
-- Parameters: holder text
UPDATE event_stamper SET holder = NULL, lease_until = 0 WHERE id = 1 AND holder = :holder
