-- The digest of a name in a row `named`.
encode(sha256(convert_to(named.player_id, 'UTF8')), 'hex')
