## Waits of a live save that fail or end early: the pauses of waits and those of the player's own changes do not
## lengthen each other, and a change never waits for the next wait.
extends "save_case.gd"

const SaveClock := preload("res://addons/playkeep/save/save_clock.gd")


## Pauses that end when the test or the save says so, each as long as chance may make it.
class HeldClock:
	extends SaveClock
	var pauses: Array[float] = []
	var timers: Array[SceneTreeTimer] = []

	func _init() -> void:
		random = func() -> float: return 0.999

	func timer(seconds: float) -> SceneTreeTimer:
		pauses.append(seconds)
		var made := (Engine.get_main_loop() as SceneTree).create_timer(3600.0, true, false, true)
		timers.append(made)
		return made

	func rounded(from := 0) -> Array:
		return pauses.slice(from).map(func(seconds: float) -> int: return roundi(seconds))


## A device with such pauses, of which the test answers the reads that wait.
func held(of_player: String, answer_wait: Callable) -> Device:
	var phone := device(of_player)
	phone.client.clock = HeldClock.new()
	phone.answer = func(request: Transport.Request) -> PlaykeepResult:
		return answer_wait.call(request) if request.headers.has("Prefer") else null
	return phone


## Ends the pauses as they come, until there were so many.
func pass_pauses(clock: HeldClock, count: int) -> void:
	for index in count:
		await until(func() -> bool: return clock.timers.size() > index, "pause %d begins" % index)
		clock.timers[index].timeout.emit()
	await until(func() -> bool: return clock.timers.size() > count, "the next pause begins")


func cut(_request: Transport.Request) -> PlaykeepResult:
	return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.NETWORK, "the proxy ended it"))


func busy(status: int, retry_after_seconds := -1.0) -> PlaykeepResult:
	var code := PlaykeepError.RATE_LIMITED if status == 429 else PlaykeepError.UNAVAILABLE
	var error := PlaykeepError.of(code, "not now", status)
	error.retry_after_seconds = retry_after_seconds
	return PlaykeepResult.failure(error)


func test_a_change_goes_at_once_in_the_pause_after_a_wait_that_failed() -> void:
	var named := player()
	var phone := held(named, cut)
	var save := await opened(phone, {"initial": {"gold": 1}, "live": true})
	await settle(save)
	await pass_pauses(phone.client.clock, 8)
	check(phone.client.clock.pauses.back() > 50.0, "the pause is long")
	expect(save.status, "saved", "the status of a save with nothing to do")
	save.merge({"gold": 2})
	await until(func() -> bool: return save.status == &"saved", "it is saved")
	expect(await stored(named), '{"gold":2}', "the record")
	await close(save, phone)


func test_pauses_of_waits_and_of_writes_do_not_lengthen_each_other() -> void:
	var named := player()
	var phone := held(named, cut)
	var answer := phone.answer
	var state := {"refusals": 0}
	phone.answer = func(request: Transport.Request) -> PlaykeepResult:
		if request.method == "PATCH" and state.refusals > 0:
			state.refusals -= 1
			return busy(503)
		return answer.call(request)
	var save := await opened(phone, {"initial": {"gold": 1}, "live": true})
	await settle(save)
	var clock: HeldClock = phone.client.clock
	await pass_pauses(clock, 4)
	expect(clock.rounded(), [1, 2, 4, 8, 16], "the pauses of waits")
	state.refusals = 3
	save.merge({"gold": 2})
	await pass_pauses(clock, 8)
	expect(clock.rounded(5), [1, 2, 4, 32], "three pauses of the write, and the next one of waits")
	expect([save.status, await stored(named)], ["saved", '{"gold":2}'], "the save")
	await close(save, phone)


func test_a_wait_that_is_refused_for_too_many_requests_holds_a_change_back_as_long_as_demanded() -> void:
	var named := player()
	var phone := held(named, func(_request: Transport.Request) -> PlaykeepResult: return busy(429, 7.0))
	var save := await opened(phone, {"initial": {"gold": 1}, "live": true})
	await settle(save)
	var clock: HeldClock = phone.client.clock
	await until(func() -> bool: return clock.pauses.size() > 0, "it pauses")
	expect([clock.pauses, save.status], [[7.0], "saved"], "the pause")
	save.merge({"gold": 2})
	save.merge({"gold": 3})
	expect([save.status, save.error.status], ["waiting", 429], "the status")
	expect(await stored(named), '{"gold":1}', "the record meanwhile")
	clock.timers[0].timeout.emit()
	await until(func() -> bool: return save.status == &"saved", "it is saved")
	expect(await stored(named), '{"gold":3}', "the record")
	await close(save, phone)


func test_an_end_that_came_early_is_forgotten_after_a_change_that_came() -> void:
	var named := player()
	var state := {"waits": 0}
	var phone := held(named, func(request: Transport.Request) -> PlaykeepResult:
		state.waits += 1
		var is_early: bool = state.waits % 2 == 1
		var etag: String = request.headers["If-None-Match"]
		return reply_of(named, etag if is_early else '"1-%d"' % (100 + state.waits), state.waits))
	var save := await opened(phone, {"initial": {"gold": 1}, "live": true})
	await settle(save)
	var clock: HeldClock = phone.client.clock
	await pass_pauses(clock, 7)
	var early := clock.pauses.filter(func(seconds: float) -> bool: return seconds > 0.5)
	check(early.size() > 2, "ends came early")
	for seconds: float in early:
		check(is_equal_approx(seconds, 0.999 * 25.0), "one end alone: %f" % seconds)
	await close(save, phone)


func reply_of(named: String, etag: String, gold: int) -> PlaykeepResult:
	var reply := Transport.Reply.new()
	reply.status = 200
	reply.etag = etag
	reply.data = {"playerId": named, "sequentialId": 1, "metadata": {"gold": gold}}
	reply.texts = {"data/metadata": '{"gold":%d}' % gold}
	reply.token = token_of(named)
	return PlaykeepResult.success(reply)
