## The device's changes upon another state of the service: the paths that both changed, the changes as they go again,
## and the change that stands for a decision of the game. Values are compared to the last digit.
extends RefCounted

const Change := preload("change.gd")
const Rebase := preload("rebase.gd")
const SetUpon := preload("set_upon.gd")

## The whole document is sent where a set or a decision differs at more paths.
const MOST_OPERATIONS := 400

## Both the device and the service changed a value at one path, and not to the same.
var is_conflict := false
## The pointers of such paths.
var disputed := PackedStringArray()
## The changes as they go again. A [code]set[/code] names only the paths that it changed.
var changes: Array[Change] = []
var base: Dictionary
## The service's state with the device's changes, but for additions, which come after any decision.
var mine: Dictionary
var theirs: Dictionary


## [param base_data] is the state upon which the changes were made, [param their_data] that of the service.
static func of(
	own: Array[Change], base_data: Dictionary, their_data: Dictionary
) -> Rebase:
	var rebase := Rebase.new()
	rebase.base = base_data
	rebase.theirs = their_data
	if PlaykeepJson.is_equal(base_data, their_data):
		rebase.changes = own
		return rebase
	var touched: Array[PackedStringArray] = []
	var without_additions: Array[Change] = []
	var state := base_data
	var their_state := their_data
	rebase.mine = their_data
	for change in own:
		var after := _after(state, change)
		var next := _upon(state, after, change, their_state)
		rebase.changes.append(next)
		if not change.is_counter():
			touched.append_array((change if next.body.has("data") else next).touched_paths(state))
			without_additions.append(change)
			rebase.mine = Change.apply_all(rebase.mine, [_upon(state, after, change, rebase.mine)])
		state = after
		their_state = Change.apply_all(their_state, [next])
	var own_state := Change.apply_all(base_data, without_additions)
	for path in touched:
		if not is_same_at(base_data, their_data, path) and not is_same_at(own_state, their_data, path):
			rebase.disputed.append(PlaykeepPointer.format(path))
	rebase.is_conflict = not rebase.disputed.is_empty()
	return rebase


## The device's state after a change. A [code]set[/code] leaves members in the order that they had.
static func _after(state: Dictionary, change: Change) -> Dictionary:
	if change.body.has("data"):
		return PlaykeepPatch.apply(state, change.operations_upon(state)).value
	return Change.apply_all(state, [change])


## A change as it goes again: a [code]set[/code] with the paths that it changed.
static func _upon(
	state: Dictionary, after: Dictionary, change: Change, their_state: Dictionary
) -> Change:
	if not change.body.has("data"):
		return change
	var before := _with_unknown(state, change.body.get("again", []))
	var operations := SetUpon.operations(before, after, their_state)
	if operations.size() <= MOST_OPERATIONS:
		return change.with_body({"operations": operations})
	return change.with_body({"data": PlaykeepPatch.apply(their_state, operations).value})


## The document with values at some pointers that no other value equals, so that every other value is a changed one.
static func _with_unknown(document: Dictionary, pointers: Array) -> Dictionary:
	var state := document
	for pointer: String in pointers:
		# Where an object on the way is missing, that path is changed anyway.
		var unknown := {"op": "add", "path": pointer, "value": PlaykeepText.new()}
		var result := PlaykeepPatch.apply(state, [unknown])
		if result.ok:
			state = result.value
	return state


## Have both the same value at a path, or none?
static func is_same_at(left: Dictionary, right: Dictionary, path: PackedStringArray) -> bool:
	var is_left := PlaykeepPointer.has(left, path)
	if not is_left or not PlaykeepPointer.has(right, path):
		return is_left == PlaykeepPointer.has(right, path)
	return PlaykeepJson.is_equal(
		PlaykeepPointer.value_at(left, path), PlaykeepPointer.value_at(right, path)
	)


## The change that makes the service's state the decision of the game; null where it is already.
func decided(decision: Dictionary, milliseconds: int) -> Change:
	var operations := PlaykeepPatch.difference(theirs, decision)
	if operations.is_empty():
		return null
	var body := {"operations": operations}
	if operations.size() > MOST_OPERATIONS:
		body = {"data": decision}
	return Change.of(Change.SET, body, milliseconds)


## The additions that go after a decision: those that no later change of the device had overwritten.
func kept() -> Array[Change]:
	var additions: Array[Change] = []
	for index in changes.size():
		if changes[index].is_counter() and not _is_overwritten(index):
			additions.append(changes[index])
	return additions


func _is_overwritten(index: int) -> bool:
	var own := _paths_of(changes[index])
	for later: Change in changes.slice(index + 1):
		if later.is_counter():
			continue
		for path in _paths_of(later):
			for counted in own:
				if PlaykeepPointer.is_prefix(path, counted):
					return true
	return false


static func _paths_of(change: Change) -> Array[PackedStringArray]:
	if not change.body.has("operations"):
		return change.touched_paths({})
	var paths: Array[PackedStringArray] = []
	for operation in change.operations():
		paths.append(PlaykeepPointer.parse(operation.path))
	return paths
