-- The time in a statement that begins with the clock.
(SELECT now FROM clock)
