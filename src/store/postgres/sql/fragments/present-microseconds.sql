-- The time that decides, in microseconds since the epoch.
coalesce(:nowMicroseconds, floor(extract(epoch FROM statement_timestamp()) * 1000000)::bigint)
