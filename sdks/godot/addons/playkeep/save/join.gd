## The join of two bodies of changes, one after the other, into one with the effect of both.
extends RefCounted

const Change := preload("change.gd")
const Decimal := preload("../json/decimal.gd")
const SetUpon := preload("set_upon.gd")

## Of joined additions, so that a request has place for them.
const MOST_OPERATIONS := 500
const MOST_CHARACTERS := 16_000
## Additions with bounds stay apart: each is refused or taken by itself.
const PLAIN_MEMBERS: Array[String] = ["op", "path", "by", "initial", "value", "maxItems"]


## One merge patch for two, one after the other. Null where the second goes into a value that the first replaces, or
## where only one of them takes an object as a whole.
static func patches(first: Dictionary, second: Dictionary) -> Variant:
	var joined := first.duplicate()
	for key: Variant in second:
		var value: Variant = second[key]
		if value is Dictionary and first.has(key):
			var earlier: Variant = first[key]
			if not earlier is Dictionary or earlier.is_empty() != value.is_empty():
				return null
			value = patches(earlier, value)
			if value == null:
				return null
		joined[key] = value
	return joined


## Additions at one path, where the first has an effect if and only if the others have; empty for others. There must be
## one.
static func counters(operations: Array[Dictionary]) -> Array[Dictionary]:
	var first := operations[0]
	for operation in operations:
		if operation.op != first.op or operation.path != first.path or not _is_plain(operation):
			return []
	var joined := _sums(operations) if first.op == "increment" else _last_items(operations)
	if joined.size() > MOST_OPERATIONS or PlaykeepJson.stringify(joined).length() > MOST_CHARACTERS:
		return []
	return joined


static func _is_plain(operation: Dictionary) -> bool:
	if operation.op != "increment" and operation.op != "append":
		return false
	return operation.keys().all(func(key: Variant) -> bool: return str(key) in PLAIN_MEMBERS)


## Neighbours are added up. After the first one the value is there, so only that one's beginning counts.
static func _sums(operations: Array[Dictionary]) -> Array[Dictionary]:
	var done: Array[Dictionary] = []
	for operation in operations:
		var by: Variant = null
		if not done.is_empty():
			by = Decimal.add(done[-1].by, operation.by)
		if by == null:
			done.append(operation)
		else:
			done[-1] = done[-1].merged({"by": by}, true)
	return done


## Items that later ones of the same list push out are left out.
static func _last_items(operations: Array[Dictionary]) -> Array[Dictionary]:
	var most: Variant = operations[0].get("maxItems")
	if most == null or not operations.all(func(each: Dictionary) -> bool: return each.get("maxItems") == most):
		return operations
	return operations.slice(maxi(0, operations.size() - int(most)))


## The later document. A path that both changed is set again, even to the value from before the first: another device
## may have put another one there. Empty where the second, or both, made an array longer:
## items of another device are kept in it.
static func sets(first: Dictionary, second: Dictionary, before: Dictionary, is_any: bool) -> Dictionary:
	var firsts := _set_paths(before, first)
	var seconds := _set_paths(first.data, second)
	var states: Array[Dictionary] = [before, first.data, second.data]
	if not is_any:
		var may_stay_apart := func(path: PackedStringArray) -> bool: return _may_stay_apart(path, states)
		if firsts.any(may_stay_apart) or seconds.any(may_stay_apart):
			return {}
		if _parents_of(firsts) != _parents_of(seconds):
			return {}
	var again: Array = first.get("again", []).duplicate()
	again.append_array(second.get("again", []).filter(func(each: String) -> bool: return each not in again))
	for path in _related(firsts, seconds) + _related(seconds, firsts):
		var old: Variant = PlaykeepPointer.value_at(before, path)
		var value: Variant = PlaykeepPointer.value_at(second.data, path)
		var pointer := PlaykeepPointer.format(path)
		for earlier: Variant in [old, PlaykeepPointer.value_at(first.data, path)]:
			if earlier is Array and SetUpon.is_beginning(earlier, value):
				return {}
		if old is Array and value is Array:
			# Only the items that differ are set, so that the others keep their digits.
			again.erase(pointer)
		elif pointer not in again:
			again.append(pointer)
	return {"data": second.data, "again": again}


## The paths that a set changed, arrays as a whole. Those that joined sets changed again may have their first value, or
## be other objects, of which no part is a path.
static func _set_paths(before: Dictionary, body: Dictionary) -> Array[PackedStringArray]:
	var paths: Array[PackedStringArray] = []
	for pointer: String in body.get("again", []):
		paths.append(PlaykeepPointer.parse(pointer))
	var again := paths.duplicate()
	for operation in PlaykeepPatch.difference(before, body.data):
		var path := Change.until_array(before, PlaykeepPointer.parse(operation.path))
		var is_part := func(above: PackedStringArray) -> bool: return PlaykeepPointer.is_prefix(above, path)
		if path not in paths and not again.any(is_part):
			paths.append(path)
	return paths


## Might the service refuse one set of this path and not the other, upon a later state?
static func _may_stay_apart(path: PackedStringArray, states: Array[Dictionary]) -> bool:
	for index in states.size():
		var value: Variant = PlaykeepPointer.value_at(states[index], path)
		if value is Array or (index > 0 and not PlaykeepPointer.has(states[index], path)):
			return true
	return false


## The objects that must be there, but for the document.
static func _parents_of(paths: Array[PackedStringArray]) -> PackedStringArray:
	var pointers := PackedStringArray()
	for path in paths:
		var pointer := PlaykeepPointer.format(path.slice(0, -1))
		if not pointer.is_empty() and pointer not in pointers:
			pointers.append(pointer)
	pointers.sort()
	return pointers


## Those of the paths that lead to one of the others, through one of them, or on the way to one.
static func _related(
	paths: Array[PackedStringArray], others: Array[PackedStringArray]
) -> Array[PackedStringArray]:
	return paths.filter(
		func(path: PackedStringArray) -> bool:
			return others.any(
				func(each: PackedStringArray) -> bool:
					return PlaykeepPointer.is_prefix(path, each) or PlaykeepPointer.is_prefix(each, path)
			)
	)
