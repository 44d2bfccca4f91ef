## Play sessions against the service: the operations, and sessions that beat by themselves through sleep, expiry and
## another device.
extends "res://tests/test_case.gd"


func test_a_session_starts_beats_and_stops() -> void:
	var sessions: PlaykeepSessions = client("operations").sessions
	var started: PlaykeepSession = success(await sessions.start({"context": {"platform": "godot", "n": 1.0}}))
	equal([started.player_id, started.session_id.length()], ["operations", 36])
	var refused := failure(await sessions.start())
	equal([refused.code, refused.message], [PlaykeepError.CONFLICT, "Session already active"])
	await pass_time(60)
	var beat: PlaykeepSession = success(await sessions.heartbeat({"session_id": started.session_id}))
	check(beat.last_activity > started.start_time, beat.last_activity)
	var active: PlaykeepSession = success(await sessions.active())
	equal([active.session_id, active.context], [started.session_id, {"platform": "godot", "n": 1.0}])
	var stopped: PlaykeepSession = success(await sessions.stop({"session_id": started.session_id}))
	equal([stopped.session_id, stopped.start_time], [started.session_id, started.start_time])
	check(stopped.duration >= 60.0 and stopped.end_time > stopped.start_time, str(stopped.duration))
	equal(failure(await sessions.active()).message, "No active session found")


func test_the_history_comes_in_pages() -> void:
	var sessions: PlaykeepSessions = client("history").sessions
	var ids := []
	for index in 3:
		ids.push_front(success(await sessions.start({"on_active": "replace"})).session_id)
	success(await sessions.stop())
	var first: Dictionary = success(await sessions.history({"limit": 2}))
	var second: Dictionary = success(await sessions.history({"limit": 2, "cursor": first["next_cursor"]}))
	var listed: Array = first["sessions"] + second["sessions"]
	equal(listed.map(func(one: PlaykeepSession) -> String: return one.session_id), ids)
	equal(listed.map(func(one: PlaykeepSession) -> String: return one.reason), ["stopped", "replaced", "replaced"])
	equal(second["next_cursor"], "")
	equal(failure(await sessions.history({"limit": 101})).message, "Invalid request")


func test_a_played_session_beats_while_the_tree_is_paused() -> void:
	var player := "played"
	var made := client(player)
	var session: PlaykeepPlay = success(await made.sessions.play({"heartbeat_seconds": 0.2}))
	equal(session.state, PlaykeepPlay.ACTIVE)
	var start: String = success(await made.sessions.active()).last_activity
	get_tree().paused = true
	Engine.time_scale = 0.0
	await pass_time(10)
	await _until_active(made, func(one: PlaykeepSession) -> bool: return one.last_activity > start)
	Engine.time_scale = 1.0
	get_tree().paused = false
	success(await session.end())
	equal(session.state, PlaykeepPlay.ENDED)
	equal(success(await made.sessions.history())["sessions"][0].reason, "stopped")
	success(await session.end())


## Waits until the service knows of an active session for which the condition holds.
func _until_active(made: Node, condition: Callable) -> void:
	for attempt in 200:
		var result: PlaykeepResult = await made.sessions.active()
		if result.ok and condition.call(result.value):
			check(true, "")
			return
	check(false, "the service did not see it")


func test_another_device_supersedes_and_is_not_replaced() -> void:
	var first := client("two devices")
	var second := client("two devices")
	var session: PlaykeepPlay = success(await first.sessions.play({"heartbeat_seconds": 0.1}))
	var states := []
	session.state_changed.connect(func(state: StringName) -> void: states.append(state))
	equal(failure(await second.sessions.play()).code, PlaykeepError.CONFLICT)
	var newer: PlaykeepPlay = success(await second.sessions.play({"on_active": "replace"}))
	await until(func() -> bool: return session.state == PlaykeepPlay.SUPERSEDED, "it is superseded")
	equal(states, [PlaykeepPlay.SUPERSEDED])
	equal(success(await second.sessions.active()).session_id, newer.session_id)
	success(await session.end())
	equal(success(await second.sessions.active()).session_id, newer.session_id, "the end of the older one")
	success(await newer.end())


func test_a_session_that_expired_in_a_sleep_begins_anew() -> void:
	var made := client("asleep")
	var options := {"heartbeat_seconds": 1000, "context": {"device": "phone"}}
	var session: PlaykeepPlay = success(await made.sessions.play(options))
	var first_id := session.session_id
	var states := []
	session.state_changed.connect(func(state: StringName) -> void: states.append(state))
	made.propagate_notification(NOTIFICATION_APPLICATION_PAUSED)
	equal(session.state, PlaykeepPlay.SUSPENDED)
	await pass_time(2000)
	made.propagate_notification(NOTIFICATION_APPLICATION_RESUMED)
	await until(func() -> bool: return session.session_id != first_id, "a new session began")
	equal(states, [PlaykeepPlay.SUSPENDED, PlaykeepPlay.ACTIVE, PlaykeepPlay.ACTIVE])
	var active: PlaykeepSession = success(await made.sessions.active())
	equal([active.session_id, active.context], [session.session_id, {"device": "phone"}])
	equal(success(await made.sessions.history())["sessions"][0].reason, "expired")
	success(await session.end())


func test_a_suspended_session_sends_nothing() -> void:
	var made := client("silent", plan("silent", "pass"))
	var session: PlaykeepPlay = success(await made.sessions.play({"heartbeat_seconds": 0.05}))
	made.propagate_notification(NOTIFICATION_APPLICATION_PAUSED)
	await get_tree().create_timer(0.3).timeout
	var before := (await sent("silent")).size()
	await get_tree().create_timer(0.4).timeout
	equal((await sent("silent")).size(), before)
	made.propagate_notification(NOTIFICATION_APPLICATION_RESUMED)
	for attempt in 50:
		if (await sent("silent")).size() > before + 1:
			break
	check((await sent("silent")).size() > before + 1, "it beats again")
	success(await session.end())


func test_a_gap_between_frames_is_a_sleep() -> void:
	var made := client()
	var woke := []
	made.lifecycle.woke.connect(func() -> void: woke.append(true))
	await get_tree().process_frame
	await get_tree().process_frame
	equal(woke, [])
	made.lifecycle._last_frame -= 3600.0
	await get_tree().process_frame
	await get_tree().process_frame
	equal(woke, [true])


func test_a_refusal_for_good_ends_the_session() -> void:
	var made := client("refused", plan("ended", "pass,503,suspended"))
	made.transport.pause = func(_seconds: float) -> void: await get_tree().process_frame
	var session: PlaykeepPlay = success(await made.sessions.play({"heartbeat_seconds": 0.05}))
	await until(func() -> bool: return session.state == PlaykeepPlay.ENDED, "it ended")
	var paths := (await sent("ended")).map(func(request: Dictionary) -> String: return request["path"].get_file())
	equal(paths, ["start", "heartbeat", "heartbeat"])


func test_heartbeats_carry_no_key_and_starts_and_stops_do() -> void:
	var made := client("keyed", plan("keyed", "pass"))
	success(await made.sessions.start())
	success(await made.sessions.heartbeat())
	success(await made.sessions.stop())
	var length_of := func(one: Dictionary) -> int: return one["headers"].get("idempotency-key", "").length()
	equal((await sent("keyed")).map(length_of), [36, 0, 36])
	equal(failure(await made.sessions.start({"onActive": "replace"})).code, PlaykeepError.REFUSED)
