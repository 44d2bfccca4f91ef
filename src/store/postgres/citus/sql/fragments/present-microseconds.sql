-- On Citus the time is always given.
:nowMicroseconds
