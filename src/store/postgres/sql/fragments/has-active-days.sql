-- The statistics have active days of a player.
EXISTS (SELECT FROM statistics_players)
