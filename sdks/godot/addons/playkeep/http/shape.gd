## The shape of a complete answer of an operation. An answer that lacks any of it comes from a proxy, from a captive
## portal, or from somebody else's service, however much it looks like a success.
extends RefCounted

const _TEXT: Array[int] = [TYPE_STRING]
const _TEXT_OR_NULL: Array[int] = [TYPE_STRING, TYPE_NIL]
const _INTEGER: Array[int] = [TYPE_INT]
## Digits that a float cannot hold are a [PlaykeepNumber].
const _NUMBER: Array[int] = [TYPE_INT, TYPE_FLOAT, TYPE_OBJECT]

const _RECORD := {"playerId": _TEXT, "sequentialId": _INTEGER, "metadata": [TYPE_DICTIONARY]}
const _VERSION := {
	"version": _INTEGER,
	"etag": _TEXT,
	"writtenAt": _TEXT_OR_NULL,
	"writtenBy": _TEXT,
	"sessionId": _TEXT_OR_NULL,
	"replacedAt": _TEXT,
	"sizeBytes": _INTEGER,
}
const _SESSION := {"sessionId": _TEXT, "startTime": _TEXT}
const _ENDED := {"endTime": _TEXT, "duration": _NUMBER}
const _PLAYER := {"playerId": _TEXT}
const _ACTIVITY := {"lastActivity": _TEXT}

## The answer is the player's own record, which has an entity tag.
var is_tagged := false
## Of the member [code]data[/code] of the envelope.
var _is_data: Callable


## Is the data of an answer complete?
func fits(data: Variant) -> bool:
	return _is_data.call(data)


static func own_record() -> RefCounted:
	var shape := _of(_RECORD)
	shape.is_tagged = true
	return shape


static func record_of(sequential_id: int) -> RefCounted:
	return _of(_RECORD, {"sequentialId": sequential_id})


## Every player who was asked for, and nobody else.
static func records(ids: Array) -> RefCounted:
	return _made(
		func(data: Variant) -> bool:
			if not _lists(data, "records", _RECORD) or not data.get("unknown") is Array:
				return false
			var answered := {}
			for record: Dictionary in data["records"]:
				answered[record["sequentialId"]] = true
			for id: Variant in data["unknown"]:
				answered[id] = true
			var asked := {}
			for id: Variant in ids:
				asked[id] = true
			return answered.size() == asked.size() and answered.has_all(asked.keys())
	)


static func deleted() -> RefCounted:
	return _made(func(data: Variant) -> bool: return data is String and data == "Metadata deleted")


static func versions() -> RefCounted:
	return _made(func(data: Variant) -> bool: return _lists(data, "versions", _VERSION))


static func version(number: int) -> RefCounted:
	return _of(_RECORD.merged(_VERSION), {"version": number})


static func started() -> RefCounted:
	return _of(_SESSION.merged(_PLAYER))


## Of the session that is named, or of any where the text is empty.
static func beaten(session_id: String) -> RefCounted:
	return _of(_ACTIVITY.merged(_PLAYER).merged({"sessionId": _TEXT}), _named(session_id))


static func stopped(session_id: String) -> RefCounted:
	return _of(_SESSION.merged(_ENDED).merged(_PLAYER), _named(session_id))


static func active() -> RefCounted:
	return _of(_SESSION.merged(_ACTIVITY).merged(_PLAYER))


static func history() -> RefCounted:
	return _made(
		func(data: Variant) -> bool:
			var members := _SESSION.merged(_ENDED).merged({"reason": _TEXT})
			return _lists(data, "sessions", members) and _holds(data, {"nextCursor": _TEXT_OR_NULL})
	)


static func _named(session_id: String) -> Dictionary:
	return {} if session_id.is_empty() else {"sessionId": session_id}


static func _of(members: Dictionary, values := {}) -> RefCounted:
	return _made(
		func(data: Variant) -> bool:
			if not _holds(data, members):
				return false
			return values.keys().all(func(name: String) -> bool: return data[name] == values[name])
	)


static func _made(check: Callable) -> RefCounted:
	var shape := new()
	shape._is_data = check
	return shape


## Has a value the members, each of one of its types?
static func _holds(value: Variant, members: Dictionary) -> bool:
	if not value is Dictionary:
		return false
	return members.keys().all(
		func(name: String) -> bool: return value.has(name) and typeof(value[name]) in members[name]
	)


static func _lists(data: Variant, name: String, members: Dictionary) -> bool:
	if not data is Dictionary or not data.get(name) is Array:
		return false
	return data[name].all(func(item: Variant) -> bool: return _holds(item, members))
