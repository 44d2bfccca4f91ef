## A player's metadata as the service has it.
class_name PlaykeepRecord
extends RefCounted

var player_id: String
var sequential_id: int
## Parsed by [PlaykeepJson].
var metadata: Dictionary
## The metadata as the service stores it, to the last digit.
var text: String
## The entity tag; empty in a lookup.
var etag: String
