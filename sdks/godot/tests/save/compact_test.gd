## Changes that were made fewer have the effect of all: on every record, also on one that another device changed, with
## the same values to the last digit, the same conflicts, and as many changes refused.
extends "save_case.gd"

const Change := preload("res://addons/playkeep/save/change.gd")
const Compact := preload("res://addons/playkeep/save/compact.gd")
const Rebase := preload("res://addons/playkeep/save/rebase.gd")
const POINTERS: Array[String] = ["/a", "/b", "/s", "/s/x", "/s/a", "/s/a/b", "/a/0", "/0", ""]

var _random := RandomNumberGenerator.new()


func pick(choices: Array) -> Variant:
	return choices[_random.randi_range(0, choices.size() - 1)]


func scalar() -> Variant:
	return pick([null, true, 0, 1, 7, -3, 0.5, "text"])


func value(depth := 2) -> Variant:
	if depth > 0 and pick([true, false]):
		return object(depth - 1) if pick([true, false]) else [scalar(), value(depth - 1)].slice(0, pick([0, 1, 2]))
	return scalar()


func object(depth := 2) -> Dictionary:
	var members := {}
	for count: int in pick([0, 1, 2, 3]):
		members[pick(["a", "b", "s", "x", "0"])] = value(depth)
	return members


func operation() -> Dictionary:
	var path: String = pick(POINTERS)
	match pick([0, 0, 0, 1, 1, 1, 2, 3, 4]):
		0:
			return {"op": "increment", "path": path, "by": pick([1, 5, 0.5])}
		1:
			return {"op": "append", "path": path, "value": scalar()}
		2:
			return {"op": "increment", "path": path, "by": pick([1, -3]), "min": 0, "max": 10, "initial": 5}
		3:
			return {"op": "append", "path": path, "value": value(1), "maxItems": pick([1, 2])}
	return pick([{"op": "remove", "path": path}, {"op": "add", "path": path, "value": value(1)}])


## A list of changes as a game makes them upon its view. Changes that do not apply to it are none.
func changes_upon(base: Dictionary, with_sets: bool) -> Array[Change]:
	var made: Array[Change] = []
	var view := base
	for count in 10:
		var body := {"operations": [operation()]}
		if pick([true, false]):
			body = {"patch": pick([object(), {"a": 1}, {"a": 2}, {"s": {"x": 1}}, {"s": {"x": 2}}, {"s": {}}])}
		if with_sets and pick([true, false]):
			body = {"data": view.merged(pick([object(), {"a": 1}, {"a": 2}, {"b": [1, 2]}]), true)}
		var change := Change.of(Change.PATCH, body, 0).with_number(count + 1)
		var result := change.apply_to(view)
		if result.ok:
			view = result.value
		if result.ok or not with_sets:
			made.append(change)
	return made


func compacted(base: Dictionary, all: Array[Change], is_any: bool) -> Array[Change]:
	var left: Array[Change] = []
	var stored := Compact.compact(base, all, is_any)
	for change in all:
		if not stored.has(change.number):
			left.append(change)
		elif stored[change.number] != null:
			left.append(stored[change.number])
	return left


func refused(document: Dictionary, all: Array[Change]) -> int:
	var state := document
	var count := 0
	for change in all:
		var result := change.apply_to(state)
		if result.ok:
			state = result.value
		else:
			count += change.count
	return count


func same(document: Dictionary, all: Array[Change], left: Array[Change], about: String) -> void:
	var of_all := Change.apply_all(document, all)
	expect(Change.apply_all(document, left), of_all, about)
	expect(refused(document, left), refused(document, all), "%s: refusals" % about)


func test_on_every_record_they_have_the_same_effect_and_refusals() -> void:
	var joined := 0
	for list in setting("LISTS").to_int():
		_random.seed = setting("SEED").to_int() + list
		var base := object()
		var all := changes_upon(base, false)
		var left := compacted(base, all, pick([true, false]))
		joined += int(left.size() < all.size())
		same(base, all, left, "list %d" % _random.seed)
		same(object(), all, left, "list %d elsewhere" % _random.seed)
	check(joined * 10 > setting("LISTS").to_int(), "%d lists were made fewer" % joined)


func test_upon_what_another_device_stored_they_have_the_same_effect_and_conflicts() -> void:
	var joined := 0
	for list in setting("LISTS").to_int():
		_random.seed = setting("SEED").to_int() + list
		var base := object()
		var all := changes_upon(base, true)
		var left := compacted(base, all, pick([true, false]))
		joined += int(left.size() < all.size())
		for theirs: Dictionary in [object(), base.merged(object(), true)]:
			var about := "list %d upon %s" % [_random.seed, theirs]
			var one := Rebase.of(all, base, theirs)
			var other := Rebase.of(left, base, theirs)
			same(theirs, one.changes, other.changes, about)
			expect(other.mine, one.mine, "%s: mine" % about)
			expect(other.is_conflict, one.is_conflict, "%s: the conflict" % about)
	check(joined * 20 > setting("LISTS").to_int(), "%d lists were made fewer" % joined)
