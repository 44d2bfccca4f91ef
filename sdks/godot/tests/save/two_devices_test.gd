## Two devices of one player with random changes, offline and online at random, behind a network with faults, also where
## every first attempt is lost, games start again, and clocks are set. Changes of different paths and additions are all
## there in the end; at one path the decision of the game is stored.
extends "save_case.gd"

const STEPS := 24
const INITIAL := {"gold": 0, "log": [], "a": {}, "b": {}}
## Beside the two devices the service remembers as many installations of a player.
const OTHERS := 14
const WEEKS_SECONDS := 21 * 86_400

var _random := RandomNumberGenerator.new()


## One device, with what must be in the record of its changes.
class Game:
	extends RefCounted
	var name: String
	var device: Device
	var save: PlaykeepSave
	var gold := 0
	var log: Array = []
	var own := {}


func below(bound: int) -> int:
	return _random.randi_range(0, bound - 1)


func games_at(url: String, of_player: String, names: Array, options: Dictionary) -> Array[Game]:
	var games: Array[Game] = []
	for name: String in names:
		var game := Game.new()
		game.name = name
		game.device = device_at(url, of_player)
		game.save = await opened(game.device, options)
		games.append(game)
	return games


## One random change of the device's own member, or an addition to what both share.
func change(game: Game, step: int) -> PlaykeepResult:
	var value := "%s%d" % [game.name, step]
	match below(6):
		0:
			game.gold += 5
			return game.save.increment("/gold", 5)
		1:
			game.log.append(value)
			return game.save.append("/log", value)
		2:
			game.own.merged = value
			return game.save.merge({game.name: {"merged": value}})
		3:
			var key := "p%d" % (step % 3)
			game.own[key] = [value]
			game.gold += 1
			return game.save.patch(
				[
					{"op": "add", "path": "/%s/%s" % [game.name, key], "value": [value]},
					{"op": "increment", "path": "/gold", "by": 1},
				]
			)
		4:
			game.own["set"] = value
			var whole := game.save.data.duplicate(true)
			whole[game.name]["set"] = value
			return game.save.set_data(whole)
	return PlaykeepResult.success()


func run_disjoint(start: int) -> void:
	_random.seed = start
	var named := player()
	var url := await control("/proxy?seed=%d&share=30" % (start % 2_147_483_648))
	var games := await games_at(url, named, ["a", "b"], {"initial": INITIAL})
	var conflicts: Array = []
	for game in games:
		game.save.conflict.connect(func(conflict: PlaykeepConflict) -> void: conflicts.append(conflict))
	for step in STEPS:
		for game in games:
			game.device.network = Device.Network.OFFLINE if below(3) == 0 else Device.Network.WELL
			if below(4) > 0:
				success(change(game, step))
			for frame in below(6):
				await get_tree().process_frame
	for game in games:
		game.device.network = Device.Network.WELL
	for game in games:
		expect((await settle(game.save)).ok, true, "%d: the flush" % start)
	check((await control("/mend?url=" + url.uri_encode())).is_valid_int(), "the network is mended")
	for game in games:
		game.device.client.lifecycle.woke.emit()
	await check_all_there(start, named, games)
	expect(conflicts.size(), 0, "%d: no conflict" % start)


func check_all_there(start: int, named: String, games: Array[Game]) -> PlaykeepRecord:
	var one := games[0]
	var two := games[1]
	await until(
		func() -> bool:
			return two.save.status == &"saved" and PlaykeepJson.is_equal(one.save.data, two.save.data),
		"%d: the views are equal" % start
	)
	var kept := await record(named)
	expect(one.save.data, kept.metadata, "%d: the record" % start)
	var members := [kept.metadata.gold, kept.metadata.a, kept.metadata.b]
	expect(members, [one.gold + two.gold, one.own, two.own], "%d: its members" % start)
	for game in games:
		var own: Array = kept.metadata.log.filter(func(entry: String) -> bool: return entry.begins_with(game.name))
		expect(own, game.log, "%d: the log of %s" % [start, game.name])
		await close(game.save, game.device)
		game.device.queue_free()
	return kept


## The game starts again, on a device whose clock is set.
func restart(game: Game) -> void:
	await close(game.save, game.device)
	game.device.client.clock.skew_milliseconds += [1, 3_600, WEEKS_SECONDS, -WEEKS_SECONDS][below(4)] * 1_000
	game.save = await opened(game.device, {"initial": INITIAL})


func run_forgetful(start: int) -> void:
	_random.seed = start
	var named := player()
	var url := await control("/proxy?seed=%d&share=20" % (start % 2_147_483_648))
	var games := await games_at(url, named, ["a", "b"], {"initial": INITIAL})
	for game in games:
		game.device.loses_first_attempts = true
	var added := 0
	for step in STEPS:
		for game in games:
			game.device.network = Device.Network.OFFLINE if below(4) == 0 else Device.Network.WELL
			success(change(game, step))
			if below(6) == 0:
				await restart(game)
			for frame in below(12):
				await get_tree().process_frame
		if below(8) == 0 and (await record(named)).metadata.has("gold"):
			for number in 1 + below(OTHERS):
				added += 1
				await add_as_other(named, "/others", number)
		if below(12) == 0:
			await pass_time(WEEKS_SECONDS)
	for game in games:
		game.device.network = Device.Network.WELL
	for game in games:
		expect((await settle(game.save)).ok, true, "%d: the flush" % start)
	await control("/mend?url=" + url.uri_encode())
	for game in games:
		game.device.client.lifecycle.woke.emit()
	var kept := await check_all_there(start, named, games)
	expect(kept.metadata.get("others", 0), added, "%d: the additions of others" % start)


func run_overlapping(start: int) -> void:
	_random.seed = start
	var named := player()
	var decisions: Array = []
	var decide := func(conflict: PlaykeepConflict) -> Dictionary:
		check(conflict.theirs.level not in [conflict.base.level, conflict.mine.level], "%d: the sides differ" % start)
		decisions.append({"level": "decision %d" % decisions.size(), "gold": conflict.theirs.gold})
		return decisions.back()
	var options := {"initial": {"level": "", "gold": 0}, "resolve": decide}
	var games := await games_at(setting("PLAYKEEP_URL"), named, ["a", "b"], options)
	for game in games:
		await settle(game.save)
	var gold := 0
	for step in 6:
		if below(2) == 0:
			games.reverse()
		var first := games[0]
		var second := games[1]
		for game in games:
			game.device.client.lifecycle.woke.emit()
		await until(
			func() -> bool: return PlaykeepJson.is_equal(first.save.data, second.save.data),
			"%d: the views are equal" % start
		)
		var before := decisions.size()
		second.device.network = Device.Network.OFFLINE
		success(first.save.merge({"level": "first %d" % step}))
		await settle(first.save)
		for count in 1 + below(3):
			success(second.save.merge({"level": "second %d %d" % [step, count]}))
		if below(2) == 0:
			gold += 7
			success(second.save.increment("/gold", 7))
		second.device.network = Device.Network.WELL
		await settle(second.save)
		expect(decisions.size(), before + 1, "%d: one decision in step %d" % [start, step])
		var expected := {"level": decisions.back().level, "gold": gold}
		expect((await record(named)).metadata, expected, "%d: the record in step %d" % [start, step])
	for game in games:
		await close(game.save, game.device)
		game.device.queue_free()


func test_both_devices_end_with_all_changes() -> void:
	for schedule in setting("SCHEDULES").to_int():
		await run_disjoint(setting("SEED").to_int() + schedule)


func test_where_every_first_attempt_is_lost_restarts_and_clocks_lose_and_repeat_nothing() -> void:
	for schedule in setting("FORGETFUL").to_int():
		await run_forgetful(setting("SEED").to_int() + schedule)


func test_at_one_path_the_decision_of_the_game_is_stored() -> void:
	for schedule in setting("SCHEDULES").to_int():
		await run_overlapping(setting("SEED").to_int() + schedule)
