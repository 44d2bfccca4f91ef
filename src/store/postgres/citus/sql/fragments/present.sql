-- On Citus the time is always given. A worker would use its own clock, and Citus refuses functions of the time beside columns.
:now
