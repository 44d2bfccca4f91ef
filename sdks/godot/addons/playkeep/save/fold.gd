## Makes waiting changes fewer, for a game that saves every second without a network. Neighbours that have one meaning
## together become one, at the place of the earlier and under the id of the later. Nothing is lost thereby: an addition
## stays an addition.
class_name PlaykeepFold
extends RefCounted


## The changes to store, and null for those to delete, by number.
static func fold(changes: Array[PlaykeepChange]) -> Dictionary[int, PlaykeepChange]:
	var folded: Dictionary[int, PlaykeepChange] = {}
	var before: PlaykeepChange
	for change in changes:
		var current := change
		if before != null and not before.is_alone and not change.is_alone:
			var body := _fold_bodies(before, change)
			if not body.is_empty():
				current = change.with_body(body).with_number(before.number)
				folded[change.number] = null
				folded[before.number] = current
		before = current
	return folded


## One body for two changes; empty where there is none.
static func _fold_bodies(before: PlaykeepChange, after: PlaykeepChange) -> Dictionary:
	if before.kind == PlaykeepChange.INITIAL:
		return {}
	if after.body.has("data"):
		# Additions apply upon the other devices' values, which a document would replace.
		return {} if before.has_additions() else after.body
	if before.body.has("patch") and after.body.has("patch"):
		var patch: Variant = _fold_patches(before.body.patch, after.body.patch)
		return {} if patch == null else {"patch": patch}
	if before.body.has("operations") and after.body.has("operations"):
		return _fold_increments(before.operations(), after.operations())
	return {}


static func _fold_increments(firsts: Array[Dictionary], seconds: Array[Dictionary]) -> Dictionary:
	if firsts.size() != 1 or seconds.size() != 1:
		return {}
	var first := firsts[0]
	var second := seconds[0]
	# Bounds and beginnings hold for each addition by itself. An addition without them has three members.
	if not _is_plain_increment(first) or not _is_plain_increment(second):
		return {}
	if first.path != second.path:
		return {}
	var sum: Variant = PlaykeepDecimal.add(first.by, second.by)
	if sum == null:
		return {}
	return {"operations": [{"op": "increment", "path": first.path, "by": sum}]}


static func _is_plain_increment(operation: Dictionary) -> bool:
	return operation.op == "increment" and operation.size() == 3


## One merge patch for two, one after the other; null where the second goes into a value that the first replaces.
static func _fold_patches(first: Dictionary, second: Dictionary) -> Variant:
	var folded := first.duplicate()
	for key: Variant in second:
		var value: Variant = second[key]
		if value is Dictionary and first.has(key):
			var earlier: Variant = first[key]
			if not earlier is Dictionary:
				return null
			value = _fold_patches(earlier, value)
			if value == null:
				return null
		folded[key] = value
	return folded
