## Puts the device's changes upon another state of the service: which paths both changed, the changes as they go again,
## and the change that stands for a decision of the game. Values are compared to the last digit.
class_name PlaykeepRebase
extends RefCounted

enum Effect { THERE, ABSENT, UNKNOWN }

## The whole document is sent where a set or a decision differs at more paths.
const MOST_OPERATIONS := 400

## Both the device and the service changed a value at one path, and not to the same.
var is_conflict := false
## The changes as they go again. A [code]set[/code] names only the paths that it changed.
var changes: Array[PlaykeepChange] = []
var base: Dictionary
## The service's state with the device's changes, but for additions, which come after any decision.
var mine: Dictionary
var theirs: Dictionary


## [param base_data] is the state upon which the changes were made, [param their_data] that of the service.
static func of(
	own: Array[PlaykeepChange], base_data: Dictionary, their_data: Dictionary
) -> PlaykeepRebase:
	var rebase := PlaykeepRebase.new()
	rebase.base = base_data
	rebase.theirs = their_data
	var touched: Array[PackedStringArray] = []
	var without_additions: Array[PlaykeepChange] = []
	var again: Array[PlaykeepChange] = []
	var state := base_data
	var their_state := their_data
	for change in own:
		var next := change
		if change.body.has("data"):
			next = _set_upon(state, change, their_state)
		rebase.changes.append(next)
		if not change.is_counter():
			touched.append_array((change if next.body.has("data") else next).touched_paths(state))
			without_additions.append(change)
			again.append(next)
		state = PlaykeepChange.apply_all(state, [change])
		their_state = PlaykeepChange.apply_all(their_state, [next])
	var own_state := PlaykeepChange.apply_all(base_data, without_additions)
	for path in touched:
		if not is_same_at(base_data, their_data, path) and not is_same_at(own_state, their_data, path):
			rebase.is_conflict = true
			break
	rebase.mine = PlaykeepChange.apply_all(their_data, again)
	return rebase


## A [code]set[/code] as it goes again: with the paths that it changed.
static func _set_upon(
	state: Dictionary, change: PlaykeepChange, their_state: Dictionary
) -> PlaykeepChange:
	var operations := PlaykeepSetUpon.operations(state, change.body.data, their_state)
	if operations.size() <= MOST_OPERATIONS:
		return change.with_body({"operations": operations})
	return change.with_body({"data": PlaykeepPatch.apply(their_state, operations).value})


## Have both the same value at a path, or none?
static func is_same_at(left: Dictionary, right: Dictionary, path: PackedStringArray) -> bool:
	var is_left := PlaykeepPointer.has(left, path)
	if not is_left or not PlaykeepPointer.has(right, path):
		return is_left == PlaykeepPointer.has(right, path)
	return PlaykeepJson.is_equal(
		PlaykeepPointer.value_at(left, path), PlaykeepPointer.value_at(right, path)
	)


## The change that makes the service's state the decision of the game; null where it is already.
func decided(decision: Dictionary, milliseconds: int) -> PlaykeepChange:
	var operations := PlaykeepPatch.difference(theirs, decision)
	if operations.is_empty():
		return null
	var body := {"operations": operations}
	if operations.size() > MOST_OPERATIONS:
		body = {"data": decision}
	return PlaykeepChange.of(PlaykeepChange.SET, body, milliseconds)


## The additions that go after a decision: those that no later change of the device had overwritten.
func kept() -> Array[PlaykeepChange]:
	var additions: Array[PlaykeepChange] = []
	for index in changes.size():
		if changes[index].is_counter() and not _is_overwritten(index):
			additions.append(changes[index])
	return additions


func _is_overwritten(index: int) -> bool:
	var own := _paths_of(changes[index])
	for later: PlaykeepChange in changes.slice(index + 1):
		if later.is_counter():
			continue
		for path in _paths_of(later):
			for counted in own:
				if PlaykeepPointer.is_prefix(path, counted):
					return true
	return false


static func _paths_of(change: PlaykeepChange) -> Array[PackedStringArray]:
	if not change.body.has("operations"):
		return change.touched_paths({})
	var paths: Array[PackedStringArray] = []
	for operation in change.operations():
		paths.append(PlaykeepPointer.parse(operation.path))
	return paths


## Did a request take effect whose answer was lost, and whose key the service has forgotten? The record alone can tell.
## [param before] is the state before the request, [param now] that of the service.
static func find_effect(
	own: Array[PlaykeepChange], before: Dictionary, now: Dictionary
) -> Effect:
	var after := PlaykeepChange.apply_all(before, own)
	var state := before
	var is_there := false
	var is_absent := false
	for change in own:
		for path in change.changed_paths(state):
			if is_same_at(before, after, path):
				continue
			is_there = is_there or is_same_at(now, after, path)
			is_absent = is_absent or is_same_at(now, before, path)
		state = PlaykeepChange.apply_all(state, [change])
	if is_there == is_absent:
		return Effect.UNKNOWN
	return Effect.THERE if is_there else Effect.ABSENT
