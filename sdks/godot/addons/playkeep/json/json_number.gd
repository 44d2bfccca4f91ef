## A number whose text neither [int] nor [float] would give again, such as [code]12345678901234567890[/code],
## [code]1e5[/code] or [code]-0[/code]. It is never changed.
class_name PlaykeepNumber
extends RefCounted

## As the service has it.
var text: String
## The nearest float.
var value: float


## Any number of a document as a float. [param otherwise] stands for values that are no number.
static func to_float(number: Variant, otherwise := 0.0) -> float:
	if number is PlaykeepNumber:
		return (number as PlaykeepNumber).value
	return float(number) if number is int or number is float else otherwise


func _to_string() -> String:
	return text
