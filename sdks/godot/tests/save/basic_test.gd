## A save works without a network, keeps the order, combines what was not sent, and joins the changes of two devices.
extends "save_case.gd"


func test_begins_from_initial_changes_at_once_and_is_acknowledged_in_order() -> void:
	var name := player()
	var phone := device(name)
	var save := await opened(phone, {"initial": {"gold": 5}})
	var told: Array = []
	save.changed.connect(func(data: Dictionary) -> void: told.append(data))
	var made: Array[PlaykeepResult] = [
		save.merge({"level": 2}),
		save.increment("/gold", 0.1),
		save.append("/bought", "torch"),
		save.patch([{"op": "replace", "path": "/level", "value": 3}]),
	]
	expect(save.data, {"gold": 5.1, "level": 3, "bought": ["torch"]}, "the view")
	expect(told.size(), 4, "each change is told")
	for result in made:
		expect([result.ok, result.value.durable], [true, true], "a change is kept")
	expect((await save.flush()).ok, true, "the flush")
	expect([save.status, save.pending().size()], ["saved", 0], "all is saved")
	expect(await stored(name), '{"gold":5.1,"level":3,"bought":["torch"]}', "the record")
	save.set_data({"gold": 1})
	expect((await save.flush()).ok, true, "the second flush")
	expect(await stored(name), '{"gold":1}', "the record after a set")
	var keys := {}
	for request in phone.writes():
		keys[request.headers["Idempotency-Key"]] = true
	expect(keys.size(), phone.writes().size(), "each write has a key of its own")
	save.close()
	expect(save.merge({}).error.code, "closed", "a change after the end")
	expect((await save.flush()).error.code, "closed", "a flush after the end")


func test_the_view_cannot_be_edited_and_a_change_is_a_copy() -> void:
	var phone := device(player())
	phone.network = Device.Network.OFFLINE
	var save := await opened(phone, {"initial": {"deep": {"items": [1]}}})
	expect(save.data.is_read_only(), true, "the view")
	expect(save.data.deep.items.is_read_only(), true, "what is deep in the view")
	var mine := save.data.duplicate(true)
	mine.deep.items.append(2)
	save.set_data(mine)
	mine.deep.items.append(3)
	expect(save.data, {"deep": {"items": [1, 2]}}, "later edits do not count")
	save.close()


func test_the_initial_data_never_replaces_what_the_service_has() -> void:
	var name := player()
	await set_record(name, '{"gold":12345678901234567890,"b":1.50}')
	var phone := device(name)
	phone.network = Device.Network.OFFLINE
	var save := await opened(phone, {"initial": {"gold": 0, "b": 0}})
	save.merge({"level": 1})
	expect(save.data, {"gold": 0, "b": 0, "level": 1}, "the view without a network")
	phone.network = Device.Network.WELL
	await settle(save)
	expect(await stored(name), '{"gold":12345678901234567890,"b":1.50,"level":1}', "the record")
	expect(save.data.gold is PlaykeepNumber, true, "the digits are in the view")
	save.close()


func test_a_first_start_without_a_network_and_a_restart_replace_nothing() -> void:
	var name := player()
	var phone := device(name)
	phone.network = Device.Network.OFFLINE
	var first := await opened(phone, {"initial": {"gold": 0, "level": 1}})
	first.merge({"met": true})
	first.close()
	await set_record(name, '{"gold":500,"level":40}')
	var again := await opened(device(name, phone.folder), {"initial": {"gold": 0, "level": 1}})
	expect(again.data, {"gold": 0, "level": 1, "met": true}, "the view after a restart")
	expect((await again.flush()).ok, true, "the flush")
	expect(await stored(name), '{"gold":500,"level":40,"met":true}', "the record")
	again.close()
	var other := player()
	var saves: Array[PlaykeepSave] = []
	for gold: int in [10, 20]:
		var one := device(other)
		one.network = Device.Network.OFFLINE
		var save := await opened(one, {"initial": {"gold": gold}})
		save.increment("/gold", 1)
		one.network = Device.Network.WELL
		saves.append(save)
	for save in saves:
		await settle(save)
	expect((await record(other)).metadata.gold in [12, 22], true, "the first beginning counts")


func test_a_save_without_a_network_waits_and_goes_when_it_is_back() -> void:
	var name := player()
	var phone := device(name)
	phone.network = Device.Network.OFFLINE
	phone.client.player = name
	var save := await opened(phone, {"initial": {}})
	var statuses: Array = []
	save.status_changed.connect(
		func(status: StringName, _durable: bool, _error: PlaykeepError) -> void: statuses.append(status)
	)
	save.merge({"level": 7})
	expect((await save.flush()).error.code, "network", "the flush fails")
	expect([save.status, save.error.code], ["waiting", "network"], "the status")
	expect(kinds_of(save.pending()), ["initial", "merge"], "what waits")
	phone.network = Device.Network.WELL
	await until(func() -> bool: return save.status == &"saved", "the save is saved")
	expect(await stored(name), '{"level":7}', "the record")
	expect(statuses.back(), "saved", "the last status that was told")


func test_it_saves_while_the_tree_is_paused_and_time_is_slow() -> void:
	var name := player()
	var phone := device(name)
	get_tree().paused = true
	Engine.time_scale = 0.001
	var save := await opened(phone, {"initial": {}})
	phone.network = Device.Network.OFFLINE
	save.merge({"level": 7})
	await until(func() -> bool: return save.status == &"waiting", "the save waits")
	phone.network = Device.Network.WELL
	await until(func() -> bool: return save.status == &"saved", "the save is saved")
	get_tree().paused = false
	Engine.time_scale = 1.0
	expect(await stored(name), '{"level":7}', "the record")


func test_two_devices_add_and_change_different_members_with_every_digit() -> void:
	var name := player()
	await set_record(name, '{"gold":0,"exact":0.10000000000000000001,"a":1,"b":1}')
	var phone := device(name)
	var tablet := device(name)
	var one := await opened(phone)
	var two := await opened(tablet)
	var conflicts: Array = []
	two.conflict.connect(func(conflict: PlaykeepConflict) -> void: conflicts.append(conflict))
	tablet.network = Device.Network.OFFLINE
	one.increment("/gold", 10)
	one.merge({"a": 2})
	one.append("/log", "phone")
	await settle(one)
	two.increment("/gold", 100)
	two.merge({"b": 2})
	two.append("/log", "tablet")
	two.set_data(two.data.merged({"c": 3}))
	tablet.network = Device.Network.WELL
	await settle(two)
	var expected := '{"gold":110,"exact":0.10000000000000000001,"a":2,"b":2,"log":["phone","tablet"],"c":3}'
	expect(await stored(name), expected, "the record")
	expect(conflicts.size(), 0, "no conflict")
	phone.client.lifecycle.woke.emit()
	await until(func() -> bool: return PlaykeepJson.is_equal(one.data, two.data), "the views are equal")


func test_at_an_overlap_resolve_decides_and_additions_come_after_it() -> void:
	var name := player()
	await set_record(name, '{"level":1,"gold":0}')
	var phone := device(name)
	var tablet := device(name)
	var asked: Array = []
	var one := await opened(phone)
	var decide := func(conflict: PlaykeepConflict) -> Dictionary:
		asked.append([conflict.base, conflict.mine.duplicate(), conflict.theirs.duplicate()])
		await get_tree().process_frame
		conflict.theirs.level = maxi(conflict.mine.level, conflict.theirs.level)
		conflict.theirs.met = true
		return conflict.theirs
	var two := await opened(tablet, {"resolve": decide})
	tablet.network = Device.Network.OFFLINE
	one.merge({"level": 5})
	await settle(one)
	two.increment("/gold", 7)
	two.merge({"level": 3})
	tablet.network = Device.Network.WELL
	await settle(two)
	expect(await stored(name), '{"level":5,"gold":7,"met":true}', "the record")
	expect(asked, [[{"level": 1, "gold": 0}, {"level": 3, "gold": 0}, {"level": 5, "gold": 0}]], "the question")


func test_a_decision_that_is_no_document_stops_until_the_game_says_so() -> void:
	var name := player()
	await set_record(name, '{"level":1}')
	var tablet := device(name)
	var answers: Array = [null, {"level": Vector2.ZERO}, {"level": 9}]
	var decide := func(_conflict: PlaykeepConflict) -> Variant: return answers.pop_front()
	var two := await opened(tablet, {"resolve": decide})
	tablet.network = Device.Network.OFFLINE
	await merge_record(name, '{"level":5}')
	two.merge({"level": 3})
	tablet.network = Device.Network.WELL
	two.retry()
	for left: int in [2, 1]:
		await until(func() -> bool: return two.status == &"blocked", "the save is blocked")
		expect([two.error.code, answers.size()], ["refused", left], "no decision")
		expect((await two.flush()).error.code, "refused", "the flush")
		expect(two.pending().size(), 1, "the change stays")
		two.retry()
	expect((await two.flush()).ok, true, "the flush after the decision")
	expect(await stored(name), '{"level":9}', "the record")


func test_a_set_goes_again_upon_another_array_and_a_missing_parent() -> void:
	var name := player()
	await set_record(name, '{"items":[1,2],"moved":[1,2],"gone":{"a":1},"other":1}')
	var tablet := device(name)
	var two := await opened(tablet)
	tablet.network = Device.Network.OFFLINE
	await set_record(name, '{"items":[2],"moved":[2,1],"other":5}')
	two.set_data({"items": [1, 2, 3], "moved": [3, 2], "gone": {"a": 1, "b": 2}, "other": 1, "last": 1})
	tablet.network = Device.Network.WELL
	expect((await settle(two)).ok, true, "the flush")
	var expected := {"items": [2, 3], "moved": [3, 2], "gone": {"a": 1, "b": 2}, "other": 5, "last": 1}
	expect((await record(name)).metadata, expected, "the record")


func test_a_save_whose_record_was_never_read_is_not_saved() -> void:
	var name := player()
	await set_record(name, '{"level":1}')
	var tablet := device(name)
	tablet.network = Device.Network.OFFLINE
	var two := await opened(tablet)
	await until(func() -> bool: return two.status == &"waiting", "the save waits")
	expect(two.data, {}, "the view without a record")
	tablet.network = Device.Network.WELL
	await until(func() -> bool: return two.status == &"saved", "the save is saved")
	expect(two.data, {"level": 1}, "the view")


func test_without_resolve_this_devices_change_stays_and_both_are_told() -> void:
	var name := player()
	await set_record(name, '{"level":1}')
	var tablet := device(name)
	var two := await opened(tablet)
	var told: Array = []
	two.conflict.connect(
		func(conflict: PlaykeepConflict) -> void: told.append([conflict.mine, conflict.theirs])
	)
	tablet.network = Device.Network.OFFLINE
	await merge_record(name, '{"level":5}')
	two.merge({"level": 3})
	tablet.network = Device.Network.WELL
	await settle(two)
	expect(await stored(name), '{"level":3}', "the record")
	expect(told, [[{"level": 3}, {"level": 5}]], "both are told")


func test_a_hundred_changes_in_a_second_take_at_most_ten_requests() -> void:
	var name := player()
	var phone := device(name)
	phone.delay_seconds = 0.15
	var save := await opened(phone, {"initial": {"gold": 0}})
	await save.flush()
	phone.requests.clear()
	var conflicts: Array = []
	save.conflict.connect(func(conflict: PlaykeepConflict) -> void: conflicts.append(conflict))
	for count in 100:
		match count % 4:
			0: save.increment("/gold", 1)
			1: save.merge({"m%d" % (count % 7): {"at": count}})
			2: save.append("/log", count)
			3: save.set_data(save.data.merged({"set": count}, true))
		await get_tree().create_timer(0.009).timeout
	await save.flush()
	expect(conflicts.size(), 0, "no conflict with itself")
	expect(phone.requests.size() > 2 and phone.requests.size() <= 10, true, "%d requests" % phone.requests.size())
	expect([save.data.gold, save.data.log.size()], [25, 25], "the view")
	expect((await record(name)).metadata, save.data, "the record")
