## A string that Godot cannot hold: it has U+0000 or half a surrogate pair. It is never changed.
class_name PlaykeepText
extends RefCounted

## The JSON text, with its quotes and with escapes where JSON takes no character.
var source: String
## For people: U+FFFD stands for each such character.
var value: String


func _to_string() -> String:
	return value
