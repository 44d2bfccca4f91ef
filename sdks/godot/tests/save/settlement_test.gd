## Requests of a save whose answers were lost. A later run settles each by the same request, however old it is. Nothing
## is repeated, and nothing is dropped silently.
extends "save_case.gd"

const SaveQueue := preload("res://addons/playkeep/save/save_queue.gd")
const DAY_SECONDS := 86_400.0


## A save with an addition on its way, whose device was turned off.
func leave(network: Device.Network) -> Dictionary:
	var named := player()
	var phone := device(named)
	var save := await opened(phone, {"initial": {"gold": 0}})
	success(await save.flush())
	phone.network = network
	save.increment("/gold", 10)
	await until(func() -> bool: return save.status == &"waiting", "the save waits")
	expect(save.pending()[0].state, "sent", "the change is on its way")
	await close(save, phone)
	return {"player": named, "folder": phone.folder, "sent": phone.writes().back()}


func test_a_lost_answer_is_settled_by_the_same_request_after_a_restart() -> void:
	var left := await leave(Device.Network.ANSWERS_ARE_LOST)
	var phone := device(left.player, left.folder)
	var save := await opened(phone)
	expect(save.data, {"gold": 10}, "the view")
	save.increment("/gold", 1)
	expect((await settle(save)).ok, true, "the flush")
	expect(await stored(left.player), '{"gold":11}', "the record")
	var again := phone.writes()[0]
	expect([again.headers, again.body], [left.sent.headers, left.sent.body], "the request")


func test_a_request_that_never_arrived_goes_again_and_a_late_copy_has_no_effect() -> void:
	var left := await leave(Device.Network.REQUESTS_ARE_LOST)
	var phone := device(left.player, left.folder)
	var save := await opened(phone)
	expect((await settle(save)).ok, true, "the flush")
	expect(await stored(left.player), '{"gold":10}', "the record")
	success(await phone.send(left.sent))
	save.increment("/gold", 1)
	expect((await settle(save)).ok, true, "the second flush")
	expect(failure(await phone.send(left.sent)).code, "conflict", "a copy after another write")
	expect(await stored(left.player), '{"gold":11}', "the record after the copies")


func test_after_weeks_the_same_request_takes_effect_once_beside_other_devices() -> void:
	for network: Device.Network in [Device.Network.ANSWERS_ARE_LOST, Device.Network.REQUESTS_ARE_LOST]:
		var left := await leave(network)
		await pass_time(21 * DAY_SECONDS)
		success(await client(left.player).metadata.patch([{"op": "increment", "path": "/gold", "by": 5}]))
		var save := await opened(device(left.player, left.folder))
		expect((await settle(save)).ok, true, "the flush")
		expect(await stored(left.player), '{"gold":15}', "the record")
		expect([save.data, save.pending().size()], [{"gold": 15}, 0], "the view")


func test_changes_that_wait_are_put_upon_what_others_wrote_before_the_repetition() -> void:
	var left := await leave(Device.Network.ANSWERS_ARE_LOST)
	await merge_record(left.player, '{"level":5,"other":1}')
	var phone := device(left.player, left.folder)
	phone.network = Device.Network.OFFLINE
	var save := await opened(phone, {"resolve": func(conflict: PlaykeepConflict) -> Dictionary:
		expect([conflict.base, conflict.theirs.level], [{"gold": 10}, 5], "the question")
		return conflict.theirs.merged({"level": 7}, true)})
	save.set_data({"gold": 10, "level": 3})
	save.increment("/gold", 1)
	phone.network = Device.Network.WELL
	expect((await settle(save)).ok, true, "the flush")
	expect((await record(left.player)).metadata, {"gold": 11, "level": 7, "other": 1}, "the record")


func test_a_device_whose_clock_is_set_loses_and_repeats_nothing() -> void:
	var named := player()
	var phone := device(named)
	var save := await opened(phone, {"initial": {"gold": 0}})
	for seconds: float in [1.0, -3_600.0, 21 * DAY_SECONDS, -21 * DAY_SECONDS]:
		phone.network = Device.Network.ANSWERS_ARE_LOST
		save.increment("/gold", 1)
		await until(func() -> bool: return save.status == &"waiting", "the save waits")
		phone.client.clock.skew_milliseconds += int(seconds * 1000.0)
		phone.network = Device.Network.WELL
		expect((await settle(save)).ok, true, "the flush")
	expect(await stored(named), '{"gold":4}', "the record")


func test_changes_and_flushes_do_not_end_a_pause_that_the_service_demands() -> void:
	for seconds: float in [-1.0, 60.0]:
		var phone := device(player())
		phone.client.clock.hurry = 1.0
		phone.client.clock.random = func() -> float: return 0.999
		phone.answer = func(_request: Transport.Request) -> PlaykeepResult:
			var error := PlaykeepError.of(PlaykeepError.UNAVAILABLE, "Service unavailable", 503)
			error.retry_after_seconds = seconds
			return PlaykeepResult.failure(error)
		var save := await opened(phone, {"initial": {}})
		phone.requests.clear()
		await until(func() -> bool: return save.status == &"waiting", "the save waits")
		for level in 20:
			save.merge({"level": level})
		await get_tree().create_timer(0.2).timeout
		expect(phone.requests.size(), 1, "changes send nothing (%d)" % seconds)
		save.flush()
		await get_tree().create_timer(0.3).timeout
		expect(phone.requests.size(), 2 if seconds < 0.0 else 1, "requests after the flush (%d)" % seconds)
		save.close()


func test_a_discard_while_the_game_decides_is_kept() -> void:
	var named := player()
	await set_record(named, '{"level":1,"gold":0}')
	var tablet := device(named)
	var state := {}
	var decide := func(conflict: PlaykeepConflict) -> Dictionary:
		if not state.has("asked"):
			state.asked = true
			for change: PlaykeepPendingChange in state.save.pending():
				if change.kind == &"increment":
					expect(state.save.discard(change.id).value, true, "the discard")
		return {"level": 9, "gold": conflict.theirs.gold}
	var save := await opened(tablet, {"resolve": decide})
	state.save = save
	tablet.network = Device.Network.OFFLINE
	await merge_record(named, '{"level":5}')
	var error := PlaykeepError.of(PlaykeepError.REFUSED, "alone", 409)
	for change: PlaykeepResult in [save.merge({"level": 3}), save.increment("/gold", 7)]:
		success(change)
	var update := SaveQueue.Update.new()
	for change in save._queue.changes():
		update.changes[change.number] = change.alone()
	expect(save._queue.commit(update), true, "each change goes by itself after %s" % error.message)
	tablet.network = Device.Network.WELL
	expect((await settle(save)).ok, true, "the flush")
	expect(await stored(named), '{"level":9,"gold":0}', "the record")


## A save whose game made a change without a network while another device wrote, and others while it decides. Answers
## the questions.
func decide_meanwhile(named: String, change: Callable) -> Array[PlaykeepConflict]:
	await set_record(named, '{"gold":1,"level":1,"list":[1],"own":0}')
	var phone := device(named)
	var asked: Array[PlaykeepConflict] = []
	var state := {}
	var save := await opened(phone, {"resolve": func(conflict: PlaykeepConflict) -> Dictionary:
		asked.append(conflict)
		await get_tree().process_frame
		change.call(state.save, asked.size())
		await get_tree().process_frame
		return conflict.mine.merged({"decided": asked.size()})})
	state.save = save
	await settle(save)
	phone.network = Device.Network.OFFLINE
	save.merge({"gold": 2})
	await set_record(named, '{"gold":5,"level":7,"list":[1],"own":0}')
	phone.network = Device.Network.WELL
	save.retry()
	expect((await settle(save)).ok, true, "the flush")
	expect(save.data, (await record(named)).metadata, "the view")
	await close(save, phone)
	return asked


func test_a_change_while_the_game_decides_is_asked_for_where_it_disputes_another_path() -> void:
	var named := player()
	var asked := await decide_meanwhile(named, func(save: PlaykeepSave, count: int) -> void:
		if count == 1:
			save.merge({"level": 3}))
	var questions := asked.map(
		func(each: PlaykeepConflict) -> Array: return [each.base.level, each.mine.gold, each.mine.level]
	)
	expect(questions, [[1, 2, 7], [1, 2, 3]], "the questions")
	var decided := {"gold": 2, "level": 3, "list": [1], "own": 0, "decided": 2}
	expect((await record(named)).metadata, decided, "the record")


func test_changes_while_the_game_decides_follow_the_decision_where_they_dispute_nothing_more() -> void:
	var named := player()
	var asked := await decide_meanwhile(named, func(save: PlaykeepSave, _count: int) -> void:
		save.increment("/own", 1)
		save.set_data(save.data.merged({"list": [1, 2]}, true))
		save.merge({"gold": 3}))
	expect(asked.size(), 1, "the questions")
	# The set was made upon the level from before the decision, and did not change it.
	var decided := {"gold": 3, "level": 7, "list": [1, 2], "own": 1, "decided": 1}
	expect((await record(named)).metadata, decided, "the record")


func test_a_decision_replaces_no_refused_change() -> void:
	var named := player()
	await set_record(named, '{"level":1,"gold":5}')
	var tablet := device(named)
	var save := await opened(tablet, {"resolve": func(_conflict: PlaykeepConflict) -> Dictionary: return {"level": 9}})
	tablet.network = Device.Network.OFFLINE
	await merge_record(named, '{"gold":1}')
	save.increment("/gold", -4, {"min": 0})
	tablet.network = Device.Network.WELL
	expect((await settle(save)).error.code, "refused", "the first flush")
	tablet.network = Device.Network.OFFLINE
	await merge_record(named, '{"level":5}')
	save.merge({"level": 3})
	tablet.network = Device.Network.WELL
	expect((await settle(save)).error.code, "refused", "the second flush")
	expect(await stored(named), '{"level":9}', "the record")
	expect(kinds_of(save.pending()), ["increment"], "the refused change")
