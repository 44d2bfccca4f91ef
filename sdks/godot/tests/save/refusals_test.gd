## A save whose changes cannot go on: refused changes, another device's session, a session that expired, a suspended
## player, and another player's token.
extends "save_case.gd"




func test_a_refused_change_is_set_aside_and_the_others_go_on() -> void:
	var named := player()
	var phone := device(named)
	var save := await opened(phone, {"initial": {"gold": 5}})
	await save.flush()
	phone.network = Device.Network.OFFLINE
	await merge_record(named, '{"gold":1}')
	var told: Array = []
	save.refused.connect(
		func(change: PlaykeepPendingChange) -> void:
			told.append([change.kind, change.error.message, change.error.status])
	)
	save.merge({"before": 1})
	save.increment("/gold", -4, {"min": 0})
	save.merge({"after": 1})
	expect(save.data.gold, 1, "the view before")
	phone.network = Device.Network.WELL
	expect((await settle(save)).error.code, "refused", "the flush")
	expect(await stored(named), '{"gold":1,"before":1,"after":1}', "the record")
	expect(told, [["increment", "Patch does not apply", 409]], "it is told")
	var left := save.pending()
	expect([left.size(), left[0].state, left[0].error.status], [1, "refused", 409], "what is left")
	expect([save.status, save.data], ["saved", {"gold": 1, "before": 1, "after": 1}], "the view after")
	save.close()
	var again := await opened(device(named, phone.folder))
	expect(again.pending()[0].error.message, "Patch does not apply", "it is there after a restart")
	expect((await again.discard(left[0].id)).value, true, "the discard")
	expect((await again.flush()).ok, true, "the flush after it")
	expect(again.pending().size(), 0, "nothing is left")


func test_a_change_that_does_not_apply_or_is_no_json_changes_nothing() -> void:
	var phone := device(player())
	var save := await opened(phone, {"initial": {"gold": 5}})
	for result: PlaykeepResult in [
		save.increment("/gold", -6, {"min": 0}),
		save.increment("/gold", 1, {"most": 7}),
		save.patch([{"op": "replace", "path": "/absent", "value": 1}]),
		save.patch([{"op": "add", "path": "no pointer", "value": 1}]),
		save.merge({"gold": NAN}),
		save.merge({"at": Vector2.ZERO}),
		save.merge({1: 1}),
	]:
		expect(failure(result).code, "refused", "the failure")
	expect([save.data, save.pending().size()], [{"gold": 5}, 1], "the view")
	expect(failure(await phone.open({"initail": {}})).message, 'There is no option "initail"', "an option")
	expect(failure(await phone.open({"initial": {"at": Vector2.ZERO}})).code, "refused", "the initial data")


func test_another_devices_session_stops_the_sending_until_the_game_says_so() -> void:
	var named := player()
	var sessions: PlaykeepSessions = client(named).sessions
	var session: PlaykeepSession = success(await sessions.start())
	var phone := device(named)
	var save := await opened(phone, {"initial": {}, "session": session})
	await save.flush()
	success(await client(named).sessions.start({"on_active": "replace"}))
	save.merge({"level": 2})
	expect((await save.flush()).error.code, "superseded", "the flush")
	expect([save.status, save.error.code], ["blocked", "superseded"], "the status")
	expect(save.pending()[0].state, "sent", "the change stays as it was sent")
	expect(failure(save.discard(save.pending()[0].id)).code, "refused", "a discard")
	session = success(await sessions.start({"on_active": "replace"}))
	save.retry(session)
	expect((await save.flush()).ok, true, "the flush after `retry`")
	expect(await stored(named), '{"level":2}', "the record")
	expect(phone.writes().back().headers["X-Session-Id"], session.session_id, "the session of the write")


func test_a_save_opened_without_a_session_takes_one_later() -> void:
	var named := player()
	var phone := device(named)
	var session: PlaykeepSession = null
	var save := await opened(phone, {"initial": {}, "session": session})
	save.merge({"level": 2})
	expect((await save.flush()).ok, true, "the flush without a session")
	expect(phone.writes().back().headers.get("X-Session-Id", ""), "", "a write without a session")
	session = success(await client(named).sessions.start())
	save.retry(session)
	save.merge({"level": 3})
	expect((await save.flush()).ok, true, "the flush with a session")
	expect(phone.writes().back().headers["X-Session-Id"], session.session_id, "the session of the write")
	expect(await stored(named), '{"level":3}', "the record")
	save.close()


func test_a_session_that_began_anew_after_a_sleep_goes_on_saving() -> void:
	var named := player()
	var made := client(named)
	var session: PlaykeepPlay = success(await made.sessions.play())
	var save := await opened(device(named), {"initial": {}, "session": session})
	await save.flush()
	made.lifecycle.slept.emit()
	await pass_time(2_000)
	save.merge({"level": 2})
	await until(func() -> bool: return save.status == &"waiting", "the save waits")
	expect(save.error.session_end, "expired", "the reason")
	made.lifecycle.woke.emit()
	await until(func() -> bool: return save.status == &"saved", "the save goes on")
	expect(await stored(named), '{"level":2}', "the record")
	success(await session.end())


func test_a_suspended_players_changes_wait_until_the_game_says_so() -> void:
	var named := player()
	var phone := device(named)
	phone.answer = func(_request: Transport.Request) -> PlaykeepResult:
		var error := PlaykeepError.of(PlaykeepError.REFUSED, "Player suspended", 403)
		error.reason = PlaykeepError.reason_of(error.message)
		error.detail = "suspended forever"
		return PlaykeepResult.failure(error)
	var save := await opened(phone, {"initial": {"gold": 1}})
	var result := await save.flush()
	expect([result.error.status, result.error.detail, save.status], [403, "suspended forever", "blocked"], "it waits")
	phone.client.lifecycle.woke.emit()
	phone.answer = Callable()
	expect(save.status, "blocked", "a wake does not end it")
	save.retry()
	await until(func() -> bool: return save.status == &"saved", "the save goes on")
	expect(await stored(named), '{"gold":1}', "the record")


func test_a_refused_token_stops_the_sending_until_the_game_says_so() -> void:
	var named := player()
	var state := {"token": "expired." + token_of(named)}
	var phone := device(named, "", func() -> String: return state.token)
	phone.client.player = named
	var save := await opened(phone, {"initial": {"gold": 1}})
	var result := await save.flush()
	expect([result.error.code, result.error.status, save.status], ["unauthorized", 401, "blocked"], "it waits")
	state.token = token_of(named)
	save.retry()
	expect((await save.flush()).ok, true, "the flush after `retry`")
	expect(await stored(named), '{"gold":1}', "the record")


func test_another_players_token_sends_nothing_of_this_save() -> void:
	var ann := player()
	var bob := player()
	var phone := device(ann)
	var save := await opened(phone, {"initial": {}})
	await save.flush()
	phone.network = Device.Network.OFFLINE
	save.merge({"secret": "of ann"})
	save.close()
	var of_bob := device(bob, phone.folder)
	var theirs := await opened(of_bob, {"initial": {"own": "of bob"}})
	await theirs.flush()
	expect(await stored(bob), '{"own":"of bob"}', "the record of Bob")
	theirs.close()
	# The game gives the wrong token to the save of Ann.
	var wrong := device(bob, phone.folder)
	wrong.client.player = ann
	var mixed := await opened(wrong)
	expect(mixed.data, {"secret": "of ann"}, "the save of Ann")
	var result := await mixed.flush()
	expect([result.error.code, result.error.message], ["unauthorized", "The token is of another player"], "the flush")
	expect(wrong.writes().size(), 0, "nothing was sent")
	mixed.close()
	expect(await stored(bob), '{"own":"of bob"}', "the record of Bob is as before")
	var back := await opened(device(ann, phone.folder))
	expect((await back.flush()).ok, true, "the flush of Ann")
	expect(await stored(ann), '{"secret":"of ann"}', "the record of Ann")


func test_a_token_that_changes_its_player_sends_nothing() -> void:
	var ann := player()
	var bob := player()
	var state := {"token": token_of(ann)}
	var phone := device(ann, "", func() -> String: return state.token)
	var save := await opened(phone, {"initial": {"own": "of ann"}})
	await save.flush()
	state.token = token_of(bob)
	phone.tokens.drop(success(await phone.tokens.current()))
	save.merge({"secret": "of ann"})
	expect((await save.flush()).error.message, "The token is of another player", "the flush")
	expect(await stored(bob), "{}", "the record of Bob")


func test_a_save_needs_to_know_whose_it_is() -> void:
	var phone := device("", "", func() -> String: return "opaque")
	var refusal := failure(await phone.open())
	expect([refusal.code, phone.requests.size()], ["unauthorized", 0], "the failure")
