## The player's progress, and every change of it. All changes go through the save, which applies them at once and sends
## them when it can. The game in examples/browser/ has the same progress, so a player may go from one to the other.
class_name Progress
extends RefCounted

const _MOST_LOG_ENTRIES := 20


## The state with which a player begins.
static func initial() -> Dictionary:
	var first := Sail.all[0].id
	return {"level": 1, "coins": 0, "sail": first, "owned": {first: true}, "best": {}, "log": []}


static func level(data: Dictionary) -> int:
	return maxi(1, int(PlaykeepNumber.to_float(data.get("level"), 1.0)))


static func coins(data: Dictionary) -> int:
	return int(PlaykeepNumber.to_float(data.get("coins")))


static func sail(data: Dictionary) -> Sail:
	return Sail.of(str(data.get("sail")))


static func owns(data: Dictionary, wanted: Sail) -> bool:
	return wanted.price == 0 or _members(data, "owned").has(wanted.id)


## Coins of two devices add up, so they are a counter.
static func take_coin(save: PlaykeepSave, value: int) -> void:
	save.increment("/coins", value)


## Two changes: the level and the time are set, the entry of the log is added.
static func finish_level(save: PlaykeepSave, number: int, seconds: float, device: String) -> void:
	var key := str(number)
	var before := PlaykeepNumber.to_float(_members(save.data, "best").get(key), INF)
	save.merge({"level": number + 1, "best": {key: minf(seconds, before)}})
	var entry := {"level": number, "seconds": seconds, "device": device}
	save.append("/log", entry, {"max_items": _MOST_LOG_ENTRIES})


## The price and the sail are one change: both or neither. It is refused where the coins do not suffice.
static func buy(save: PlaykeepSave, wanted: Sail) -> PlaykeepResult:
	return save.patch([
		{"op": "increment", "path": "/coins", "by": -wanted.price, "min": 0},
		{"op": "add", "path": "/owned/" + wanted.id, "value": true},
		{"op": "add", "path": "/sail", "value": wanted.id},
	])


static func set_sail(save: PlaykeepSave, wanted: Sail) -> PlaykeepResult:
	return save.merge({"sail": wanted.id})


## Decides about changes of two devices at one path. The game knows the answer for levels, times and purchases: the
## higher level, the shorter time, all that was bought. A sail is a matter of taste, so [param ask] answers one of the
## two states.
static func resolve(conflict: PlaykeepConflict, ask: Callable) -> Dictionary:
	var mine := conflict.mine
	var theirs := conflict.theirs
	var chosen := mine
	if mine.get("sail") != theirs.get("sail"):
		chosen = await ask.call(conflict)
	# `mine` is the state of the service with this device's purchases, so all coins that were paid are paid. Coins that
	# were found and entries of the log are added after the decision.
	var decided := mine.duplicate(true)
	decided["sail"] = chosen.get("sail")
	decided["level"] = maxi(level(mine), level(theirs))
	var best := _members(mine, "best").duplicate()
	for key: String in _members(theirs, "best"):
		var seconds: Variant = theirs["best"][key]
		if PlaykeepNumber.to_float(seconds) < PlaykeepNumber.to_float(best.get(key), INF):
			best[key] = seconds
	decided["best"] = best
	return decided


static func _members(data: Dictionary, key: String) -> Dictionary:
	return data[key] if data.get(key) is Dictionary else {}
