## The reader of JSON texts (RFC 8259) into values, in one pass and without recursion. Its time is linear in the text.
extends RefCounted

const NumberText := preload("number_text.gd")
const StringText := preload("string_text.gd")

const TAB := 9
const LINE_FEED := 10
const CARRIAGE_RETURN := 13
const SPACE := 32
const QUOTE := 34
const COMMA := 44
const MINUS := 45
const POINT := 46
const COLON := 58
const OPEN_BRACKET := 91
const CLOSE_BRACKET := 93
const OPEN_BRACE := 123
const CLOSE_BRACE := 125

## The powers of ten.
const POWERS: Array[float] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14]

const LITERALS: Dictionary[int, Array] = {
	116: ["true", true], 102: ["false", false], 110: ["null", null]
}

static var _control := RegEx.create_from_string("[\\x01-\\x1f]")

## The reason why the text is no JSON; empty as long as it may be.
var error := ""
## The texts of the members under [member noted_key] that are at most [member noted_depth] levels deep, by their path.
var noted: Dictionary[String, String] = {}
var noted_key := ""
var noted_depth := 0

var _text: String
var _text_keys: Dictionary[String, PlaykeepText] = {}
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
		if _codes[_at] <= SPACE:
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
			if _codes[_at] <= SPACE:
				_skip_space()
			code = _codes[_at]
			_at += 1
			if code == COMMA:
				if container is Dictionary:
					if _codes[_at] <= SPACE:
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
	if key is PlaykeepText:
		# Keys of the same characters are one key.
		_text_keys[key.source] = _text_keys.get(key.source, key)
		key = _text_keys[key.source]
	if _codes[_at] <= SPACE:
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


## Most numbers are short. They are read here, and others by their text.
func _read_number() -> Variant:
	var start := _at
	var is_negative := _codes[_at] == MINUS
	var at := _at + 1 if is_negative else _at
	var first := at
	var digits := 0
	var code := _codes[at]
	while code >= 48 and code <= 57:
		digits = digits * 10 + code - 48
		at += 1
		code = _codes[at]
	if at == first or (_codes[first] == 48 and at > first + 1):
		return _fail("no number")
	var is_short := at - first <= 18
	if code != POINT and code != 69 and code != 101:
		if is_short and (digits != 0 or not is_negative):
			_at = at
			return -digits if is_negative else digits
		return _read_long_number(start)
	var point := at
	if code == POINT:
		at += 1
		code = _codes[at]
		while code >= 48 and code <= 57:
			digits = digits * 10 + code - 48
			at += 1
			code = _codes[at]
	# A float of at most 15 digits is written with these digits, but for zeros at the end and for very small ones.
	var decimals := at - point - 1
	var is_shortest := decimals == 1 or _codes[at - 1] != 48
	if code == 69 or code == 101 or decimals < 1 or point - first + decimals > 15 or not is_shortest:
		return _read_long_number(start)
	if decimals > 6 and digits < POWERS[decimals - 6]:
		return _read_long_number(start)
	_at = at
	var size := float(digits) / POWERS[decimals]
	return -size if is_negative else size


func _read_long_number(start: int) -> Variant:
	var code := _codes[_at]
	while (code >= 48 and code <= 57) or code == MINUS or code == 43 or code == POINT or code == 69 or code == 101:
		_at += 1
		code = _codes[_at]
	var number: Variant = NumberText.read(_text.substr(start, _at - start))
	return _fail("no number") if number == null else number


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
	if not has_escapes:
		return raw
	var string: Variant = StringText.unescape(raw)
	return _fail("no escape in the string before") if string == null else string
