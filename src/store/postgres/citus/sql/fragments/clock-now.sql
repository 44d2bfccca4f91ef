-- The time is a parameter of each statement.
:now
