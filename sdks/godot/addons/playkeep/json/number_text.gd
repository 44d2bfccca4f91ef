## The values of JSON numbers (RFC 8259 section 6).
extends RefCounted

const FloatText := preload("float_text.gd")

static var _form := RegEx.create_from_string("^-?(?:0|[1-9][0-9]*)((?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)$")


## An [int], a [float] or a [PlaykeepNumber]. Null for a text that is no number.
static func read(source: String) -> Variant:
	var form := _form.search(source)
	return null if form == null else _number_of(source, form.get_string(1).is_empty())


static func _number_of(source: String, is_integer: bool) -> Variant:
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
