-- The end of a suspension that is not over, of the player of a row of metadata.
CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > :present THEN metadata.suspended_until::float8 END
