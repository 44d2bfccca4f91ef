## The story of one device: the game is killed without a network, starts again, and plays on. Its session is known as
## its own, so nobody is locked out, and a request that was sent in the session before goes again as it was.
extends "save_case.gd"

const SaveLock := preload("res://addons/playkeep/save/save_lock.gd")


## The writes of metadata.
func saves_of(of_device: Device) -> Array:
	return of_device.writes().filter(func(request: Transport.Request) -> bool: return request.path == Batch.PATH)


## The parts of a request that are the same when it goes again.
func lasting(request: Transport.Request) -> Array:
	var headers := request.headers.duplicate()
	headers.erase("X-Session-Id")
	return [request.method, request.path, request.body, headers]


func test_coins_that_were_earned_without_a_network_arrive_after_a_kill() -> void:
	for network: Device.Network in [Device.Network.ANSWERS_ARE_LOST, Device.Network.REQUESTS_ARE_LOST]:
		var named := player()
		var phone := device(named)
		var session: PlaykeepPlay = success(await sessions_of(phone).play())
		var save := await opened(phone, {"initial": {"coins": 0}, "session": session})
		save.increment("/coins", 1)
		expect((await settle(save)).ok, true, "the flush online")
		phone.network = network
		save.increment("/coins", 10)
		await until(func() -> bool: return save.status == &"waiting", "the save waits")
		phone.network = Device.Network.OFFLINE
		save.merge({"level": 2})
		# The game is killed: nothing stops its session.
		await close(save, phone)
		var again := device(named, phone.folder)
		again.network = Device.Network.OFFLINE
		var sessions := sessions_of(again)
		expect(failure(await sessions.play({"on_active": "replaceOwn"})).code, "network", "a start without a network")
		save = await opened(again, {"initial": {"coins": 0}})
		save.increment("/coins", 100)
		expect(save.data, {"coins": 111, "level": 2}, "the view without a network")
		again.network = Device.Network.WELL
		var next: PlaykeepPlay = success(await sessions.play({"on_active": "replaceOwn"}))
		save.retry(next)
		expect((await settle(save)).ok, true, "the flush")
		expect(await stored(named), '{"coins":111,"level":2}', "the record")
		expect(lasting(saves_of(again)[0]), lasting(saves_of(phone).back()), "the request that was on its way")
		var elsewhere := sessions_of(device(named))
		var refusal := failure(await elsewhere.start({"on_active": "replaceOwn"}))
		expect(refusal.message, "Session already active", "another device")
		success(await next.end())
		save.close()


func test_a_request_of_another_session_goes_again_as_it_was() -> void:
	for is_restarted: bool in [false, true]:
		var named := player()
		var phone := device(named)
		var sessions := sessions_of(phone)
		var save := await opened(phone, {"initial": {"gold": 0}, "session": success(await sessions.start())})
		await settle(save)
		phone.network = Device.Network.REQUESTS_ARE_LOST
		save.increment("/gold", 1)
		await until(func() -> bool: return save.status == &"waiting", "the save waits")
		success(await sessions_of(device(named)).start({"on_active": "replace"}))
		phone.network = Device.Network.WELL
		await until(func() -> bool: return save.status == &"blocked", "another device plays")
		expect([save.error.code, save.pending()[0].state], ["superseded", "sent"], "the change")
		expect(failure(save.discard(save.pending()[0].id)).code, "refused", "it is not dropped")
		var sent: Transport.Request = saves_of(phone).back()
		await add_as_other(named, "/others", 1)
		var before := saves_of(phone).size()
		var session: PlaykeepSession = success(await sessions.start({"on_active": "replace"}))
		if is_restarted:
			await close(save, phone)
			save = await opened(phone, {"session": session})
		else:
			save.retry(session)
		expect((await settle(save)).ok, true, "the flush")
		var again: Array = saves_of(phone).slice(before)
		expect(lasting(again[0]), lasting(sent), "the request")
		expect(again[0].headers["X-Session-Id"], session.session_id, "its session")
		expect(await stored(named), '{"gold":1,"others":1}', "the record")
		save.close()


func test_a_request_goes_on_at_once_where_a_new_session_began_meanwhile() -> void:
	var named := player()
	var phone := device(named)
	var sessions := sessions_of(phone)
	var session: PlaykeepSession = success(await sessions.start())
	var save := await opened(phone, {"initial": {"gold": 0}, "session": session})
	await settle(save)
	var next: PlaykeepSession = success(await sessions.start({"on_active": "replaceOwn"}))
	phone.answer = func(_request: Transport.Request) -> PlaykeepResult:
		session.session_id = next.session_id
		return null
	save.increment("/gold", 1)
	expect((await save.flush()).ok, true, "the flush")
	var sent: Array = saves_of(phone).slice(-2)
	expect(lasting(sent[0]), lasting(sent[1]), "the request")
	expect(await stored(named), '{"gold":1}', "the record")


func test_a_start_that_is_repeated_under_its_key_starts_nothing() -> void:
	var sessions := sessions_of(device(player()))
	var options := {"on_active": "replaceOwn", "idempotency_key": "first"}
	var first: PlaykeepSession = success(await sessions.start(options))
	var second: PlaykeepSession = success(await sessions.start({"on_active": "replaceOwn"}))
	expect(success(await sessions.start(options)).session_id, first.session_id, "the repetition")
	expect(success(await sessions.active()).session_id, second.session_id, "the active session")


func test_a_session_that_began_in_a_lost_answer_is_known_after_a_sleep() -> void:
	var phone := device(player())
	var sessions := sessions_of(phone)
	var session: PlaykeepPlay = success(await sessions.play({"heartbeat_seconds": 1_000}))
	var first_id := session.session_id
	session.suspend()
	await pass_time(2_000)
	phone.answer = func(request: Transport.Request) -> PlaykeepResult:
		var is_start := request.path.ends_with("start")
		phone.network = Device.Network.ANSWERS_ARE_LOST if is_start else Device.Network.WELL
		return null
	session.wake()
	var starts := func() -> Array:
		return phone.requests.filter(func(request: Transport.Request) -> bool: return request.path.ends_with("start"))
	await until(func() -> bool: return starts.call().size() == 6 and session.is_idle(), "the start is given up")
	phone.answer = Callable()
	phone.network = Device.Network.WELL
	session.wake()
	await until(func() -> bool: return session.session_id != first_id or session.is_over(), "it comes back")
	expect(session.state, "active", "the session")
	expect(success(await sessions.active()).session_id, session.session_id, "the active one")
	success(await session.end())


func test_an_older_session_of_the_folder_ends_no_newer_one() -> void:
	for is_by_silence: bool in [false, true]:
		SaveLock.is_by_silence = is_by_silence
		var named := player()
		var phone := device(named)
		var older: PlaykeepPlay = success(await sessions_of(phone).play())
		var again := sessions_of(device(named, phone.folder))
		var newer: PlaykeepPlay = success(await again.play({"on_active": "replaceOwn"}))
		older.wake()
		await until(func() -> bool: return older.is_over(), "the older one hears it")
		expect(older.state, "superseded", "the older one")
		expect(success(await again.active()).session_id, newer.session_id, "the active session")
		success(await newer.end())
	SaveLock.is_by_silence = false


func test_an_older_session_of_the_folder_comes_back_after_the_newer_one_ended() -> void:
	var sessions := sessions_of(device(player()))
	var older: PlaykeepPlay = success(await sessions.play())
	await pass_time(2_000)
	var newer: PlaykeepPlay = success(await sessions.play())
	success(await newer.end())
	var left: PlaykeepSession = success(await sessions.start())
	older.wake()
	var is_back := func() -> bool: return older.is_over() or (older.is_idle() and older._beat_at > 0.0)
	await until(is_back, "it has beaten")
	expect(older.state, "active", "the older one")
	expect(success(await sessions.active()).session_id, older.session_id, "the active session")
	check(older.session_id != left.session_id, "it replaced the one that was left")
	success(await older.end())


func test_a_session_in_another_process_is_replaced_only_when_the_game_says_so() -> void:
	var named := player()
	var sessions := sessions_of(device(named, "user://playkeep"))
	var session: PlaykeepPlay = success(await sessions.play())
	var other := "/game?mode=session&player=" + named.uri_encode()
	expect(await control(other), "open true", "the other game, which replaces it")
	session.wake()
	await until(func() -> bool: return session.is_over(), "this game hears it")
	expect(session.state, "superseded", "this game's session")
	var anew: PlaykeepPlay = success(await sessions.play({"on_active": "replaceOwn"}))
	success(await anew.end())
	await control("/kill-games")


func test_deleted_metadata_begins_again_and_never_over_another_record() -> void:
	for is_faster: bool in [false, true]:
		var named := player()
		await set_record(named, '{"gold":500}')
		success(await client(named).metadata.delete())
		var phone := device(named)
		phone.network = Device.Network.OFFLINE
		var save := await opened(phone, {"initial": {"gold": 0}})
		save.increment("/gold", 1)
		phone.answer = func(request: Transport.Request) -> PlaykeepResult:
			return Device._lost() if not request.headers.get("If-Match", "").is_empty() else null
		phone.network = Device.Network.WELL
		save.retry()
		await until(func() -> bool: return saves_of(phone).size() > 1, "it begins again")
		var begun: Array = saves_of(phone).slice(0, 2)
		expect(begun[0].headers["If-None-Match"], "*", "the first request")
		expect(begun[1].headers["If-Match"], (await record(named)).etag, "the second request")
		expect(begun[0].body, begun[1].body, "its body")
		check(begun[0].headers["Idempotency-Key"] != begun[1].headers["Idempotency-Key"], "it has a key of its own")
		expect(kinds_of(save.pending()), ["initial", "increment"], "what waits")
		await close(save, phone)
		if is_faster:
			await set_record(named, '{"gold":70}')
		phone.answer = Callable()
		save = await opened(phone)
		expect((await settle(save)).ok, true, "the flush")
		expect(await stored(named), '{"gold":71}' if is_faster else '{"gold":1}', "the record")
		save.close()


func test_a_folder_that_was_copied_to_another_device_loses_nothing() -> void:
	var named := player()
	var phone := device(named)
	var save := await opened(phone, {"initial": {"log": []}})
	await settle(save)
	phone.network = Device.Network.ANSWERS_ARE_LOST
	save.append("/log", "shared")
	await until(func() -> bool: return save.status == &"waiting", "the save waits")
	save.append("/log", "shared too")
	await close(save, phone)
	phone.network = Device.Network.WELL
	var copy := phone.folder + "-copy"
	copy_folder(phone.folder, copy)
	var expected := ["shared", "shared too"]
	var devices: Array[Device] = [phone, device(named, copy)]
	var saves: Array[PlaykeepSave] = []
	for one in devices:
		one.loses_first_attempts = true
		saves.append(await opened(one))
	for step in 8:
		for index in 2:
			expected.append("%d of %d" % [step, index])
			success(saves[index].append("/log", expected.back()))
			await get_tree().create_timer(0.01 * (step % 3)).timeout
	for each in saves:
		expect((await settle(each)).ok, true, "the flush")
	var log: Array = (await record(named)).metadata.log
	expect(expected.filter(func(entry: String) -> bool: return entry not in log), [], "what is lost")


func copy_folder(from: String, to: String) -> void:
	DirAccess.make_dir_recursive_absolute(to)
	for name in DirAccess.get_files_at(from):
		DirAccess.copy_absolute(from.path_join(name), to.path_join(name))
	for name in DirAccess.get_directories_at(from):
		copy_folder(from.path_join(name), to.path_join(name))
