## The shared parts of the tests of saves: players, devices, the record of the service, and the program around them.
extends "res://tests/test_case.gd"

const Batch := preload("res://addons/playkeep/save/batch.gd")
const Transport := preload("res://addons/playkeep/http/transport.gd")
const Device := preload("device.gd")

var _devices := 0


## Compares as JSON, to the last digit.
func expect(actual: Variant, expected: Variant, about: String) -> void:
	check(
		PlaykeepJson.is_equal(_plain(actual), _plain(expected)),
		"%s: it is %s, expected %s" % [about, actual, expected]
	)


## Names of the engine are compared as texts.
func _plain(value: Variant) -> Variant:
	if value is StringName:
		return String(value)
	return value.map(_plain) if value is Array else value


func player() -> String:
	return "player %d %d" % [randi(), Time.get_ticks_usec()]


func device(of_player: String, of_folder := "", token := Callable()) -> Device:
	return device_at(setting("PLAYKEEP_URL"), of_player, of_folder, token)


## Each device has a folder of its own unless one is given.
func device_at(url: String, of_player: String, of_folder := "", token := Callable()) -> Device:
	_devices += 1
	var own := "user://saves/%s-%d" % [of_player.sha256_text().left(12), _devices]
	var fixed := token_of(of_player)
	var ask := token if token.is_valid() else func() -> String: return fixed
	var made := Device.new(url, of_folder if of_folder else own, ask)
	add_child(made)
	return made


## A save of a device, which must open.
func opened(of_device: Device, options := {}) -> PlaykeepSave:
	return success(await of_device.open(options))


func kinds_of(pending: Array[PlaykeepPendingChange]) -> Array:
	return pending.map(func(change: PlaykeepPendingChange) -> String: return change.kind)


func record(of_player: String) -> PlaykeepRecord:
	var request := Transport.Request.new()
	request.path = Batch.PATH
	var reader := device(of_player)
	var reply: Transport.Reply = success(await reader.send(request))
	reader.queue_free()
	return Transport.record_of(reply)


func stored(of_player: String) -> String:
	return (await record(of_player)).text


## Writes the player's metadata as another device does.
func set_record(of_player: String, text: String) -> void:
	success(await client(of_player).metadata.set_data(PlaykeepJson.parse(text)))


func merge_record(of_player: String, text: String) -> void:
	success(await client(of_player).metadata.merge(PlaykeepJson.parse(text)))


## Adds to the record as another installation of the player, which is unlike that of any device.
func add_as_other(of_player: String, path: String, number: int) -> void:
	var other := device(of_player)
	var request := Transport.Request.new()
	request.method = "PATCH"
	request.path = Batch.PATH
	request.body = '[{"op":"increment","path":"%s","by":1}]' % path
	var result: PlaykeepResult = null
	while result == null or (not result.ok and result.error.code == PlaykeepError.CONFLICT):
		request.headers = {
			"Content-Type": Batch.PLAYKEEP_PATCH,
			"Idempotency-Key": "key %d" % randi(),
			"If-Match": (await record(of_player)).etag,
			"X-Installation-Id": "other-installation-%d" % number,
		}
		result = await other.send(request)
	success(result)
	other.queue_free()


## The operations on play sessions of a device.
func sessions_of(of_device: Device) -> PlaykeepSessions:
	var made := PlaykeepSessions.new(of_device, of_device.client.lifecycle)
	made._folder = of_device.folder
	of_device.pause = func(_seconds: float) -> void: await get_tree().process_frame
	of_device.add_child(made)
	return made


## Closes a save, and waits for its last request.
func close(save: PlaykeepSave, of_device: Device) -> void:
	save.close()
	await until(func() -> bool: return of_device.in_flight == 0, "the last request has ended")


## Sends until all is acknowledged: a flush gives up after three failures, and a test does not.
func settle(save: PlaykeepSave) -> PlaykeepResult:
	while true:
		var result := await save.flush()
		if result.ok or result.error.code not in [&"network", &"unavailable", &"rate-limited"]:
			return result
	return null


## Lets time pass for the service.
func pass_time(seconds: float) -> void:
	await control("/advance?milliseconds=%d" % roundi(seconds * 1000.0))


## Asks the program around the tests: for another time of the service, a network with faults, and other games.
func control(path: String) -> String:
	var node := HTTPRequest.new()
	add_child(node)
	node.request(setting("PLAYKEEP_CONTROL") + path)
	var completed: Array = await node.request_completed
	node.queue_free()
	return completed[3].get_string_from_utf8()
