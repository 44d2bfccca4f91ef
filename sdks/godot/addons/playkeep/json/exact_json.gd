## JSON whose numbers and strings keep every digit and character. Godot's own [JSON] makes every number a float.
##
## Objects are [Dictionary] with the order of their members, arrays [Array], strings [String]. An integer within 64 bits
## is an [int]. Another number is a [float] where writing it gives the same text again, and otherwise a
## [PlaykeepNumber] with its text. A string that Godot cannot hold, which has U+0000 or half a surrogate pair, is a
## [PlaykeepText]; so is such a key. Of several members under one key the last one counts, as in the service.
## Nesting is bounded at [constant MAX_DEPTH], the bound of the service.
class_name PlaykeepJson
extends RefCounted

const Equality := preload("json_equality.gd")
const Reader := preload("json_reader.gd")
const Writer := preload("json_writer.gd")

## The most levels of nesting.
const MAX_DEPTH := 1024


## A value, or the reason why there is none.
class Result:
	extends RefCounted
	var ok: bool
	## Of a success.
	var value: Variant
	## The reason in English; empty for a success.
	var error: String

	static func success(of_value: Variant) -> Result:
		var result := Result.new()
		result.ok = true
		result.value = of_value
		return result

	static func failure(reason: String) -> Result:
		var result := Result.new()
		result.error = reason
		return result


## The value of a JSON text (RFC 8259). Null for a text that is no JSON, and for the text [code]null[/code]:
## [method parse_document] tells them apart.
static func parse(text: String) -> Variant:
	return parse_document(text).value


## The value of a JSON text (RFC 8259), or why it is none, with the position.
static func parse_document(text: String) -> Result:
	var reader := Reader.new(text)
	var value: Variant = reader.read(MAX_DEPTH)
	return Result.success(value) if reader.error.is_empty() else Result.failure(reader.error)


## The JSON text of a value, without white space. Empty for a value without a form in JSON, such as a [Vector2] or a
## number that is not finite: [method write] says why. Packed arrays of numbers and strings are written as arrays.
static func stringify(value: Variant) -> String:
	var result := write(value)
	return result.value if result.ok else ""


## The JSON text of a value as [member Result.value], or why it has none.
static func write(value: Variant) -> Result:
	var writer := Writer.new(MAX_DEPTH)
	var text := writer.write(value)
	return Result.success(text) if writer.error.is_empty() else Result.failure(writer.error)


## Equality of RFC 6902 section 4.6: numbers by value and to the last digit, strings by characters, objects without
## regard to order. [code]1[/code], [code]1.0[/code] and [code]1e0[/code] are equal.
static func is_equal(left: Variant, right: Variant) -> bool:
	return Equality.is_equal(left, right)


## A deep copy of a value that has a form in JSON, in the types that [method parse] gives.
static func copy(value: Variant) -> Variant:
	return Writer.copy(value)


## The number of a JSON text: an [int], a [float] or a [PlaykeepNumber]. Null for a text that is no JSON number.
static func number_of(text: String) -> Variant:
	var value: Variant = parse(text)
	return value if is_number(value) else null


## The JSON text of a number; empty for another value and for a number that is not finite.
static func number_text(value: Variant) -> String:
	return stringify(value) if is_number(value) else ""


## Is this an [int], a [float] or a [PlaykeepNumber]?
static func is_number(value: Variant) -> bool:
	return value is int or value is float or value is PlaykeepNumber
