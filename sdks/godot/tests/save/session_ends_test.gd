## The ends of play sessions as the service tells them, and the games of one device: an old one takes no session back, and
## the session of one that died is no obstacle.
extends "res://tests/save/save_case.gd"


func _starts_of(of_device: Device) -> int:
	return of_device.requests.filter(func(one: Transport.Request) -> bool: return one.path.ends_with("start")).size()


## A server ends the session.
func _terminated(request: Transport.Request) -> PlaykeepResult:
	var is_beat := request.path.ends_with("heartbeat")
	if not is_beat and request.method != "PATCH":
		return null
	var status := 400 if is_beat else 409
	var message := "No active session found" if is_beat else "Session not current"
	var error := PlaykeepError.of(PlaykeepError.code_of(status, message, &"terminated"), message, status)
	error.reason = PlaykeepError.reason_of(message)
	error.session_end = &"terminated"
	return PlaykeepResult.failure(error)


func test_a_session_that_is_over_begins_no_other_one() -> void:
	for end: StringName in [&"replaced", &"stopped", &"terminated"]:
		var named := player()
		var phone := device(named)
		var sessions := sessions_of(phone)
		var session: PlaykeepPlay = success(await sessions.play())
		var save := await opened(phone, {"initial": {"gold": 0}, "session": session})
		await settle(save)
		if end == &"replaced":
			success(await sessions_of(device(named)).start({"on_active": "replace"}))
		elif end == &"stopped":
			success(await sessions.stop())
		else:
			phone.answer = _terminated
		save.increment("/gold", 1)
		var status := &"blocked" if end == &"replaced" else &"waiting"
		await until(func() -> bool: return save.status == status, "the save of the session that was %s" % end)
		expect(save.error.session_end, end, "why")
		expect(save.error.code == PlaykeepError.SUPERSEDED, end == &"replaced", "the code is `superseded`")
		await until(func() -> bool: return session.is_over() and session.is_idle(), "the session hears it")
		expect(session.state, "superseded" if end == &"replaced" else "ended", "the session that was %s" % end)
		expect(_starts_of(phone), 1, "the starts")
		phone.answer = Callable()
		save.retry(success(await sessions.play({"on_active": "replace"})))
		expect((await settle(save)).ok, true, "the flush in another session")
		expect(await stored(named), '{"gold":1}', "the record")
		save.close()


func test_a_session_that_expired_begins_anew_and_its_save_waits_meanwhile() -> void:
	var named := player()
	var phone := device(named)
	var session: PlaykeepPlay = success(await sessions_of(phone).play())
	var first_id := session.session_id
	var save := await opened(phone, {"initial": {"gold": 0}, "session": session})
	await settle(save)
	var statuses := []
	save.status_changed.connect(
		func(status: StringName, _durable: bool, _error: PlaykeepError) -> void: statuses.append(status)
	)
	await pass_time(2_000)
	phone.answer = func(request: Transport.Request) -> PlaykeepResult:
		return Device._lost() if request.path.ends_with("start") else null
	save.increment("/gold", 1)
	await until(func() -> bool: return save.status == &"waiting", "the save waits")
	expect([save.error.session_end, save.error.code], ["expired", "refused"], "why")
	phone.answer = Callable()
	session.check()
	await until(func() -> bool: return save.status == &"saved", "the save goes on")
	expect([session.state, session.session_id == first_id], ["active", false], "the session")
	check(not statuses.has(&"blocked"), str(statuses))
	expect(await stored(named), '{"gold":1}', "the record")
	success(await session.end())
	save.close()


func test_a_game_whose_session_expired_takes_the_place_of_no_other_one() -> void:
	var named := player()
	var phone := device(named)
	var older: PlaykeepPlay = success(await sessions_of(phone).play())
	await pass_time(2_000)
	var again := sessions_of(device(named, phone.folder))
	var newer: PlaykeepPlay = success(await again.play())
	older.check()
	await until(func() -> bool: return older.is_over(), "the older one hears it")
	expect(older.state, "superseded", "the older one")
	expect(success(await again.active()).session_id, newer.session_id, "the active session")
	success(await newer.end())


func test_games_that_share_a_session_share_the_next_one_after_it_expired() -> void:
	var named := player()
	var phone := device(named)
	var sessions := [sessions_of(phone), sessions_of(device(named, phone.folder))]
	var played: Array[PlaykeepPlay] = []
	for one: PlaykeepSessions in sessions:
		played.append(success(await one.play({"on_active": "resume"})))
	var first_id := played[0].session_id
	expect(played[1].session_id, first_id, "the session of both")
	await pass_time(2_000)
	for session in played:
		session.check()
	for session in played:
		await until(func() -> bool: return session.session_id != first_id or session.is_over(), "it begins anew")
	expect([played[0].state, played[1].state], ["active", "active"], "the states")
	expect(played[1].session_id, played[0].session_id, "the next session of both")
	success(await played[0].end())


func test_a_game_that_died_is_no_obstacle_and_one_that_runs_is() -> void:
	var named := player()
	var sessions := sessions_of(device(named, "user://playkeep"))
	expect(await control("/game?mode=session&player=" + named.uri_encode()), "open true", "the other game")
	expect(failure(await sessions.play()).code, "conflict", "beside the other game")
	await control("/kill-games")
	var session: PlaykeepPlay = success(await sessions.play())
	expect(session.state, "active", "after its end")
	expect(success(await sessions.history())["sessions"][0].reason, "replaced", "the session that it left")
	success(await session.end())
