## Patches of values, as the service applies them: JSON Patch (RFC 6902) with the counters [code]increment[/code] and
## [code]append[/code] (docs/api.md), and JSON Merge Patch (RFC 7396). A document is never changed: a result is a new
## one, which shares with it what stays.
class_name PlaykeepPatch
extends RefCounted

const Difference := preload("json_difference.gd")
const Equality := preload("json_equality.gd")
const Operation := preload("json_operation.gd")


## The document after the operations, all or none. [param operations] are dictionaries as in docs/api.md. The result is
## a Dictionary, or the reason why an operation does not apply or is malformed.
static func apply(document: Dictionary, operations: Array) -> PlaykeepJson.Result:
	var state: Variant = document
	for index in operations.size():
		if not operations[index] is Dictionary:
			return PlaykeepJson.Result.failure("operation %d is no object" % index)
		var operation := Operation.new(operations[index])
		state = operation.apply(state)
		if not operation.error.is_empty():
			return PlaykeepJson.Result.failure("operation %d (%s): %s" % [index, operation.op, operation.error])
	if not state is Dictionary:
		return PlaykeepJson.Result.failure("the patch would leave no object")
	return PlaykeepJson.Result.success(state)


## The document after a merge patch.
static func apply_merge(document: Dictionary, patch: Dictionary) -> Dictionary:
	var result := Operation.members_of(document)
	# Pairs of a copy that may be changed, and the patch for it.
	var waiting: Array[Dictionary] = [result, patch]
	while not waiting.is_empty():
		var changes: Dictionary = waiting.pop_back()
		var target: Dictionary = waiting.pop_back()
		for name: Variant in changes:
			var change: Variant = changes[name]
			var key: Variant = Equality.key_in(target, name)
			if change == null:
				target.erase(key)
			elif change is Dictionary:
				var before: Variant = target.get(key)
				var child := Operation.members_of(before if before is Dictionary else {})
				target[key] = child
				waiting.append(child)
				waiting.append(change)
			else:
				target[key] = change
	return result


## The operations with which a merge patch changes this document. They are right for this document alone.
static func operations_of_merge(document: Dictionary, patch: Dictionary) -> Array[Dictionary]:
	return Difference.operations_of_merge(document, patch)


## The operations that make one value another; none for equal values. Arrays keep the items that are equal at their
## place. Paths begin with [param at]. An object with a key that Godot cannot hold ([PlaykeepText]) is replaced whole.
static func difference(before: Variant, after: Variant, at := PackedStringArray()) -> Array[Dictionary]:
	return Difference.between(before, after, at)
