-- The period in which the event of a write tells names of members, and their bytes in it so far: `withMembers` of events.ts.
told_period = :clock_now / 2592000000,
    told_bytes = CASE WHEN metadata.told_period = :clock_now / 2592000000 THEN metadata.told_bytes ELSE 0 END + coalesce(input.members_length, 0)
