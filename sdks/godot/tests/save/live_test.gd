## A live save: it hears of what a server or another device writes and of a device that takes over, one read waits at a
## time, and no service, however it answers, is asked without a pause.
extends "save_case.gd"

## Far below the pause between two looks of the service, since the writes go to the same process.
const SOON_MILLISECONDS := 1_000


func waits_of(of_device: Device) -> Array:
	return of_device.requests.filter(func(request: Transport.Request) -> bool: return request.headers.has("Prefer"))


## Waits until a read of the device waits at the service, and no other request is on its way.
func until_waiting(of_device: Device) -> void:
	await until(func() -> bool: return of_device.in_flight == 1, "one request is on its way")
	await until_at_service(1)


func until_at_service(count: int) -> void:
	while (await control("/waiting")) != str(count):
		await get_tree().process_frame


func test_hears_of_a_write_within_a_second() -> void:
	var named := player()
	var phone := device(named)
	var save := await opened(phone, {"initial": {"gold": 1}, "live": true})
	await settle(save)
	for gold: int in range(2, 5):
		await until_waiting(phone)
		var told := []
		var tell := func(data: Dictionary) -> void: told.append(data)
		save.changed.connect(tell)
		var began := Time.get_ticks_msec()
		await set_record(named, '{"gold":%d}' % gold)
		await until(func() -> bool: return not told.is_empty(), "it hears")
		check(Time.get_ticks_msec() - began < SOON_MILLISECONDS, "it hears within a second")
		expect([told, save.data, save.status], [[{"gold": gold}], {"gold": gold}, "saved"], "the record")
		save.changed.disconnect(tell)
	await close(save, phone)
	await until_at_service(0)


func test_a_device_that_is_replaced_is_told_within_a_second_and_hears_on() -> void:
	var named := player()
	var phone := device(named)
	var session: PlaykeepPlay = success(await sessions_of(phone).play())
	var save := await opened(phone, {"initial": {}, "live": true, "session": session})
	await settle(save)
	await until_waiting(phone)
	expect(waits_of(phone).back().headers["X-Session-Id"], session.session_id, "the session of the wait")
	var began := Time.get_ticks_msec()
	success(await sessions_of(device(named)).start({"on_active": "replace"}))
	await until(func() -> bool: return session.is_over(), "it is told")
	check(Time.get_ticks_msec() - began < SOON_MILLISECONDS, "it is told within a second")
	expect([session.state, save.status], ["superseded", "saved"], "the states")
	await until_waiting(phone)
	expect(waits_of(phone).back().headers["X-Session-Id"], "", "the next wait names no session")
	await set_record(named, '{"level":2}')
	await until(func() -> bool: return save.data.get("level") == 2, "it hears on")
	await close(save, phone)


func test_a_session_that_is_handed_in_later_is_named_at_once() -> void:
	var named := player()
	var phone := device(named)
	var save := await opened(phone, {"initial": {}, "live": true})
	await settle(save)
	await until_waiting(phone)
	var session: PlaykeepPlay = success(await sessions_of(phone).play())
	save.retry(session)
	var is_named := func() -> bool:
		return waits_of(phone).back().headers["X-Session-Id"] == session.session_id
	await until(is_named, "the wait names the session")
	success(await session.end())
	await close(save, phone)


func test_sends_a_change_at_once_and_waits_again() -> void:
	var named := player()
	var phone := device(named)
	var save := await opened(phone, {"initial": {"gold": 1}, "live": true})
	await settle(save)
	await until_waiting(phone)
	save.merge({"gold": 2})
	expect((await save.flush()).ok, true, "the flush")
	expect(await stored(named), '{"gold":2}', "the record")
	await until_waiting(phone)
	await close(save, phone)
	await until_at_service(0)


func test_two_devices_see_the_changes_of_each_other() -> void:
	var named := player()
	var phone := device(named)
	var desk := device(named)
	var one := await opened(phone, {"initial": {"log": []}, "live": true})
	await settle(one)
	var two := await opened(desk, {"initial": {"log": []}, "live": true})
	for n: int in 3:
		await until_at_service(2)
		one.append("/log", "phone %d" % n)
		two.append("/log", "desk %d" % n)
		await settle(one)
		await settle(two)
		var are_equal := func() -> bool:
			return one.data == two.data and one.data["log"].size() == 2 * n + 2
		await until(are_equal, "both have both")
	await close(one, phone)
	await close(two, desk)


func test_waits_while_the_app_is_awake_and_reads_when_it_wakes_up() -> void:
	var named := player()
	var phone := device(named)
	var save := await opened(phone, {"initial": {"gold": 1}, "live": true})
	await settle(save)
	await until_waiting(phone)
	phone.client.lifecycle.slept.emit()
	await until(func() -> bool: return phone.in_flight == 0, "nothing waits")
	var before := phone.requests.size()
	await set_record(named, '{"gold":2}')
	await save.flush()
	expect([save.data, phone.requests.size()], [{"gold": 1}, before], "while it sleeps")
	phone.client.lifecycle.woke.emit()
	await until(func() -> bool: return save.data.get("gold") == 2, "it reads")
	await until_waiting(phone)
	await close(save, phone)


func test_waits_again_after_a_wait_that_was_over() -> void:
	var named := player()
	var phone := device(named)
	var save := await opened(phone, {"initial": {}, "live": true})
	await settle(save)
	await until_waiting(phone)
	var before := waits_of(phone).size()
	await pass_time(26.0)
	await until(func() -> bool: return waits_of(phone).size() > before, "it waits again")
	var ids := {}
	for wait: Transport.Request in waits_of(phone):
		ids[wait.headers["X-Installation-Id"]] = true
	expect(ids.size(), 1, "one installation")
	await close(save, phone)


func test_a_save_that_is_not_live_asks_nobody_to_wait() -> void:
	var phone := device(player())
	var save := await opened(phone, {"initial": {}})
	await settle(save)
	await get_tree().create_timer(0.2).timeout
	expect(waits_of(phone).size(), 0, "waits")
	await close(save, phone)


func test_no_service_is_asked_without_a_pause() -> void:
	var not_modified := func(request: Transport.Request) -> PlaykeepResult:
		var reply := Transport.Reply.new()
		reply.status = 304
		reply.etag = request.headers["If-None-Match"]
		return PlaykeepResult.success(reply)
	var busy := func(_request: Transport.Request) -> PlaykeepResult:
		return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.UNAVAILABLE, "Service unavailable", 503))
	var names: Array[String] = []
	# As a cache has it that drops the condition.
	var same := func(request: Transport.Request) -> PlaykeepResult:
		var reply := Transport.Reply.new()
		reply.status = 200
		reply.etag = request.headers["If-None-Match"]
		reply.data = {"playerId": names.back(), "sequentialId": 1, "metadata": {"gold": 1}}
		reply.texts = {"data/metadata": '{"gold":1}'}
		reply.token = token_of(names.back())
		return PlaykeepResult.success(reply)
	for answer: Callable in [not_modified, busy, same]:
		var named := player()
		names.append(named)
		var phone := device(named)
		phone.client.clock.random = func() -> float: return 0.5
		phone.answer = func(request: Transport.Request) -> PlaykeepResult:
			return answer.call(request) if request.headers.has("Prefer") else null
		var save := await opened(phone, {"initial": {"gold": 1}, "live": true})
		await settle(save)
		await get_tree().create_timer(1.5).timeout
		# Pauses take a hundredth here: ten minutes are six seconds.
		check(waits_of(phone).size() > 1, "it asks again")
		check(waits_of(phone).size() < 16, "it pauses")
		expect(save.status, "saved", "the status")
		save.merge({"gold": 2})
		expect((await save.flush()).ok, true, "the flush")
		expect(await stored(named), '{"gold":2}', "the record")
		await close(save, phone)


func test_a_player_who_is_suspended_while_the_save_waits_is_told() -> void:
	var phone := device(player())
	phone.answer = func(request: Transport.Request) -> PlaykeepResult:
		if not request.headers.has("Prefer"):
			return null
		var error := PlaykeepError.of(PlaykeepError.REFUSED, "Player suspended", 403)
		error.reason = &"player-suspended"
		return PlaykeepResult.failure(error)
	var save := await opened(phone, {"initial": {}, "live": true})
	await until(func() -> bool: return save.status == &"blocked", "it is told")
	expect(save.error.reason, "player-suspended", "the reason")
	await close(save, phone)
