-- Begins a transaction that reads as of one moment, whatever is written meanwhile.
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY
