-- The time that decides, in milliseconds since the epoch: by the clock of the database, unless a test brings a clock.
coalesce(:now, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
