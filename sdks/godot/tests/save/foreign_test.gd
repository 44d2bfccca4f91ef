## Saves behind networks that redirect, show pages and give JSON of somebody else, before or after they passed a request
## on. Nothing is lost, nothing counts twice, nothing is set aside, and no redirect is followed.
extends "save_case.gd"

const STEPS := 12

const AT_ONCE := 4

var _next := 0
var _working := 0
var _answered := 0


func run_behind(start: int) -> int:
	var random := RandomNumberGenerator.new()
	random.seed = start
	var below := func(bound: int) -> int: return random.randi_range(0, bound - 1)
	var named := player()
	var url := await control("/foreign-proxy?seed=%d" % (start % 2_147_483_648))
	var phone := device_at(url, named)
	var initial := {"gold": 0, "log": []}
	var save := await opened(phone, {"initial": initial})
	var told: Array = []
	var follow := func(of_save: PlaykeepSave) -> void:
		of_save.conflict.connect(func(_conflict: PlaykeepConflict) -> void: told.append("conflict"))
		of_save.refused.connect(func(_change: PlaykeepPendingChange) -> void: told.append("refused"))
	follow.call(save)
	var gold := 0
	var entries: Array = []
	for step in STEPS:
		var by: int = 1 + below.call(9)
		gold += by
		success(save.increment("/gold", by))
		if below.call(2) == 0:
			entries.append(step)
			success(save.append("/log", step))
		if below.call(6) == 0:
			save.close()
			save = await opened(phone, {"initial": initial})
			follow.call(save)
		for frame in below.call(8):
			await get_tree().process_frame
	await control("/mend-foreign?url=" + url.uri_encode())
	expect((await settle(save)).ok, true, "%d: the flush" % start)
	var expected := {"gold": gold, "log": entries}
	expect((await record(named)).metadata, expected, "%d: the record" % start)
	expect([save.data, save.pending().size(), told], [expected, 0, []], "%d: the save" % start)
	save.close()
	phone.queue_free()
	var counts := (await control("/stop-foreign?url=" + url.uri_encode())).split(" ")
	expect(counts[1].to_int(), 0, "%d: requests that followed a redirect" % start)
	return counts[0].to_int()


## Several networks at a time, each with a seed of its own.
func _work(networks: int) -> void:
	_working += 1
	while _next < networks:
		_next += 1
		var answered := await run_behind(setting("SEED").to_int() + _next)
		_answered += answered
	_working -= 1


func test_networks_that_answer_for_the_service_lose_and_repeat_nothing() -> void:
	var networks := setting("FOREIGN").to_int()
	for worker in AT_ONCE:
		_work(networks)
	while _working > 0:
		await get_tree().process_frame
	check(_answered >= networks, "%d answers were not those of the service" % _answered)


func test_a_record_of_another_player_is_no_answer() -> void:
	var ann := player()
	var phone := device(ann)
	var save := await opened(phone, {"initial": {"gold": 1}})
	await settle(save)
	var theirs := Transport.Reply.new()
	theirs.status = 200
	theirs.etag = '"9-9"'
	theirs.data = {"playerId": "bob", "sequentialId": 9, "metadata": {"gold": 999}}
	theirs.texts = {"data/metadata": '{"gold":999}'}
	theirs.token = token_of(ann)
	phone.answer = func(_request: Transport.Request) -> PlaykeepResult:
		return PlaykeepResult.success(theirs)
	success(save.increment("/gold", 1))
	await until(func() -> bool: return save.error != null, "the failure")
	expect([save.status, save.error.code], ["waiting", "network"], "the save waits")
	expect([save.data, save.pending().size()], [{"gold": 2}, 1], "the change is kept")
	save.retry()
	phone.answer = Callable()
	expect((await settle(save)).ok, true, "the flush")
	expect(await stored(ann), '{"gold":2}', "the record")


func test_a_demanded_pause_is_waited_out_when_the_app_wakes_up() -> void:
	var phone := device(player())
	phone.client.clock.hurry = 1.0
	phone.answer = func(_request: Transport.Request) -> PlaykeepResult:
		var error := PlaykeepError.of(PlaykeepError.UNAVAILABLE, "Service unavailable", 503)
		error.retry_after_seconds = 600.0
		return PlaykeepResult.failure(error)
	var save := await opened(phone, {"initial": {}})
	await until(func() -> bool: return save.error != null, "the failure")
	var before := phone.requests.size()
	phone.client.lifecycle.woke.emit()
	phone.client.lifecycle.slept.emit()
	for frame in 20:
		await get_tree().process_frame
	expect(phone.requests.size(), before, "no request leaves")
	save.retry()
	await until(func() -> bool: return phone.requests.size() > before, "a request after retry()")
	expect(save.status, "waiting", "the save")
