-- The player of a row of metadata is not suspended now.
(metadata.suspended_until IS NULL OR metadata.suspended_until <= :present)
