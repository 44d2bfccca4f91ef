## The operations (RFC 6902) that make one document another, without recursion. Their order is the one in which they
## apply.
extends RefCounted


## An operation that is found, or a pair of values that is still to be compared.
class Step:
	extends RefCounted
	var operation: Dictionary
	var path: PackedStringArray
	var before: Variant
	var after: Variant

	static func pair(at: PackedStringArray, one: Variant, other: Variant) -> Step:
		var step := Step.new()
		step.path = at
		step.before = one
		step.after = other
		return step

	static func of(found: Dictionary) -> Step:
		var step := Step.new()
		step.operation = found
		return step


static func between(before: Variant, after: Variant, at: PackedStringArray) -> Array[Dictionary]:
	return _run(Step.pair(at, before, after), _compare)


static func operations_of_merge(document: Dictionary, patch: Dictionary) -> Array[Dictionary]:
	return _run(Step.pair(PackedStringArray(), document, patch), _merge)


## [param expand] answers the steps that stand for a pair, in order.
static func _run(first: Step, expand: Callable) -> Array[Dictionary]:
	var operations: Array[Dictionary] = []
	var waiting: Array[Step] = [first]
	while not waiting.is_empty():
		var step: Step = waiting.pop_back()
		if not step.operation.is_empty():
			operations.append(step.operation)
			continue
		var steps: Array[Step] = expand.call(step)
		steps.reverse()
		waiting.append_array(steps)
	return operations


static func _merge(step: Step) -> Array[Step]:
	if not are_keys_held(step.after):
		var merged := PlaykeepPatch.apply_merge(step.before, step.after)
		return [Step.of({"op": "add", "path": PlaykeepPointer.format(step.path), "value": merged})]
	var steps: Array[Step] = []
	for key: Variant in step.after:
		var change: Variant = step.after[key]
		var path := _below(step.path, key)
		var has_before: bool = step.before.has(key)
		if change == null:
			if has_before:
				steps.append(Step.of({"op": "remove", "path": PlaykeepPointer.format(path)}))
		elif change is Dictionary and has_before and step.before[key] is Dictionary:
			steps.append(Step.pair(path, step.before[key], change))
		else:
			# A patch applied to nothing leaves its members that are not null.
			var value: Variant = PlaykeepPatch.apply_merge({}, change) if change is Dictionary else change
			steps.append(Step.of({"op": "add", "path": PlaykeepPointer.format(path), "value": value}))
	return steps


static func _compare(step: Step) -> Array[Step]:
	if step.before is Dictionary and step.after is Dictionary:
		if are_keys_held(step.before) and are_keys_held(step.after):
			return _compare_members(step.path, step.before, step.after)
	if step.before is Array and step.after is Array:
		return _compare_items(step.path, step.before, step.after)
	if PlaykeepJson.is_equal(step.before, step.after):
		return []
	return [Step.of({"op": "replace", "path": PlaykeepPointer.format(step.path), "value": step.after})]


## Can a path name every member?
static func are_keys_held(members: Dictionary) -> bool:
	return not members.keys().any(func(key: Variant) -> bool: return key is PlaykeepText)


static func _compare_members(at: PackedStringArray, before: Dictionary, after: Dictionary) -> Array[Step]:
	var steps: Array[Step] = []
	for key: Variant in before:
		if not after.has(key):
			steps.append(Step.of({"op": "remove", "path": PlaykeepPointer.format(_below(at, key))}))
	for key: Variant in after:
		var path := _below(at, key)
		if before.has(key):
			steps.append(Step.pair(path, before[key], after[key]))
		else:
			steps.append(Step.of({"op": "add", "path": PlaykeepPointer.format(path), "value": after[key]}))
	return steps


static func _compare_items(at: PackedStringArray, before: Array, after: Array) -> Array[Step]:
	var steps: Array[Step] = []
	var shared := mini(before.size(), after.size())
	for index in shared:
		steps.append(Step.pair(_below(at, str(index)), before[index], after[index]))
	for index in range(shared, before.size()):
		steps.append(Step.of({"op": "remove", "path": PlaykeepPointer.format(_below(at, str(shared)))}))
	for index in range(shared, after.size()):
		steps.append(Step.of({"op": "add", "path": PlaykeepPointer.format(_below(at, "-")), "value": after[index]}))
	return steps


static func _below(path: PackedStringArray, key: Variant) -> PackedStringArray:
	var longer := path.duplicate()
	longer.append(String(key))
	return longer
