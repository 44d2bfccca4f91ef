## Equality of values (RFC 6902 section 4.6), without recursion: Godot's own stops at a hundred levels.
extends RefCounted

const Decimal := preload("decimal.gd")
const StringText := preload("string_text.gd")
const Writer := preload("json_writer.gd")


static func is_equal(left: Variant, right: Variant) -> bool:
	var waiting: Array = [left, right]
	while not waiting.is_empty():
		var one: Variant = waiting.pop_back()
		var other: Variant = waiting.pop_back()
		if typeof(one) == typeof(other) and typeof(one) <= TYPE_STRING:
			if one != other:
				return false
			continue
		if one is Dictionary and other is Dictionary:
			if not _add_members(one, other, waiting):
				return false
			continue
		if one is Dictionary or other is Dictionary:
			return false
		var items: Variant = Writer.items_of(one)
		var others: Variant = Writer.items_of(other)
		if items == null and others == null:
			if not _are_scalars_equal(one, other):
				return false
			continue
		if items == null or others == null or items.size() != others.size():
			return false
		for index: int in items.size():
			waiting.append(items[index])
			waiting.append(others[index])
	return true


## Adds the pairs of members. False for objects that have not the same keys.
static func _add_members(one: Dictionary, other: Dictionary, waiting: Array) -> bool:
	if one.size() != other.size():
		return false
	for key: Variant in one:
		var found: Variant = key_in(other, key)
		if not other.has(found):
			return false
		waiting.append(one[key])
		waiting.append(other[found])
	return true


## The key of a dictionary that has the same characters, which may be another [PlaykeepText]; else the key itself.
static func key_in(dictionary: Dictionary, key: Variant) -> Variant:
	if key is PlaykeepText:
		for candidate: Variant in dictionary:
			if candidate is PlaykeepText and _are_scalars_equal(key, candidate):
				return candidate
	return key


static func _are_scalars_equal(one: Variant, other: Variant) -> bool:
	if PlaykeepJson.is_number(one) and PlaykeepJson.is_number(other):
		if typeof(one) == typeof(other) and not one is PlaykeepNumber:
			return one == other
		return _canonical(one) == _canonical(other)
	if one is PlaykeepText and other is PlaykeepText:
		return StringText.code_units_of(one.source) == StringText.code_units_of(other.source)
	if one is String or one is StringName:
		return (other is String or other is StringName) and String(one) == String(other)
	return typeof(one) == typeof(other) and one == other


static func _canonical(number: Variant) -> String:
	var text := PlaykeepJson.number_text(number)
	return "" if text.is_empty() else Decimal.canonical(text)
