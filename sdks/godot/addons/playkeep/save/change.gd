## A change of a save: how it is kept on the device, its effect on a document, and the paths that it touches. A change
## is never edited; another state of it is a copy.
extends RefCounted

const Change := preload("change.gd")
const RandomId := preload("../random_id.gd")

const INITIAL := &"initial"
const SET := &"set"
const MERGE := &"merge"
const PATCH := &"patch"
const INCREMENT := &"increment"
const APPEND := &"append"

var id: String
var kind: StringName
## ISO 8601, by the device's clock, for display.
var made_at: String
## One member: [code]data[/code] (a document), [code]patch[/code] (RFC 7396) or [code]operations[/code] (RFC 6902 and
## counters).
var body: Dictionary
## Its place in the order.
var number: int
## How many changes of the game were joined into it.
var count := 1
## It was refused together with others, and is sent by itself.
var is_alone := false
## The beginning of a save whose metadata was deleted: it goes upon the deleted state, not upon none.
var is_upon_deleted := false
## It was refused by itself, and waits for the game: [code]code[/code], [code]status[/code], [code]message[/code],
## [code]detail[/code]. Empty for a change that was not refused.
var refusal: Dictionary = {}
var _text := ""
## The body as JSON; empty before it was written.
var _body_text := ""


## [param body_text] is the body as JSON, where it is known.
static func of(
	change_kind: StringName, change_body: Dictionary, milliseconds: int, body_text := ""
) -> Change:
	var change := Change.new()
	change.id = RandomId.make()
	change.kind = change_kind
	change.body = change_body
	change._body_text = body_text
	change.made_at = format_time(milliseconds)
	return change


## The change of a line of the queue's file; null for text that is none.
static func parse(line: String) -> Change:
	var stored: Variant = PlaykeepJson.parse(line)
	if not stored is Dictionary or not stored.get("body") is Dictionary:
		return null
	var change := Change.new()
	change.id = str(stored.get("id"))
	change.kind = StringName(str(stored.get("kind")))
	change.made_at = str(stored.get("madeAt"))
	change.body = stored.body
	change.number = int(stored.get("number", 0))
	change.is_alone = stored.get("isAlone") == true
	change.is_upon_deleted = stored.get("isUponDeleted") == true
	change.count = int(stored.get("count", 1))
	change.refusal = stored.get("refusal", {})
	change._text = line
	return change


## One line of JSON.
func text() -> String:
	if _text.is_empty():
		var stored := {"id": id, "kind": String(kind), "madeAt": made_at, "number": number}
		if is_alone:
			stored["isAlone"] = true
		if is_upon_deleted:
			stored["isUponDeleted"] = true
		if count > 1:
			stored["count"] = count
		if is_refused():
			stored["refusal"] = refusal
		if _body_text.is_empty():
			_body_text = PlaykeepJson.stringify(body)
		# Bodies may be large, and are written once for all copies of a change.
		_text = '%s,"body":%s}' % [PlaykeepJson.stringify(stored).trim_suffix("}"), _body_text]
	return _text


func is_refused() -> bool:
	return not refusal.is_empty()


func with_body(other: Dictionary) -> Change:
	var change := _copy()
	change.body = other
	change._body_text = ""
	return change


func with_number(other: int) -> Change:
	var change := _copy()
	change.number = other
	return change


func alone() -> Change:
	var change := _copy()
	change.is_alone = true
	return change


func upon_deleted() -> Change:
	var change := _copy()
	change.is_upon_deleted = true
	return change


func refused(error: PlaykeepError) -> Change:
	var change := _copy()
	change.refusal = {
		"code": String(error.code),
		"status": error.status,
		"message": error.message,
		"detail": error.detail,
	}
	return change


## Why it was refused; null for a change that was not.
func refusal_error() -> PlaykeepError:
	if not is_refused():
		return null
	var error := PlaykeepError.of(
		StringName(str(refusal.get("code"))),
		str(refusal.get("message")),
		int(refusal.get("status", 0))
	)
	error.detail = str(refusal.get("detail", ""))
	return error


func _copy() -> Change:
	var change := Change.new()
	change.id = id
	change.kind = kind
	change.made_at = made_at
	change.body = body
	change._body_text = _body_text
	change.number = number
	change.is_alone = is_alone
	change.is_upon_deleted = is_upon_deleted
	change.count = count
	change.refusal = refusal
	return change


## The operations with which it turns this document into another one. They are right for this document alone.
func operations_upon(document: Dictionary) -> Array[Dictionary]:
	if body.has("data"):
		return PlaykeepPatch.difference(document, body.data)
	if body.has("patch"):
		return PlaykeepPatch.operations_of_merge(document, body.patch)
	return operations()


## Its own operations; none for a change that has a document or a merge patch.
func operations() -> Array[Dictionary]:
	var own: Array[Dictionary] = []
	for operation: Dictionary in body.get("operations", []):
		own.append(operation)
	return own


## The document after it, or why it does not apply.
func apply_to(document: Dictionary) -> PlaykeepJson.Result:
	if body.has("data"):
		return PlaykeepJson.Result.success(body.data)
	if body.has("patch"):
		return PlaykeepJson.Result.success(PlaykeepPatch.apply_merge(document, body.patch))
	return PlaykeepPatch.apply(document, body.operations)


## The document after the changes. A change that does not apply is left out: the service decides about it. So is the
## beginning of a save that has begun.
static func apply_all(document: Dictionary, changes: Array[Change]) -> Dictionary:
	var state := document
	for change in changes:
		if change.kind == INITIAL and not state.is_empty():
			continue
		var result := change.apply_to(state)
		if result.ok:
			state = result.value
	return state


## Additions alone, which apply to any state and give the same sum in any order.
func is_counter() -> bool:
	return body.has("operations") and operations().all(_is_addition)


static func _is_addition(operation: Dictionary) -> bool:
	return operation.get("op") == "increment" or operation.get("op") == "append"


## The paths at which the change takes a value for granted, which an addition does not. A path through an array ends at
## the array, whose items may have moved. [param document] is the state before it.
func touched_paths(document: Dictionary) -> Array[PackedStringArray]:
	var paths: Array[PackedStringArray] = []
	if body.has("patch"):
		_add_leaves(paths, body.patch)
	else:
		for operation in operations_upon(document):
			if not _is_addition(operation):
				_add_paths_of(paths, operation)
	for index in paths.size():
		paths[index] = until_array(document, paths[index])
	return paths


static func _add_paths_of(paths: Array[PackedStringArray], operation: Dictionary) -> void:
	var path := PlaykeepPointer.parse(operation.path)
	# An item that is added at the end takes nothing for granted.
	if operation.op == "add" and not path.is_empty() and path[-1] == "-":
		return
	paths.append(path)
	if operation.get("from") is String:
		paths.append(PlaykeepPointer.parse(operation.from))


static func _add_leaves(paths: Array[PackedStringArray], patch: Dictionary) -> void:
	var waiting: Array = [[PackedStringArray(), patch]]
	while not waiting.is_empty():
		var next: Array = waiting.pop_back()
		var members: Dictionary = next[1]
		for key: Variant in members:
			var path: PackedStringArray = next[0].duplicate()
			path.append(str(key))
			var value: Variant = members[key]
			if value is Dictionary and not value.is_empty():
				waiting.append([path, value])
			else:
				paths.append(path)


## The path, or the beginning of it that leads to an array.
static func until_array(document: Dictionary, path: PackedStringArray) -> PackedStringArray:
	var value: Variant = document
	for index in path.size():
		if value is Array:
			return path.slice(0, index)
		value = PlaykeepPointer.child_of(value, path[index])
	return path


## ISO 8601 in UTC with milliseconds, of milliseconds since the epoch.
static func format_time(milliseconds: int) -> String:
	@warning_ignore("integer_division")
	var seconds := Time.get_datetime_string_from_unix_time(milliseconds / 1000)
	return "%s.%03dZ" % [seconds, milliseconds % 1000]
