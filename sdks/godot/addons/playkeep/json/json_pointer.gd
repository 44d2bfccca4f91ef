## JSON Pointers (RFC 6901) and the values that they name. A path is the list of a pointer's tokens.
class_name PlaykeepPointer
extends RefCounted


## Is this text a pointer?
static func is_pointer(pointer: String) -> bool:
	if pointer.is_empty():
		return true
	return pointer.begins_with("/") and not pointer.replace("~0", "").replace("~1", "").contains("~")


## The tokens of a pointer, which must be one.
static func parse(pointer: String) -> PackedStringArray:
	if pointer.is_empty():
		return PackedStringArray()
	var tokens := pointer.substr(1).split("/")
	for index in tokens.size():
		tokens[index] = tokens[index].replace("~1", "/").replace("~0", "~")
	return tokens


## The pointer of a path.
static func format(path: PackedStringArray) -> String:
	var pointer := ""
	for token in path:
		pointer += "/" + token.replace("~", "~0").replace("/", "~1")
	return pointer


## The index of an array that a token names; -1 for a token that is none.
static func index_of(token: String) -> int:
	# Indexes have no sign and no leading zero. Eighteen digits are below 2^63.
	if token.is_empty() or token.length() > 18 or (token.length() > 1 and token.begins_with("0")):
		return -1
	for position in token.length():
		var code := token.unicode_at(position)
		if code < 48 or code > 57:
			return -1
	return token.to_int()


## Has a value a member or an item under this token?
static func has_child(value: Variant, token: String) -> bool:
	if value is Dictionary:
		return (value as Dictionary).has(token)
	if value is Array:
		var index := index_of(token)
		return index >= 0 and index < (value as Array).size()
	return false


## The member or item under this token; null where there is none.
static func child_of(value: Variant, token: String) -> Variant:
	if not has_child(value, token):
		return null
	return value[token] if value is Dictionary else value[index_of(token)]


## Is there a value at this path?
static func has(value: Variant, path: PackedStringArray) -> bool:
	var at: Variant = value
	for token in path:
		if not has_child(at, token):
			return false
		at = child_of(at, token)
	return true


## The value at a path; [param otherwise] where there is none.
static func value_at(value: Variant, path: PackedStringArray, otherwise: Variant = null) -> Variant:
	var at: Variant = value
	for token in path:
		if not has_child(at, token):
			return otherwise
		at = child_of(at, token)
	return at


## Does a path lead to the other one or through it?
static func is_prefix(prefix: PackedStringArray, path: PackedStringArray) -> bool:
	return prefix.size() <= path.size() and path.slice(0, prefix.size()) == prefix
