## Patches of values, as the service applies them: JSON Patch (RFC 6902) with the counters [code]increment[/code] and
## [code]append[/code] (docs/api.md), and JSON Merge Patch (RFC 7396). A document is never changed: a result is a new
## one, which shares with it what stays.
class_name PlaykeepPatch
extends RefCounted


## The document after the operations, all or none. [param operations] are dictionaries as in docs/api.md. The result is
## a Dictionary, or the reason why an operation does not apply or is malformed.
static func apply(document: Dictionary, operations: Array) -> PlaykeepJson.Result:
	return PlaykeepJson.Result.failure("")


## The document after a merge patch.
static func apply_merge(document: Dictionary, patch: Dictionary) -> Dictionary:
	return {}


## The operations with which a merge patch changes this document. They are right for this document alone.
static func operations_of_merge(document: Dictionary, patch: Dictionary) -> Array[Dictionary]:
	return []


## The operations that make one value another; none for equal values. Arrays keep the items that are equal at their
## place. Paths begin with [param at].
static func difference(
	before: Variant, after: Variant, at := PackedStringArray()
) -> Array[Dictionary]:
	return []
