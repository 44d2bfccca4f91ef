-- On Citus a local table and a distributed one are not looked at in one statement; the variant looks first.
true
