## Exact decimal arithmetic on the text of numbers, as the service does it: 0.1 and 0.2 make 0.3.
class_name PlaykeepDecimal
extends RefCounted


## The sum of two numbers of a document: an [int], [float] or [PlaykeepNumber]. Null past the bounds of the service:
## 1,000 digits, and exponents from -1,000 to 1,000.
static func add(left: Variant, right: Variant) -> Variant:
	return null


## Below, equal to or above zero, as [param left] is to [param right]. Numbers past the bounds of [method add] too.
static func compare(left: Variant, right: Variant) -> int:
	return 0
