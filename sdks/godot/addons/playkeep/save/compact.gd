## The compaction of waiting changes, for a game that saves every second without a network. Two are joined only where
## one change has the effect of both on every record, also on one that another device changed, and where the service
## takes both or neither. Joined ones have the place of the first and the id of the last.
extends RefCounted

const Change := preload("change.gd")
const Order := preload("change_order.gd")
const Join := preload("join.gd")

## A change looks for its place among so many before it.
const MOST_PLACES := 64
const MOST_PATCH_CHARACTERS := 100_000


class Place:
	extends RefCounted
	var change: Change
	var trace: Order.Trace
	## The state before it; empty where no change has a document.
	var before: Dictionary


## The changes to store, and null for those to delete, by number. [param document] is the state before the first one.
## [param is_any] joins merges of different members too, of which path rules or the bound of a record might refuse one
## and not the other, and more sets.
static func compact(
	document: Dictionary, changes: Array[Change], is_any: bool
) -> Dictionary[int, Change]:
	var compacted: Dictionary[int, Change] = {}
	var places: Array[Place] = []
	var has_sets := changes.any(func(each: Change) -> bool: return each.body.has("data"))
	var state := document
	for change in changes:
		var added := Place.new()
		added.change = change
		added.trace = Order.trace_of(change)
		added.before = state
		if has_sets:
			state = Change.apply_all(state, [change])
		var joined := _join(places, added, is_any)
		if joined == null:
			places.append(added)
			continue
		compacted[change.number] = null
		compacted[joined.number] = joined
	return compacted


## Joins a change with the newest one before it that it may join; null where there is none.
static func _join(places: Array[Place], added: Place, is_any: bool) -> Change:
	var change := added.change
	if change.is_alone or change.kind == Change.INITIAL:
		return null
	var passed: Array[Place] = []
	for index in range(places.size() - 1, maxi(-1, places.size() - 1 - MOST_PLACES), -1):
		var place := places[index]
		if place.change.kind == Change.INITIAL:
			return null
		if not place.change.is_alone and _is_free(added, passed, place):
			var body := _bodies(place, added, is_any, passed.is_empty())
			if not body.is_empty():
				var joined := change.with_body(body).with_number(place.change.number)
				joined.count = place.change.count + change.count
				place.change = joined
				place.trace = Order.trace_of(joined)
				return joined
		passed.append(place)
	return null


static func _is_free(added: Place, passed: Array[Place], target: Place) -> bool:
	return passed.all(
		func(each: Place) -> bool: return Order.may_pass(added.trace, each.trace, target.trace)
	)


## One body for two changes; empty where there is none. A document also has what the changes between made of it, so
## documents are joined only where they are neighbours.
static func _bodies(first: Place, second: Place, is_any: bool, is_next: bool) -> Dictionary:
	var one := first.change.body
	var two := second.change.body
	if one.has("data"):
		return Join.sets(one, two, first.before, is_any) if two.has("data") and is_next else {}
	if one.has("patch"):
		var is_one_shape := first.trace.shape == second.trace.shape
		if not two.has("patch") or not (is_one_shape or is_any):
			return {}
		var patch: Variant = Join.patches(one.patch, two.patch)
		if patch == null:
			return {}
		if not is_one_shape and PlaykeepJson.stringify(patch).length() > MOST_PATCH_CHARACTERS:
			return {}
		return {"patch": patch}
	if not two.has("operations"):
		return {}
	var all := first.change.operations() + second.change.operations()
	if all.is_empty():
		# A game made patches of no operation.
		return {"operations": all}
	var operations := Join.counters(all)
	return {} if operations.is_empty() else {"operations": operations}
