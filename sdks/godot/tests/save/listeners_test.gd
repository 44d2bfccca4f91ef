## Listeners that call the save: the order of calls is the order of effects, in the view, in the files and in the
## service, and each listener hears the signals in that order.
extends "save_case.gd"

var _random := RandomNumberGenerator.new()


func below(bound: int) -> int:
	return _random.randi_range(0, bound - 1)


func test_a_change_made_in_a_listener_comes_after_the_one_that_it_answers() -> void:
	var named := player()
	var save := await opened(device(named), {"initial": {"level": 0, "gold": 0}})
	await settle(save)
	var heard: Array = []
	save.changed.connect(
		func(data: Dictionary) -> void:
			if data.level == 1:
				success(save.merge({"level": 2}))
			if data.gold == 10:
				success(save.increment("/gold", -10, {"min": 0}))
	)
	save.changed.connect(func(data: Dictionary) -> void: heard.append([data.level, data.gold]))
	success(save.merge({"level": 1}))
	expect(save.data.level, 2, "the view")
	success(save.increment("/gold", 10))
	expect(save.data.gold, 0, "the gold")
	expect(heard, [[1, 0], [2, 0], [2, 10], [2, 0]], "what the second listener hears")
	await settle(save)
	expect(await stored(named), '{"level":2,"gold":0}', "the record")
	save.close()


func test_a_listener_that_answers_each_change_ends_at_the_bound_of_the_queue() -> void:
	var phone := device(player())
	phone.network = Device.Network.OFFLINE
	var save := await opened(phone, {"initial": {"gold": 0}})
	var failures: Array = []
	var answer := func(_data: Dictionary) -> void:
		var added := save.increment("/gold", 1, {"max": 1_000_000})
		if not added.ok:
			failures.append(String(added.error.code))
	save.changed.connect(answer)
	success(save.increment("/gold", 1, {"max": 1_000_000}))
	save.changed.disconnect(answer)
	# The beginning of the save is one of the 500.
	expect([failures, save.data.gold, save.pending().size()], [["too-large"], 499, 500], "the end")
	save.close()


func test_a_path_that_is_no_pointer_is_refused_with_the_rule() -> void:
	var save := await opened(device(player()), {"initial": {"gold": 1}})
	for path: String in ["gold", "#/gold", "/a~b", "a/b"]:
		for result: PlaykeepResult in [
			save.increment(path, 1),
			save.append(path, 1),
			save.patch([{"op": "add", "path": path, "value": 1}]),
			save.patch([{"op": "move", "path": "/silver", "from": path}]),
		]:
			var refusal := failure(result)
			expect(refusal.code, "refused", "the failure of " + path)
			check("begins with /" in refusal.detail, "%s names the rule" % refusal.detail)
	expect(save.data, {"gold": 1}, "the view")
	save.close()


## The kept changes of a random game in order, by kind.
class Made:
	extends RefCounted
	var coins := 0
	var log: Array = []
	var setting: Variant = null
	var mark: Variant = null
	var number := 0
	var left := 40
	var refused := 0


func act(save: PlaykeepSave, made: Made) -> void:
	if made.left <= 0:
		return
	made.left -= 1
	made.number += 1
	var number := made.number
	match below(8):
		0:
			made.coins += 3
			success(save.increment("/coins", 3))
		1:
			made.log.append(number)
			success(save.append("/log", number))
		2:
			made.setting = number
			success(save.merge({"own": {"setting": number}}))
		3:
			made.mark = number
			success(save.set_data(save.data.merged({"mark": number}, true)))
		4:
			made.coins += 1
			made.log.append(number)
			var both := [
				{"op": "append", "path": "/log", "value": number}, {"op": "increment", "path": "/coins", "by": 1}
			]
			success(save.patch(both))
		5:
			# The coins were earned a moment ago, in a call before it.
			success(save.increment("/purse", number))
			success(save.increment("/purse", -number, {"min": 0}))
		6:
			save.retry()
		7:
			success(save.merge({"shared": number}))


func run_listening(start: int) -> void:
	_random.seed = start
	var named := player()
	await set_record(named, '{"coins":0,"log":[],"purse":0,"shared":0}')
	var url := await control("/proxy?seed=%d&share=30" % (start % 2_147_483_648))
	var phone := device_at(url, named)
	var save := await opened(phone)
	var made := Made.new()
	var react := func(_one: Variant = null, _two: Variant = null, _three: Variant = null) -> void:
		for count in below(3):
			act(save, made)
	save.changed.connect(react)
	save.status_changed.connect(react)
	save.conflict.connect(react)
	save.refused.connect(func(_change: PlaykeepPendingChange) -> void: made.refused += 1)
	var elsewhere := 0
	for step in 12:
		phone.network = Device.Network.OFFLINE if below(3) == 0 else Device.Network.WELL
		act(save, made)
		if below(4) == 0:
			elsewhere += 100
			var theirs := [
				{"op": "increment", "path": "/coins", "by": 100}, {"op": "add", "path": "/shared", "value": -step}
			]
			success(await client(named).metadata.patch(theirs))
		for frame in below(4):
			await get_tree().process_frame
	made.left = 0
	phone.network = Device.Network.WELL
	check((await control("/mend?url=" + url.uri_encode())).is_valid_int(), "the network is mended")
	expect((await settle(save)).ok, true, "%d: the flush" % start)
	save.retry()
	expect((await settle(save)).ok, true, "%d: the flush after a read" % start)
	var kept := (await record(named)).metadata
	var own: Variant = kept.get("own", {}).get("setting")
	var expected := [made.coins + elsewhere, made.log, made.setting, made.mark, 0, 0]
	expect([kept.coins, kept.log, own, kept.get("mark"), kept.purse, made.refused], expected, "%d: the record" % start)
	# The last change of the other device arrives with the next read.
	await until(func() -> bool: return PlaykeepJson.is_equal(save.data, kept), "%d: the view" % start)
	expect(save.pending().size(), 0, "%d: nothing waits" % start)
	save.close()


## A quarter of the games; a test has a bound of time.
func run_quarter(quarter: int) -> void:
	var games := ceili(setting("LISTENING").to_int() / 4.0)
	for game in games:
		await run_listening(setting("SEED").to_int() + quarter * games + game)


func test_random_listeners_lose_nothing_and_keep_the_order() -> void:
	await run_quarter(0)


func test_random_listeners_of_the_second_quarter() -> void:
	await run_quarter(1)


func test_random_listeners_of_the_third_quarter() -> void:
	await run_quarter(2)


func test_random_listeners_of_the_fourth_quarter() -> void:
	await run_quarter(3)
