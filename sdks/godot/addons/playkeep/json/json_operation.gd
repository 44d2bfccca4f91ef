## One operation of a patch: the six of RFC 6902, [code]increment[/code] and [code]append[/code]. An edit copies the
## containers on its path and shares all others.
extends RefCounted

const Decimal := preload("decimal.gd")

const COUNTER_MEMBERS: Dictionary[String, Array] = {
	"increment": ["op", "path", "by", "min", "max", "initial"],
	"append": ["op", "path", "value", "maxItems"],
}

## Why the operation does not apply or is malformed; empty where it applied.
var error := ""
var op := ""

var _members: Dictionary
var _path: PackedStringArray


func _init(members: Dictionary) -> void:
	_members = members
	op = str(members.get("op", ""))


## The document after the operation. [member error] tells whether it applied.
func apply(document: Variant) -> Variant:
	_path = _pointer("path")
	if op in ["add", "replace", "test", "append"] and not _members.has("value"):
		_fail("it has no \"value\"")
	if COUNTER_MEMBERS.has(op):
		for key: Variant in _members:
			if not String(key) in COUNTER_MEMBERS[op]:
				_fail("it has a member that \"%s\" does not take" % op)
	if not error.is_empty():
		return document
	match op:
		"add":
			return _add(document, _path, _members["value"])
		"replace":
			return _edit(document, _path, _members["value"]) if _exists(document, _path) else document
		"remove":
			return _remove(document, _path)
		"test":
			return _test(document)
		"copy", "move":
			return _transfer(document)
		"increment":
			return _increment(document)
		"append":
			return _append(document)
	return _fail("its \"op\" is not known")


func _fail(reason: String) -> Variant:
	if error.is_empty():
		error = reason
	return null


func _pointer(member: String) -> PackedStringArray:
	var pointer: Variant = _members.get(member)
	if pointer is String or pointer is StringName:
		if PlaykeepPointer.is_pointer(pointer):
			return PlaykeepPointer.parse(pointer)
	_fail("its \"%s\" is no JSON Pointer, which begins with / and has ~ only in ~0 and ~1" % member)
	return PackedStringArray()


func _exists(document: Variant, path: PackedStringArray) -> bool:
	if not PlaykeepPointer.has(document, path):
		_fail("there is no such value")
	return error.is_empty()


## A copy of the members that may be changed, also of a constant or typed dictionary.
static func members_of(dictionary: Dictionary) -> Dictionary:
	var members := {}
	members.merge(dictionary)
	return members


static func _items_of(array: Array) -> Array:
	var items := []
	items.append_array(array)
	return items


## Puts a value at a path. The parent must be there; a member need not be.
func _edit(document: Variant, path: PackedStringArray, value: Variant) -> Variant:
	# The containers from the document down to the parent.
	var parents: Array = []
	var at: Variant = document
	for index in path.size():
		if not (at is Dictionary or at is Array):
			return _fail("its parent is neither object nor array")
		parents.append(at)
		var is_last := index == path.size() - 1
		if not PlaykeepPointer.has_child(at, path[index]) and not (is_last and at is Dictionary):
			return _fail("there is no such item" if is_last else "its parent is missing")
		at = PlaykeepPointer.child_of(at, path[index])
	var next: Variant = value
	for index in range(path.size() - 1, -1, -1):
		var parent: Variant = parents[index]
		var copied: Variant = members_of(parent) if parent is Dictionary else _items_of(parent)
		copied[path[index] if parent is Dictionary else PlaykeepPointer.index_of(path[index])] = next
		next = copied
	return next


func _add(document: Variant, path: PackedStringArray, value: Variant) -> Variant:
	if path.is_empty():
		return value
	var parent_path := path.slice(0, -1)
	var parent: Variant = PlaykeepPointer.value_at(document, parent_path)
	if not parent is Array:
		return _edit(document, path, value)
	var token := path[-1]
	var index: int = parent.size() if token == "-" else PlaykeepPointer.index_of(token)
	if index < 0 or index > parent.size():
		return _fail("there is no such place in the array")
	var items := _items_of(parent)
	items.insert(index, value)
	return _edit(document, parent_path, items)


func _remove(document: Variant, path: PackedStringArray) -> Variant:
	if path.is_empty():
		return _fail("the whole document cannot be removed")
	if not _exists(document, path):
		return document
	var parent_path := path.slice(0, -1)
	var parent: Variant = PlaykeepPointer.value_at(document, parent_path)
	if parent is Dictionary:
		var members := members_of(parent)
		members.erase(path[-1])
		return _edit(document, parent_path, members)
	var items := _items_of(parent)
	items.remove_at(PlaykeepPointer.index_of(path[-1]))
	return _edit(document, parent_path, items)


func _test(document: Variant) -> Variant:
	if not _exists(document, _path):
		return document
	if not PlaykeepJson.is_equal(PlaykeepPointer.value_at(document, _path), _members["value"]):
		_fail("the value is another one")
	return document


func _transfer(document: Variant) -> Variant:
	var from := _pointer("from")
	if not error.is_empty() or not _exists(document, from):
		return document
	var value: Variant = PlaykeepPointer.value_at(document, from)
	if op == "copy":
		return _add(document, _path, value)
	if from == _path:
		return document
	if PlaykeepPointer.is_prefix(from, _path):
		return _fail("a value cannot be moved into itself")
	var without: Variant = _remove(document, from)
	return _add(without, _path, value) if error.is_empty() else document


## A number of the operation, which must be within the bounds of the service; null for none.
func _number(member: String) -> Variant:
	var number: Variant = _members.get(member)
	if _members.has(member):
		if not PlaykeepJson.is_number(number):
			_fail("its \"%s\" is no number" % member)
		elif not Decimal.is_within_bounds(number):
			_fail("\"%s\" has too many digits" % member)
	return number


func _increment(document: Variant) -> Variant:
	if not _members.has("by"):
		return _fail("it has no number \"by\"")
	var by: Variant = _number("by")
	var initial: Variant = _number("initial")
	var least: Variant = _number("min")
	var most: Variant = _number("max")
	var value: Variant = initial if initial != null else 0
	if PlaykeepPointer.has(document, _path):
		value = PlaykeepPointer.value_at(document, _path)
	if not PlaykeepJson.is_number(value):
		return _fail("the value is no number")
	if not error.is_empty():
		return document
	var sum: Variant = Decimal.add(value, by)
	if sum == null:
		return _fail("the sum has too many digits")
	if least != null and Decimal.compare(sum, least) < 0:
		return _fail("the result would be less than \"min\"")
	if most != null and Decimal.compare(sum, most) > 0:
		return _fail("the result would be more than \"max\"")
	return _edit(document, _path, sum)


func _append(document: Variant) -> Variant:
	var most: Variant = _number("maxItems")
	if _members.has("maxItems") and (not most is int or most < 1):
		_fail("its \"maxItems\" is no positive integer")
	var value: Variant = PlaykeepPointer.value_at(document, _path, [])
	if not value is Array:
		_fail("the value is no array")
	if not error.is_empty():
		return document
	var items := _items_of(value)
	items.append(_members["value"])
	return _edit(document, _path, items if most == null else items.slice(maxi(0, items.size() - most)))
