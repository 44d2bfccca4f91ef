-- A save may replace the text of a row of metadata and keep nothing: a version was kept within `interval`, the player wrote the present
-- text, no session was started since a write last looked for the active one, the save loses less than most of it, and the player is not
-- suspended. A version kept more than
-- `skew` ahead of now is from before the clock was set back. A null `interval` means that no versions are kept.
(:interval IS NULL OR NOT metadata.by_server AND metadata.unseen_starts = 0 AND metadata.kept_at > :clock_now - :interval
    AND metadata.kept_at <= :clock_now + :skew)
  AND :keeps_half
  AND :not_suspended
