## The characters of JSON strings (RFC 8259 section 7), and their escapes.
extends RefCounted

const Writer := preload("json_writer.gd")

const BACKSLASH := 92
const LETTER_U := 117
const ESCAPES: Dictionary[int, String] = {
	34: "\"", 92: "\\", 47: "/", 98: "\b", 102: "\f", 110: "\n", 114: "\r", 116: "\t"
}
const REPLACEMENT := "\uFFFD"


## The string of a text between quotes: a [String], or a [PlaykeepText] for one that Godot cannot hold. Null for a text
## with another escape.
static func unescape(raw: String) -> Variant:
	var parts := PackedStringArray()
	var is_held := true
	var at := 0
	while true:
		var slash := raw.find("\\", at)
		if slash < 0:
			break
		parts.append(raw.substr(at, slash - at))
		var code := raw.unicode_at(slash + 1)
		at = slash + 2
		if code == LETTER_U:
			var character := _code_point(raw, at)
			at += 10 if character > 0xFFFF else 4
			if character < 0:
				return null
			var is_character := character != 0 and (character < 0xD800 or character > 0xDFFF)
			is_held = is_held and is_character
			parts.append(String.chr(character) if is_character else REPLACEMENT)
		elif ESCAPES.has(code):
			parts.append(ESCAPES[code])
		else:
			return null
	parts.append(raw.substr(at))
	var value := "".join(parts)
	if is_held:
		return value
	var held := PlaykeepText.new()
	held.source = _source_of(code_units_of("\"%s\"" % raw))
	held.value = value
	return held


## The JSON text of UTF-16 code units, as the writer gives it for a string that Godot can hold.
static func _source_of(units: PackedInt32Array) -> String:
	var parts := PackedStringArray()
	var index := 0
	while index < units.size():
		var unit := units[index]
		index += 1
		if unit == 0 or (unit >= 0xD800 and unit <= 0xDFFF):
			var low := units[index] if index < units.size() and unit != 0 else 0
			if unit <= 0xDBFF and low >= 0xDC00 and low <= 0xDFFF:
				parts.append(String.chr(0x10000 + (unit - 0xD800) * 0x400 + low - 0xDC00))
				index += 1
			else:
				parts.append("\\u%04x" % unit)
		else:
			var quoted := Writer.quote(String.chr(unit))
			parts.append(quoted.substr(1, quoted.length() - 2))
	return "\"%s\"" % "".join(parts)


## The code point of the four hexadecimal digits at [param at], or of a surrogate pair; -1 for other characters.
static func _code_point(raw: String, at: int) -> int:
	var high := _unit_at(raw, at)
	if high < 0xD800 or high > 0xDBFF or raw.substr(at + 4, 2) != "\\u":
		return high
	var low := _unit_at(raw, at + 6)
	return 0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00 if low >= 0xDC00 and low <= 0xDFFF else high


static func _unit_at(raw: String, at: int) -> int:
	var digits := raw.substr(at, 4)
	var is_unit := digits.length() == 4 and digits.is_valid_hex_number() and digits[0] not in "+-"
	return digits.hex_to_int() if is_unit else -1


## The UTF-16 code units of a JSON string, which is given with its quotes.
static func code_units_of(source: String) -> PackedInt32Array:
	var units := PackedInt32Array()
	var at := 1
	while at < source.length() - 1:
		var code := source.unicode_at(at)
		at += 1
		if code == BACKSLASH:
			code = source.unicode_at(at)
			at += 1
			if code == LETTER_U:
				code = _unit_at(source, at)
				at += 4
			else:
				code = ESCAPES[code].unicode_at(0)
		if code > 0xFFFF:
			units.append(0xD7C0 + (code >> 10))
			units.append(0xDC00 + (code & 0x3FF))
		else:
			units.append(code)
	return units
