## What the tests of saves share: players, devices, the record of the service, and checks that count.
extends RefCounted

const Device := preload("device.gd")

var checks := 0
var failures := PackedStringArray()
var is_done := false
## Of the test that runs.
var title := ""
var tree := Engine.get_main_loop() as SceneTree
var service_url := OS.get_environment("PLAYKEEP_TEST_URL")
var folder := OS.get_environment("PLAYKEEP_TEST_FOLDER")
var _players := 0
var _devices: Array[Device] = []


func expect(actual: Variant, expected: Variant, about: String) -> void:
	checks += 1
	if PlaykeepJson.is_equal(_plain(actual), _plain(expected)):
		return
	failures.append("%s: %s\n  expected %s\n  but it is %s" % [title, about, expected, actual])


## Names of the engine are compared as texts.
func _plain(value: Variant) -> Variant:
	if value is StringName:
		return String(value)
	return value.map(_plain) if value is Array else value


func player() -> String:
	_players += 1
	return "%s %d" % [title, _players]


func device(of_player: String, of_folder := "", token := Callable()) -> Device:
	return device_at(service_url, of_player, of_folder, token)


## Each device has a folder of its own unless one is given.
func device_at(url: String, of_player: String, of_folder := "", token := Callable()) -> Device:
	var own := "%s/%d" % [of_player.sha256_text().left(12), _devices.size()]
	var made := Device.new(url, of_player, of_folder if of_folder else folder.path_join(own), token)
	_devices.append(made)
	tree.root.add_child(made)
	return made


## A save of a device, which must open.
func opened(of_device: Device, options := {}) -> PlaykeepSave:
	var result: PlaykeepResult = await of_device.open(options)
	expect(result.ok, true, "the save opens")
	if not result.ok:
		failures.append("%s: %s" % [title, result.error])
	return result.value


func record(of_player: String) -> PlaykeepRecord:
	var request := PlaykeepTransport.Request.new()
	request.path = PlaykeepBatch.PATH
	var result: PlaykeepResult = await device(of_player).send(request)
	return PlaykeepTransport.record_of(result.value)


func stored(of_player: String) -> String:
	return (await record(of_player)).text


## Writes the player's metadata as another device does.
func write(of_player: String, method: String, body: String, type := "application/json") -> void:
	var request := PlaykeepTransport.Request.new()
	request.path = PlaykeepBatch.PATH
	request.method = method
	request.headers["Content-Type"] = type
	request.body = body
	var result: PlaykeepResult = await device(of_player).send(request)
	expect(result.ok, true, "the other device writes")


func set_record(of_player: String, text: String) -> void:
	await write(of_player, "POST", '{"data":%s}' % text)


func merge_record(of_player: String, text: String) -> void:
	await write(of_player, "PATCH", text, PlaykeepBatch.MERGE_PATCH)


## Sends until all is acknowledged: a flush gives up after three failures, and a test does not.
func settle(save: PlaykeepSave) -> PlaykeepResult:
	while true:
		var result := await save.flush()
		if result.ok or result.error.code not in [&"network", &"unavailable", &"rate-limited"]:
			return result
	return null


## Waits for a condition, for at most half a minute.
func until(holds: Callable, about: String) -> void:
	var end := Time.get_ticks_msec() + 30_000
	while not holds.call():
		if Time.get_ticks_msec() > end:
			failures.append("%s: it never holds that %s" % [title, about])
			return
		await tree.process_frame


## Asks the program that runs the tests: for the service's time, a network with faults, and another process.
func control(path: String) -> String:
	var node := HTTPRequest.new()
	tree.root.add_child(node)
	node.request(OS.get_environment("PLAYKEEP_TEST_CONTROL") + path)
	var completed: Array = await node.request_completed
	node.queue_free()
	return completed[3].get_string_from_utf8()


func clean_up() -> void:
	for each in _devices:
		each.queue_free()
	_devices.clear()
	await tree.process_frame
