-- The names of members that the event of a write tells, after those of the rows before in the period: `withMembers` of events.ts.
CASE WHEN updated.told_bytes <= :mostMemberBytes
      THEN '{"members":' || convert_from(substring(:toldMembers_bytes FROM updated.members_start FOR updated.members_length), 'UTF8') END
