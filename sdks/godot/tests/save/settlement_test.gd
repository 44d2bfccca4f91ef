## Requests of a save whose answers were lost. A later run settles each by its key, or by the record where the service
## has forgotten the key. Nothing is repeated, and nothing is dropped silently.
extends "save_case.gd"

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
	save.close()
	await until(func() -> bool: return phone.in_flight == 0, "the last request has ended")
	return {"player": named, "folder": phone.folder, "sent": phone.writes().back()}


func test_a_lost_answer_is_settled_by_its_key_after_a_restart() -> void:
	var left := await leave(Device.Network.ANSWERS_ARE_LOST)
	var phone := device(left.player, left.folder)
	var save := await opened(phone)
	expect(save.data, {"gold": 10}, "the view")
	save.increment("/gold", 1)
	expect((await settle(save)).ok, true, "the flush")
	expect(await stored(left.player), '{"gold":11}', "the record")
	expect(phone.writes()[0].headers["If-Match"], '"probe"', "the first request asks")


func test_a_request_that_never_arrived_goes_again_and_a_late_copy_has_no_effect() -> void:
	var left := await leave(Device.Network.REQUESTS_ARE_LOST)
	var phone := device(left.player, left.folder)
	var save := await opened(phone)
	expect((await settle(save)).ok, true, "the flush")
	expect(await stored(left.player), '{"gold":10}', "the record")
	var late := await phone.send(left.sent)
	expect([late.error.status, late.error.message], [422, "Idempotency key reused"], "the late copy")
	expect(await stored(left.player), '{"gold":10}', "the record after it")


func test_after_a_day_the_record_tells_that_a_change_is_in_it() -> void:
	var left := await leave(Device.Network.ANSWERS_ARE_LOST)
	await pass_time(2 * DAY_SECONDS)
	await merge_record(left.player, '{"other":1}')
	var save := await opened(device(left.player, left.folder))
	expect((await settle(save)).ok, true, "the flush")
	expect(await stored(left.player), '{"gold":10,"other":1}', "the record")
	expect(save.data, {"gold": 10, "other": 1}, "the view")


func test_after_a_day_the_record_tells_that_a_change_is_not_in_it() -> void:
	var left := await leave(Device.Network.REQUESTS_ARE_LOST)
	await pass_time(2 * DAY_SECONDS)
	await merge_record(left.player, '{"other":1}')
	var save := await opened(device(left.player, left.folder))
	expect((await settle(save)).ok, true, "the flush")
	expect(await stored(left.player), '{"gold":10,"other":1}', "the record")


func test_an_addition_of_which_the_record_tells_nothing_is_set_aside() -> void:
	var left := await leave(Device.Network.ANSWERS_ARE_LOST)
	await pass_time(2 * DAY_SECONDS)
	success(await client(left.player).metadata.patch([{"op": "increment", "path": "/gold", "by": 5}]))
	var save := await opened(device(left.player, left.folder))
	var result := await settle(save)
	expect([result.error.code, result.error.message], ["refused", "The answer was lost"], "the flush")
	expect(await stored(left.player), '{"gold":15}', "the record")
	var aside := save.pending()[0]
	expect([aside.state, save.data], ["refused", {"gold": 15}], "the change and the view")
	expect(save.discard(aside.id).value, true, "the discard")
	expect((await save.flush()).ok, true, "the flush after it")


func test_a_device_whose_clock_jumps_loses_and_repeats_nothing() -> void:
	var named := player()
	var phone := device(named)
	phone.client.clock.skew_milliseconds = int(-DAY_SECONDS * 1000.0)
	var save := await opened(phone, {"initial": {"gold": 0}})
	for days: int in [0, 1, -1, 0]:
		phone.network = Device.Network.ANSWERS_ARE_LOST
		save.increment("/gold", 1)
		await until(func() -> bool: return save.status == &"waiting", "the save waits")
		phone.client.clock.skew_milliseconds = int(days * DAY_SECONDS * 1000.0)
		phone.network = Device.Network.WELL
		expect((await settle(save)).ok, true, "the flush")
	expect(await stored(named), '{"gold":4}', "the record")


func test_changes_and_flushes_do_not_end_a_pause_that_the_service_demands() -> void:
	for seconds: float in [-1.0, 60.0]:
		var phone := device(player())
		phone.client.clock.hurry = 1.0
		phone.client.clock.random = func() -> float: return 0.999
		phone.answer = func(_request: PlaykeepTransport.Request) -> PlaykeepResult:
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
	var update := PlaykeepSaveQueue.Update.new()
	for change in save._queue.changes():
		update.changes[change.number] = change.alone()
	expect(save._queue.commit(update), true, "each change goes by itself after %s" % error.message)
	tablet.network = Device.Network.WELL
	expect((await settle(save)).ok, true, "the flush")
	expect(await stored(named), '{"level":9,"gold":0}', "the record")


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
