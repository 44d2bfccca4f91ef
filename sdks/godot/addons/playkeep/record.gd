## A player's metadata as the service has it.
class_name PlaykeepRecord
extends RefCounted

## The claim of the token that names the player.
var player_id: String
## Counts players in the order of their first requests. Others read the record by it.
var sequential_id: int
## Parsed by [PlaykeepJson].
var metadata: Dictionary
## The metadata as the service stores it, to the last digit.
var text: String
## The entity tag; empty in a lookup.
var etag: String


## Null for members that are no record.
static func of(members: Variant, source: String, entity_tag: String) -> PlaykeepRecord:
	var record := PlaykeepRecord.new()
	return record if record.take(members, source, entity_tag) else null


## Takes the members of an answer, with the text of its metadata. False for members that are no record.
func take(members: Variant, source: String, entity_tag: String) -> bool:
	if not members is Dictionary or not members.get("metadata") is Dictionary:
		return false
	if not members.get("playerId") is String or not members.get("sequentialId") is int:
		return false
	player_id = members["playerId"]
	sequential_id = members["sequentialId"]
	metadata = members["metadata"]
	text = source
	etag = entity_tag
	return true
