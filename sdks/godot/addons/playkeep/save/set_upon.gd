## The operations that make the change of a [code]set[/code], from one document to another, in a third one: the record
## of another device.
extends RefCounted


## A value goes whole where [param target] lacks its parent. So does an array where [param target] has another array,
## whose items may have moved; items at the end are added there.
static func operations(before: Dictionary, after: Dictionary, target: Dictionary) -> Array[Dictionary]:
	var made: Array[Dictionary] = []
	if not _are_keys_held([before, after, target]):
		made.append({"op": "add", "path": "", "value": after})
		return made
	# Operations, and levels that stand for theirs, each as before, after, target and path. The last one is the next.
	var waiting: Array = [[before, after, target, PackedStringArray()]]
	while not waiting.is_empty():
		var step: Variant = waiting.pop_back()
		if step is Dictionary:
			made.append(step)
			continue
		var steps := _steps_of(step)
		steps.reverse()
		waiting.append_array(steps)
	return made


static func _steps_of(level: Array) -> Array:
	var steps: Array = []
	for key: Variant in level[0]:
		if not level[1].has(key) and level[2].has(key):
			steps.append({"op": "remove", "path": _pointer(level[3], key)})
	for key: Variant in level[1]:
		_add_member(steps, level, key)
	return steps


static func _add_member(steps: Array, level: Array, key: Variant) -> void:
	var value: Variant = level[1][key]
	var old: Variant = level[0].get(key)
	var theirs: Variant = level[2].get(key)
	if _is_member(level[0], key, value):
		return
	var path: PackedStringArray = level[3].duplicate()
	path.append(str(key))
	if old is Dictionary and value is Dictionary and theirs is Dictionary and _are_keys_held([old, value, theirs]):
		steps.append([old, value, theirs, path])
	elif _is_member(level[2], key, value) and not is_unknown(old):
		return
	elif _is_array_step(old, value, theirs):
		steps.append_array(PlaykeepPatch.difference(old, value, path))
	else:
		steps.append({"op": "add", "path": PlaykeepPointer.format(path), "value": value})


## Can a path name every member of these objects? Else the value around them goes whole.
static func _are_keys_held(objects: Array[Dictionary]) -> bool:
	return objects.all(PlaykeepPatch.Difference.are_keys_held)


## A value that no other one equals: the text of a string has quotes. A value in its place is set in any case.
static func is_unknown(value: Variant) -> bool:
	return value is PlaykeepText and value.source.is_empty()


## Can the items that differ go, and not the array?
static func _is_array_step(old: Variant, value: Variant, theirs: Variant) -> bool:
	if not (old is Array and value is Array and theirs is Array):
		return false
	return PlaykeepJson.is_equal(old, theirs) or is_beginning(old, value)


static func _is_member(object: Dictionary, key: Variant, value: Variant) -> bool:
	return object.has(key) and PlaykeepJson.is_equal(object[key], value)


## Does the other value only have more items at its end?
static func is_beginning(first: Array, value: Variant) -> bool:
	if not value is Array or first.size() > value.size():
		return false
	return PlaykeepJson.is_equal(first, value.slice(0, first.size()))


static func _pointer(path: PackedStringArray, key: Variant) -> String:
	var whole := path.duplicate()
	whole.append(str(key))
	return PlaykeepPointer.format(whole)
