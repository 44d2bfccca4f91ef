## The writer of values as JSON text without white space, and their copy, without recursion.
extends RefCounted

const FloatText := preload("float_text.gd")

## The characters that a JSON string holds as escapes alone.
static var _escaped := RegEx.create_from_string("[\"\\\\\\x01-\\x1f]")

## The reason why a value has no form in JSON; empty as long as it may have one.
var error := ""

var _parts := PackedStringArray()
var _most_depth: int


func _init(most_depth: int) -> void:
	_most_depth = most_depth


## The text; [member error] tells whether there is one.
func write(value: Variant) -> String:
	# A level is its items, its keys or null for an array, and the number of items that are written.
	var levels: Array[Array] = []
	_begin(value, levels)
	while not levels.is_empty() and error.is_empty():
		var level: Array = levels.back()
		var index: int = level[2]
		var is_array: bool = level[1] == null
		if index == level[0].size():
			_parts.append("]" if is_array else "}")
			levels.pop_back()
			continue
		level[2] = index + 1
		if index > 0:
			_parts.append(",")
		if not is_array:
			_parts.append(_key(level[1][index]))
		_begin(level[0][index], levels)
	return "".join(_parts)


func _begin(value: Variant, levels: Array[Array]) -> void:
	var items: Variant = items_of(value) if typeof(value) > TYPE_STRING else null
	if items == null:
		_parts.append(_scalar(value))
		return
	if levels.size() == _most_depth:
		error = "nested deeper than %d levels" % _most_depth
	_parts.append("{" if value is Dictionary else "[")
	levels.append([items, (value as Dictionary).keys() if value is Dictionary else null, 0])


## The values of a dictionary, array or packed array of numbers or strings; null for another value.
static func items_of(value: Variant) -> Variant:
	match typeof(value):
		TYPE_DICTIONARY:
			return (value as Dictionary).values()
		TYPE_ARRAY:
			return value
		TYPE_PACKED_BYTE_ARRAY, TYPE_PACKED_INT32_ARRAY, TYPE_PACKED_INT64_ARRAY, TYPE_PACKED_FLOAT32_ARRAY, \
		TYPE_PACKED_FLOAT64_ARRAY, TYPE_PACKED_STRING_ARRAY:
			return Array(value)
	return null


func _key(key: Variant) -> String:
	if key is String or key is StringName:
		return quote(key) + ":"
	if key is PlaykeepText:
		return (key as PlaykeepText).source + ":"
	error = "the key %s is no string" % [key]
	return ""


func _scalar(value: Variant) -> String:
	match typeof(value):
		TYPE_NIL:
			return "null"
		TYPE_BOOL:
			return "true" if value else "false"
		TYPE_INT:
			return str(value)
		TYPE_FLOAT:
			if is_finite(value):
				return FloatText.write(value)
			error = "a number is not finite"
			return ""
		TYPE_STRING, TYPE_STRING_NAME:
			return quote(value)
	if value is PlaykeepNumber:
		return (value as PlaykeepNumber).text
	if value is PlaykeepText:
		return (value as PlaykeepText).source
	error = "a value of type %s has no form in JSON" % type_string(typeof(value))
	return ""


## A string as JSON text.
static func quote(text: String) -> String:
	if _escaped.search(text) == null:
		return "\"" + text + "\""
	var quoted := text.replace("\\", "\\\\").replace("\"", "\\\"")
	for code in range(1, 32):
		var character := String.chr(code)
		if quoted.contains(character):
			quoted = quoted.replace(character, _escape(code))
	return "\"" + quoted + "\""


static func _escape(code: int) -> String:
	match code:
		8:
			return "\\b"
		9:
			return "\\t"
		10:
			return "\\n"
		12:
			return "\\f"
		13:
			return "\\r"
	return "\\u%04x" % code


## A deep copy in the types that reading gives: untyped arrays and dictionaries that may be changed, and strings.
## Values without a form in JSON stay as they are.
static func copy(value: Variant) -> Variant:
	var root: Array = [value]
	var waiting: Array = [root]
	while not waiting.is_empty():
		var container: Variant = waiting.pop_back()
		for place: Variant in container.keys() if container is Dictionary else range(container.size()):
			var item: Variant = container[place]
			if item is StringName:
				container[place] = String(item)
			elif item is Dictionary:
				container[place] = _copy_members(item)
				waiting.append(container[place])
			elif items_of(item) != null:
				var items := []
				items.append_array(items_of(item))
				container[place] = items
				waiting.append(items)
	return root[0]


static func _copy_members(dictionary: Dictionary) -> Dictionary:
	var copied := {}
	for key: Variant in dictionary:
		copied[String(key) if key is StringName else key] = dictionary[key]
	return copied
