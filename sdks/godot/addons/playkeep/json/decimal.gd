## Exact decimal arithmetic on the text of numbers, as the service does it: 0.1 and 0.2 make 0.3. Time and memory are
## linear in the digits.
extends RefCounted

## The bounds of the service for counters (docs/api.md).
const MOST_DIGITS := 1000
const MOST_EXPONENT := 1000
## Digits that are added at a time. Their sum is below 2^63.
const CHUNK := 18

static var _form := RegEx.create_from_string("^(-?)(?:0|([1-9][0-9]*))(?:\\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$")


## A number as its sign, its digits without the point and without leading zeros, and the number of its decimals.
class Parts:
	extends RefCounted
	## False for zero.
	var is_negative: bool
	## Empty for zero.
	var digits: String
	## May be larger than the number of digits, as for 0.01.
	var decimals: int

	static func of(negative: bool, with_zeros: String, decimal_count: int) -> Parts:
		var parts := Parts.new()
		parts.digits = with_zeros.lstrip("0")
		parts.is_negative = negative and not parts.digits.is_empty()
		parts.decimals = decimal_count
		return parts


## The sum of two numbers of a document: [int], [float] or [PlaykeepNumber]. It has as many decimals as the number with
## more, and no exponent. Null past the bounds of the service: 1,000 digits, and exponents from -1,000 to 1,000.
static func add(left: Variant, right: Variant) -> Variant:
	var one := _parts_of(left)
	var other := _parts_of(right)
	if one == null or other == null:
		return null
	var sum := _sum(one, other)
	if maxi(sum.digits.length(), sum.decimals) > MOST_DIGITS:
		return null
	return PlaykeepJson.number_of(_format(sum))


## Below, equal to or above zero, as [param left] is to [param right]. Both must be numbers within the bounds of
## [method add]: [method is_within_bounds] tells.
static func compare(left: Variant, right: Variant) -> int:
	var one := _parts_of(left)
	var other := _parts_of(right)
	if one.is_negative != other.is_negative:
		return -1 if one.is_negative else 1
	var aligned := _align(one, other)
	var order := aligned[0].casecmp_to(aligned[1])
	return -order if one.is_negative else order


## Is this a number within the bounds of [method add]?
static func is_within_bounds(number: Variant) -> bool:
	return _parts_of(number) != null


## The digits without zeros at the ends, and a power of ten: equal for numbers of equal value. Numbers with exponents of
## more than 100 digits are compared by their text.
static func canonical(text: String) -> String:
	var form := _form.search(text)
	var fraction := form.get_string(3)
	var exponent := form.get_string(4)
	var digits := (form.get_string(2) + fraction).lstrip("0")
	if digits.is_empty():
		return "0"
	if exponent.length() > 100:
		return text
	var stripped := digits.rstrip("0")
	var shift := digits.length() - stripped.length() - fraction.length()
	var is_below := exponent.begins_with("-")
	var size := exponent.lstrip("+-0")
	# A power past 18 digits is added as a decimal.
	var power := Parts.of(is_below, size, 0)
	return "%s%se%s" % [form.get_string(1), stripped, _format(_sum(power, Parts.of(shift < 0, str(absi(shift)), 0)))]


static func _parts_of(number: Variant) -> Parts:
	var form := _form.search(PlaykeepJson.number_text(number))
	if form == null:
		return null
	var whole := form.get_string(2)
	var fraction := form.get_string(3)
	var exponent := form.get_string(4).lstrip("+-0")
	if whole.length() + fraction.length() > MOST_DIGITS or exponent.length() > 4:
		return null
	var power := exponent.to_int()
	if power > MOST_EXPONENT:
		return null
	if form.get_string(4).begins_with("-"):
		power = -power
	var decimals := fraction.length() - power
	return Parts.of(form.get_string(1) == "-", whole + fraction + "0".repeat(maxi(0, -decimals)), maxi(0, decimals))


static func _sum(one: Parts, other: Parts) -> Parts:
	var aligned := _align(one, other)
	var decimals := maxi(one.decimals, other.decimals)
	if one.is_negative == other.is_negative:
		return Parts.of(one.is_negative, _combine(aligned[0], aligned[1], 1), decimals)
	if aligned[0] < aligned[1]:
		return Parts.of(other.is_negative, _combine(aligned[1], aligned[0], -1), decimals)
	return Parts.of(one.is_negative, _combine(aligned[0], aligned[1], -1), decimals)


## The digits of both with equal decimals and equal length.
static func _align(one: Parts, other: Parts) -> PackedStringArray:
	var decimals := maxi(one.decimals, other.decimals)
	var left := one.digits + "0".repeat(decimals - one.decimals)
	var right := other.digits + "0".repeat(decimals - other.decimals)
	var length := maxi(left.length(), right.length())
	return [left.lpad(length, "0"), right.lpad(length, "0")]


## Adds, or subtracts a number that is not larger, by chunks from the right.
static func _combine(left: String, right: String, sign: int) -> String:
	var chunks := PackedStringArray()
	var end := left.length()
	var carry := 0
	while end > 0:
		var start := maxi(0, end - CHUNK)
		var base := int(pow(10, end - start))
		var value := left.substr(start, end - start).to_int() + sign * right.substr(start, end - start).to_int() + carry
		carry = 0
		if value >= base:
			value -= base
			carry = 1
		elif value < 0:
			value += base
			carry = -1
		chunks.append(str(value).pad_zeros(end - start))
		end = start
	if carry > 0:
		chunks.append("1")
	chunks.reverse()
	return "".join(chunks)


static func _format(parts: Parts) -> String:
	var digits := parts.digits.lpad(parts.decimals + 1, "0")
	var whole := digits.substr(0, digits.length() - parts.decimals)
	var fraction := digits.substr(whole.length())
	return "%s%s%s" % ["-" if parts.is_negative else "", whole, "" if fraction.is_empty() else "." + fraction]
