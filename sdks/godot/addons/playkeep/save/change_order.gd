## The order of waiting changes. Two may change places where neither sees the other's effect, on any record.
extends RefCounted

const Change := preload("change.gd")

## More paths are not compared with each other.
const MOST_PATHS := 100


class Trace:
	extends RefCounted
	## False for a change that may read or change anything.
	var has_members := false
	## The members of the document that it reads or changes.
	var members: Dictionary[String, bool] = {}
	## False for changes other than merges and additions.
	var has_paths := false
	## The paths that a merge or an addition changes.
	var paths: Array[PackedStringArray] = []
	var is_merge := false
	## The paths at which it makes an object where there is none, by pointer.
	var containers: Dictionary[String, PackedStringArray] = {}
	## Merges of the same members have the same one.
	var shape: PackedStringArray


static func trace_of(change: Change) -> Trace:
	var trace := Trace.new()
	if change.kind == Change.INITIAL or change.body.has("data"):
		return trace
	if change.body.has("patch"):
		if _are_keys_held(change.body.patch):
			_trace_merge(trace, change)
		return trace
	trace.has_paths = change.is_counter()
	for operation in change.operations():
		for member: String in ["path", "from"]:
			if operation.get(member) is String:
				trace.paths.append(PlaykeepPointer.parse(operation[member]))
	_set_members(trace)
	return trace


static func _trace_merge(trace: Trace, change: Change) -> void:
	trace.is_merge = true
	trace.paths = change.touched_paths({})
	_set_members(trace)
	var pointers := PackedStringArray()
	for path in trace.paths:
		pointers.append(PlaykeepPointer.format(path))
	pointers.sort()
	trace.shape = pointers
	trace.has_paths = trace.paths.size() <= MOST_PATHS
	for path in trace.paths if trace.has_paths else []:
		for size in range(1, path.size()):
			var above: PackedStringArray = path.slice(0, size)
			trace.containers[PlaykeepPointer.format(above)] = above


static func _set_members(trace: Trace) -> void:
	trace.has_members = trace.paths.all(func(path: PackedStringArray) -> bool: return not path.is_empty())
	for path in trace.paths if trace.has_members else []:
		trace.members[path[0]] = true


## Can a path name every member?
static func _are_keys_held(patch: Dictionary) -> bool:
	var waiting: Array = [patch]
	while not waiting.is_empty():
		var members: Dictionary = waiting.pop_back()
		for key: Variant in members:
			if key is PlaykeepText:
				return false
			if members[key] is Dictionary:
				waiting.append(members[key])
	return true


## May a change go before another one, to a third one before both, with which it is joined? Changes of different members
## may. Below one member, objects on the way count too: an addition needs them, and a merge makes them.
static func may_pass(own: Trace, passed: Trace, target: Trace) -> bool:
	if own.has_members and passed.has_members:
		if not own.members.keys().any(func(key: String) -> bool: return passed.members.has(key)):
			return true
	if not own.has_paths or not passed.has_paths:
		return false
	if own.paths.any(func(path: PackedStringArray) -> bool: return _is_met(path, passed.paths)):
		return false
	for pointer in own.containers:
		if not target.containers.has(pointer) and _is_met(own.containers[pointer], passed.paths):
			return false
	if own.is_merge:
		return true
	return not passed.containers.values().any(
		func(path: PackedStringArray) -> bool: return _is_met(path, own.paths)
	)


static func _is_met(path: PackedStringArray, others: Array[PackedStringArray]) -> bool:
	return others.any(
		func(each: PackedStringArray) -> bool:
			return PlaykeepPointer.is_prefix(path, each) or PlaykeepPointer.is_prefix(each, path)
	)
