## Reads a JSON text (RFC 8259) into values, in one pass and without recursion. Its time is linear in the text.
extends RefCounted

const FloatText := preload("float_text.gd")

const TAB := 9
const LINE_FEED := 10
const CARRIAGE_RETURN := 13
const SPACE := 32
const QUOTE := 34
const COMMA := 44
const MINUS := 45
const COLON := 58
const OPEN_BRACKET := 91
const BACKSLASH := 92
const CLOSE_BRACKET := 93
const LETTER_U := 117
const OPEN_BRACE := 123
const CLOSE_BRACE := 125

const LITERALS: Dictionary[int, Array] = {
	116: ["true", true], 102: ["false", false], 110: ["null", null]
}
const ESCAPES: Dictionary[int, String] = {
	34: "\"", 92: "\\", 47: "/", 98: "\b", 102: "\f", 110: "\n", 114: "\r", 116: "\t"
}
const REPLACEMENT := "\uFFFD"

static var _number_form := RegEx.create_from_string(
	"^-?(?:0|[1-9][0-9]*)(?<rest>(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)$"
)
static var _control := RegEx.create_from_string("[\\x01-\\x1f]")

## The reason why the text is no JSON; empty as long as it may be.
var error := ""
## The texts of the members under [member noted_key] that are at most [member noted_depth] levels deep, by their path.
var noted: Dictionary[String, String] = {}
var noted_key := ""
var noted_depth := 0

var _text: String
## The code points of the text, and a zero that ends them.
var _codes: PackedInt32Array
var _at := 0
## The place of the next backslash, or the end of the text.
var _backslash := -1
var _has_controls: bool


func _init(text: String) -> void:
	_text = text
	_codes = text.to_utf32_buffer().to_int32_array()
	_codes.append(0)
	_has_controls = _control.search(text) != null


## The value; [member error] tells whether there is one.
func read(most_depth: int) -> Variant:
	var containers: Array = []
	# Of each container: the key of the member that is being read, or null in an array; and the container's start.
	var keys: Array = []
	var starts := PackedInt32Array()
	while error.is_empty():
		_skip_space()
		var code := _codes[_at]
		var start := _at
		var value: Variant
		if code == OPEN_BRACE or code == OPEN_BRACKET:
			if containers.size() == most_depth:
				return _fail("nested deeper than %d levels" % most_depth)
			value = {} if code == OPEN_BRACE else []
			_at += 1
			_skip_space()
			# Each closing character is two after its opening one.
			if _codes[_at] != code + 2:
				containers.append(value)
				starts.append(start)
				keys.append(_read_key() if code == OPEN_BRACE else null)
				continue
			_at += 1
		else:
			value = _read_scalar(code)
		while error.is_empty():
			if containers.is_empty():
				_skip_space()
				return value if _at == _text.length() else _fail("a character after the value")
			var container: Variant = containers.back()
			if container is Dictionary:
				container[keys.back()] = value
				if keys.size() <= noted_depth and keys.back() is String and keys.back() == noted_key:
					_note(containers, keys, start)
			else:
				container.append(value)
			_skip_space()
			code = _codes[_at]
			_at += 1
			if code == COMMA:
				if container is Dictionary:
					_skip_space()
					keys[-1] = _read_key()
				break
			if code != (CLOSE_BRACE if container is Dictionary else CLOSE_BRACKET):
				_at -= 1
				return _fail("no comma and no end of the object or array")
			value = container
			start = starts[-1]
			starts.remove_at(starts.size() - 1)
			containers.pop_back()
			keys.pop_back()
	return null


func _note(containers: Array, keys: Array, start: int) -> void:
	var path := PackedStringArray()
	for index in keys.size():
		path.append(str(containers[index].size() if keys[index] == null else keys[index]))
	noted["/".join(path)] = _text.substr(start, _at - start)


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


func _fail(reason: String) -> Variant:
	if error.is_empty():
		error = "%s at position %d" % [reason, _at]
	return null


func _skip_space() -> void:
	var code := _codes[_at]
	while code == SPACE or code == LINE_FEED or code == CARRIAGE_RETURN or code == TAB:
		_at += 1
		code = _codes[_at]


## The key of a member with the colon after it.
func _read_key() -> Variant:
	if _codes[_at] != QUOTE:
		return _fail("no key")
	var key: Variant = _read_string()
	_skip_space()
	if _codes[_at] != COLON:
		return _fail("no colon")
	_at += 1
	return key


func _read_scalar(code: int) -> Variant:
	if code == QUOTE:
		return _read_string()
	if code == MINUS or (code >= 48 and code <= 57):
		return _read_number()
	if LITERALS.has(code):
		var literal: String = LITERALS[code][0]
		if _text.substr(_at, literal.length()) == literal:
			_at += literal.length()
			return LITERALS[code][1]
	return _fail("no value")


func _read_number() -> Variant:
	var start := _at
	var code := _codes[_at]
	while (code >= 48 and code <= 57) or code == MINUS or code == 43 or code == 46 or code == 69 or code == 101:
		_at += 1
		code = _codes[_at]
	var source := _text.substr(start, _at - start)
	var form := _number_form.search(source)
	return _fail("no number") if form == null else number_of(source, form.get_string("rest").is_empty())


static func number_of(source: String, is_integer: bool) -> Variant:
	if is_integer and _fits_int(source):
		return source.to_int()
	var value := FloatText.parse(source)
	if not is_integer and is_finite(value) and FloatText.write(value) == source:
		return value
	return _number_as_text(source, value)


static func _fits_int(source: String) -> bool:
	var is_negative := source[0] == "-"
	var digits := source.length() - 1 if is_negative else source.length()
	if digits < 19:
		return source != "-0"
	return digits == 19 and source <= ("-9223372036854775808" if is_negative else "9223372036854775807")


static func _number_as_text(source: String, value: float) -> PlaykeepNumber:
	var number := PlaykeepNumber.new()
	number.text = source
	number.value = value
	return number


func _read_string() -> Variant:
	var start := _at + 1
	if _backslash < start:
		_backslash = _text.find("\\", start)
		if _backslash < 0:
			_backslash = _text.length()
	var end := _text.find("\"", start)
	var has_escapes := end > _backslash
	while end > _backslash:
		# The character after a backslash does not end the string.
		if end == _backslash + 1:
			end = _text.find("\"", end + 1)
		_backslash = _text.find("\\", _backslash + 2)
		if _backslash < 0:
			_backslash = _text.length()
	if end < 0:
		return _fail("a string without an end")
	var raw := _text.substr(start, end - start)
	if _has_controls and _control.search(raw) != null:
		return _fail("a control character in the string")
	_at = end + 1
	return _unescape(raw) if has_escapes else raw


func _unescape(raw: String) -> Variant:
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
				return _fail("no escape in the string before")
			var is_character := character != 0 and (character < 0xD800 or character > 0xDFFF)
			is_held = is_held and is_character
			parts.append(String.chr(character) if is_character else REPLACEMENT)
		elif ESCAPES.has(code):
			parts.append(ESCAPES[code])
		else:
			return _fail("no escape in the string before")
	parts.append(raw.substr(at))
	var value := "".join(parts)
	if is_held:
		return value
	var held := PlaykeepText.new()
	held.source = "\"%s\"" % raw
	held.value = value
	return held


## The code point of the four hexadecimal digits at [param at], or of a surrogate pair; -1 for other characters.
static func _code_point(raw: String, at: int) -> int:
	var high := _unit_at(raw, at)
	if high < 0xD800 or high > 0xDBFF or raw.substr(at + 4, 2) != "\\u":
		return high
	var low := _unit_at(raw, at + 6)
	return 0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00 if low >= 0xDC00 and low <= 0xDFFF else high


static func _unit_at(raw: String, at: int) -> int:
	var digits := raw.substr(at, 4)
	return digits.hex_to_int() if digits.length() == 4 and digits.is_valid_hex_number() and digits[0] not in "+-" else -1
