-- The time by which what is old ends: now, unless the clock has jumped ahead (src/lib/clock-skew.ts).
coalesce((SELECT certain_at FROM clock_state WHERE id = 1 AND :present - certain_at > :jump), :present)
