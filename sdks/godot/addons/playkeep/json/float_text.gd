## The text of floats, and floats of texts, both correctly rounded (IEEE 754 binary64). Godot's own conversions round
## differently from version to version, and are off by one unit in the last place at times.
extends RefCounted

const MOST_EXACT := 9007199254740992.0  # 2^53: all integers up to it are floats.
const MOST_EXACT_POWER := 22  # 10^22 is the largest power of ten that is a float.
## Splits a float into two halves of its digits.
const SPLITTER := 134217729.0
## Distances in units of the last digit that differ by less count as equal.
const CLOSE := 1e-6
const LIMB := 1000000000
const LIMB_DIGITS := 9
## The bits of the least float with all its digits.
const LEAST_NORMAL_BITS := 0x10000000000000
## The bits of the largest finite float.
const MOST_BITS := 0x7FEFFFFFFFFFFFFF
## A float and the middle between two of them have no more digits than this.
const MOST_DIGITS := 800


## The shortest text that is read as this float, which must be finite. It always has a point or an exponent: a text
## without one is an integer's.
static func write(number: float) -> String:
	if number == 0.0:
		return "-0.0" if 1.0 / number < 0.0 else "0.0"
	var size := absf(number)
	var text := _write_short(size)
	if text.is_empty():
		text = _write_close(size)
	if text.is_empty():
		text = _write_exact(size)
	return "-" + text if number < 0.0 else text


## For a float that is a whole number of at most 53 bits divided by a power of ten. Such a quotient is rounded once.
static func _write_short(size: float) -> String:
	var power := 1.0
	for decimals in MOST_EXACT_POWER + 1:
		var whole := roundf(size * power)
		if whole >= MOST_EXACT:
			return ""
		if whole / power == size:
			return _format(str(int(whole)), -decimals)
		power *= 10.0
	return ""


## For a float between 1e-5 and 2^53, whose product with a power of ten is known with twice the digits. Empty where that
## is too close to a half to tell.
static func _write_close(size: float) -> String:
	var decimals := 16 - floori(log(size) / log(10.0))
	if size >= MOST_EXACT or decimals > MOST_EXACT_POWER:
		return ""
	var power := _power(decimals)
	var product := size * power
	if product < MOST_EXACT:
		return ""
	var rest := _rest_of_product(size, power, product)
	var half := (_float_of(_bits_of(size) + 1) - size) * power / 2.0
	var whole := int(product) + floori(rest)
	var fraction := rest - floorf(rest)
	var tens := int(roundf((whole % 10 + fraction) / 10.0)) * 10 + whole - whole % 10
	var distance := absf(float(tens - whole) - fraction)
	if absf(distance - half) < CLOSE or absf(distance - 5.0) < CLOSE or absf(fraction - 0.5) < CLOSE:
		return ""
	if _bits_of(size) & 0xFFFFFFFFFFFFF == 0:
		return ""
	return _format(str(tens if distance < half else whole + int(roundf(fraction))), -decimals)


## The difference of a product of floats and its rounded value (T. J. Dekker, 1971).
static func _rest_of_product(left: float, right: float, product: float) -> float:
	var left_high := left * SPLITTER - (left * SPLITTER - left)
	var right_high := right * SPLITTER - (right * SPLITTER - right)
	var left_low := left - left_high
	var right_low := right - right_high
	return left_low * right_low - (((product - left_high * right_high) - left_low * right_high) - left_high * right_low)


static func _power(exponent: int) -> float:
	var power := 1.0
	for step in exponent:
		power *= 10.0
	return power


static func _write_exact(size: float) -> String:
	var bits := _bits_of(size)
	var interval := _interval_of(bits)
	# Of a normal float fewer digits than 15 are 15 with zeros at the end.
	for count in range(15 if bits >= LEAST_NORMAL_BITS else 1, 18):
		var rounded := _round(interval.middle, count)
		if _is_within(rounded, interval):
			return _format(rounded.lstrip("0"), -interval.decimals)
	return _format(_round(interval.middle, 17).lstrip("0"), -interval.decimals)


## The digits of [param whole] times a power of ten as text, in the form that JavaScript has too.
static func _format(whole: String, power: int) -> String:
	var digits := whole.rstrip("0")
	var point := whole.length() + power
	if point > 21 or point < -5:
		var exponent := point - 1
		var fraction := "" if digits.length() == 1 else "." + digits.substr(1)
		return "%s%se%s%d" % [digits[0], fraction, "-" if exponent < 0 else "+", absi(exponent)]
	if point <= 0:
		return "0." + "0".repeat(-point) + digits
	if digits.length() <= point:
		return digits + "0".repeat(point - digits.length()) + ".0"
	return digits.substr(0, point) + "." + digits.substr(point)


## The float that is nearest to a JSON number; infinite for one that is larger than all.
static func parse(text: String) -> float:
	var is_negative := text.begins_with("-")
	var parts := text.to_lower().lstrip("-").split("e")
	var mantissa := parts[0]
	var exponent := _exponent_of(parts[1]) if parts.size() > 1 else 0
	var point := mantissa.find(".")
	if point >= 0:
		exponent -= mantissa.length() - point - 1
		mantissa = mantissa.erase(point)
	var digits := mantissa.lstrip("0").rstrip("0")
	exponent += mantissa.length() - mantissa.rstrip("0").length()
	var size := _nearest(digits, exponent)
	return -size if is_negative else size


## An exponent past all floats becomes one that is large enough.
static func _exponent_of(text: String) -> int:
	var digits := text.lstrip("+-0")
	var size := 1000000000000 if digits.length() > 12 else digits.to_int()
	return -size if text.begins_with("-") else size


static func _nearest(digits: String, exponent: int) -> float:
	if digits.is_empty() or digits.length() + exponent < -330:
		return 0.0
	if digits.length() + exponent > 310:
		return INF
	if digits.length() <= 15 and absi(exponent) <= MOST_EXACT_POWER:
		var power := _power(absi(exponent))
		return float(digits.to_int()) * power if exponent >= 0 else float(digits.to_int()) / power
	if digits.length() <= 18 and exponent < 0 and -exponent <= MOST_EXACT_POWER:
		var close := _nearest_close(digits.to_int(), _power(-exponent))
		if close > 0.0:
			return close
	if digits.length() > MOST_DIGITS:
		exponent += digits.length() - MOST_DIGITS - 1
		# A digit stands for the rest, which is more than nothing.
		digits = digits.substr(0, MOST_DIGITS) + "1"
	# Off by a few units in the last place at most. The power is applied in two parts, since it may be no float itself.
	var rest := exponent + maxi(0, digits.length() - 17)
	var estimate := float(digits.substr(0, 17).to_int()) * pow(10.0, rest / 2) * pow(10.0, rest - rest / 2)
	return _settle(digits, exponent, mini(_bits_of(estimate), MOST_BITS))


## [param whole] divided by [param power]. Zero where that is too close to the middle of two floats to tell.
static func _nearest_close(whole: int, power: float) -> float:
	var size := float(whole) / power
	var bits := _bits_of(size)
	var mantissa := bits & 0xFFFFFFFFFFFFF
	if mantissa < 4 or mantissa > 0xFFFFFFFFFFFFF - 4:
		return 0.0
	var product := size * power
	var unit := (_float_of(bits + 1) - size) * power
	# The distance in units of the last place.
	var fraction := product - floorf(product)
	var off := (float(whole - int(product)) - fraction - _rest_of_product(size, power, product)) / unit
	if absf(absf(off) - 0.5) < CLOSE or absf(off) > 1.4:
		return 0.0
	return _float_of(bits + roundi(off))


## Goes from an estimate to the float whose interval holds the number.
static func _settle(digits: String, exponent: int, bits: int) -> float:
	while true:
		var interval := _interval_of(bits)
		var side := _side_of(digits, exponent, interval)
		if side == 0:
			break
		bits += side
		if bits > MOST_BITS:
			return INF
	return _float_of(bits)


## The numbers that are rounded to one float, as whole numbers with common decimals.
class Interval:
	extends RefCounted
	var low: String
	var middle: String
	var high: String
	var decimals: int
	## The ends belong to the float with an even mantissa.
	var has_ends: bool


static func _interval_of(bits: int) -> Interval:
	var mantissa := bits & 0xFFFFFFFFFFFFF
	var exponent := bits >> 52
	if exponent > 0:
		mantissa |= 0x10000000000000
	var power := maxi(exponent, 1) - 1077
	# The float below a power of two is only half as far away.
	var below := 1 if mantissa == 0x10000000000000 and exponent > 1 else 2
	var interval := Interval.new()
	interval.has_ends = mantissa % 2 == 0
	interval.decimals = maxi(0, -power)
	interval.low = _scaled(mantissa * 4 - below, power)
	interval.middle = _scaled(mantissa * 4, power)
	interval.high = _scaled(mantissa * 4 + 2, power)
	return interval


## The digits of [param number] times 2 to [param power], times 10 to the power of -[param power] if that is negative.
static func _scaled(number: int, power: int) -> String:
	if number < 0:
		return "-"
	var limbs := PackedInt64Array([number % LIMB, number / LIMB % LIMB, number / LIMB / LIMB])
	# 5^12 and 2^28 keep a product with a limb below 2^63.
	var base := 2 if power >= 0 else 5
	var step := 28 if power >= 0 else 12
	var rest := absi(power)
	while rest > 0:
		var factor := 1
		for time in mini(rest, step):
			factor *= base
		var carry := 0
		for index in limbs.size():
			carry += limbs[index] * factor
			limbs[index] = carry % LIMB
			carry /= LIMB
		if carry > 0:
			limbs.append(carry)
		rest -= step
	var parts := PackedStringArray()
	for index in range(limbs.size() - 1, -1, -1):
		parts.append(str(limbs[index]).pad_zeros(LIMB_DIGITS))
	return "".join(parts).lstrip("0")


## -1, 0 or 1: below, within or above the interval.
static func _side_of(digits: String, exponent: int, interval: Interval) -> int:
	var shift := exponent + interval.decimals
	var number := digits + "0".repeat(maxi(0, shift))
	var pad := "0".repeat(maxi(0, -shift))
	var low := _compare(number, interval.low + pad) if interval.low != "-" else 1
	if low < 0 or (low == 0 and not interval.has_ends):
		return -1
	var high := _compare(number, interval.high + pad)
	return 1 if high > 0 or (high == 0 and not interval.has_ends) else 0


static func _is_within(number: String, interval: Interval) -> bool:
	return _side_of(number.lstrip("0"), -interval.decimals, interval) == 0


## Compares whole numbers without leading zeros.
static func _compare(left: String, right: String) -> int:
	if left.length() != right.length():
		return -1 if left.length() < right.length() else 1
	return left.casecmp_to(right)


## A whole number with at most [param count] digits before zeros, of the same length or one digit more.
static func _round(number: String, count: int) -> String:
	if number.length() <= count:
		return number
	var rest := number.length() - count
	var head := number.substr(0, count).to_int()
	var tail := number.substr(count).rstrip("0")
	# A half goes to the even digit.
	if tail > "5" or (tail == "5" and head % 2 == 1):
		head += 1
	return str(head) + "0".repeat(rest)


static func _bits_of(number: float) -> int:
	var bytes := PackedByteArray([0, 0, 0, 0, 0, 0, 0, 0])
	bytes.encode_double(0, number)
	return bytes.decode_s64(0)


static func _float_of(bits: int) -> float:
	var bytes := PackedByteArray([0, 0, 0, 0, 0, 0, 0, 0])
	bytes.encode_s64(0, bits)
	return bytes.decode_double(0)
