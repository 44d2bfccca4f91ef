## A device without a network for long: what waits is bounded, and made fewer where that loses nothing.
extends "save_case.gd"


func offline() -> PlaykeepSave:
	var phone := device(player())
	phone.network = Device.Network.OFFLINE
	return await opened(phone, {"initial": {"level": 0}})


func test_a_thousand_saves_are_made_fewer_and_the_last_of_each_is_kept() -> void:
	var save := await offline()
	for level in range(1, 1_001):
		success(save.merge({"level": level, "at%d" % (level % 5): level}))
		# A pause ends, the service is not there, and what waits is made fewer.
		if level % 40 == 0:
			await until(func() -> bool: return save.pending().size() < 70, "few changes wait")
	var expected := {"level": 1_000, "at0": 1_000, "at1": 996, "at2": 997, "at3": 998, "at4": 999}
	expect(save.data, expected, "the view")


func test_additions_stay_additions_when_changes_are_made_fewer() -> void:
	var named := player()
	await set_record(named, '{"gold":100,"level":0}')
	var tablet := device(named)
	var save := await opened(tablet)
	tablet.network = Device.Network.OFFLINE
	success(await client(named).metadata.patch([{"op": "increment", "path": "/gold", "by": 1000}]))
	for count in 50:
		success(save.increment("/gold", 1))
		success(save.set_data(save.data.merged({"level": count}, true)))
	for count in 50:
		success(save.increment("/gold", 0.1))
	await until(func() -> bool: return save.pending().size() < 110, "what waits is made fewer")
	var told: Array = []
	save.conflict.connect(func(conflict: PlaykeepConflict) -> void: told.append(conflict))
	tablet.network = Device.Network.WELL
	await settle(save)
	expect(await stored(named), '{"gold":1155.0,"level":49}', "the record")
	expect(told.size(), 0, "no conflict")


func test_the_change_past_the_bound_is_refused_and_those_before_it_stay() -> void:
	var phone := device(player())
	phone.network = Device.Network.OFFLINE
	var save := await opened(phone)
	# Additions with bounds stay apart.
	for count in 500:
		success(save.increment("/gold", count, {"max": 1_000_000}))
	var refusal := failure(save.increment("/gold", 500, {"max": 1_000_000}))
	expect(refusal.code, "too-large", "the failure")
	expect(refusal.detail, "at most 500 changes and 8 MB wait on a device", "its reason")
	expect(save.data.gold, 124_750, "the view")
	var all := save.pending()
	expect([save.discard(all[2].id).value, save.discard("absent").value], [true, false], "two discards")
	expect(save.data.gold, 124_748, "the view without it")
	success(save.increment("/gold", 501, {"max": 1_000_000}))
	save.close()


func test_three_changes_a_second_for_long_wait_as_few() -> void:
	var named := player()
	var phone := device(named)
	var save := await opened(phone, {"initial": {"settings": {"volume": 0}, "coins": 0, "log": []}})
	await settle(save)
	phone.network = Device.Network.OFFLINE
	success(await client(named).metadata.patch([{"op": "increment", "path": "/coins", "by": 1000}]))
	var most := 0
	var log: Array = []
	for second in 200:
		success(save.merge({"settings": {"volume": second % 11}}))
		success(save.increment("/coins", 2))
		success(save.append("/log", second))
		log.append(second)
		var waiting := save.pending()
		var count := 0
		for change in waiting:
			count += change.count
		most = maxi(most, waiting.size())
		expect(count, 3 * (second + 1), "the changes that wait")
	check(most < 100, "%d changes wait" % most)
	phone.network = Device.Network.WELL
	await settle(save)
	var expected := {"settings": {"volume": 199 % 11}, "coins": 1400, "log": log}
	expect((await record(named)).metadata, expected, "the record")
	save.close()


func test_eight_megabytes_of_changes_are_refused() -> void:
	var save := await offline()
	for count in 8:
		success(save.merge({"m%d" % count: "x".repeat(1_000_000)}))
	expect(failure(save.merge({"more": "x".repeat(1_000_000)})).code, "too-large", "the failure")
	save.close()
