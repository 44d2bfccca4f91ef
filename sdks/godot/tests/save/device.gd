## A device of a player for the tests of saves: its pauses are short, and the test takes its network away.
extends PlaykeepTransport

signal _stepped

enum Network { WELL, OFFLINE, REQUESTS_ARE_LOST, ANSWERS_ARE_LOST }

var network := Network.WELL
## Requests that left the device.
var requests: Array[Request] = []
## Answers in the place of the service: a [PlaykeepResult], or null to ask the service.
var answer := Callable()
## Before a request leaves and before its answer is seen.
var delay_seconds := 0.0
var in_flight := 0
var client := PlaykeepOpenSave.Client.new()
var folder: String


func _init(service_url: String, of_folder: String, token: Callable) -> void:
	super(service_url, PlaykeepTokenSource.new(token, Engine.get_main_loop() as SceneTree))
	folder = of_folder
	client.transport = self
	client.lifecycle = PlaykeepLifecycle.new()
	client.clock.hurry = 0.01
	add_child(client.lifecycle)


## Requests wait for the next frame, and for no frame of a device that is gone.
func _process(_delta: float) -> void:
	_stepped.emit()


func _exit_tree() -> void:
	_stepped.emit()


func open(options := {}) -> PlaykeepResult:
	return await PlaykeepOpenSave.open(client, options.merged({"folder": folder}), self)


func send(request: Request) -> PlaykeepResult:
	in_flight += 1
	var result := await _send(request)
	in_flight -= 1
	return result


func _send(request: Request) -> PlaykeepResult:
	await _stepped
	if network == Network.OFFLINE:
		return _lost()
	requests.append(request)
	if answer.is_valid():
		var result: PlaykeepResult = answer.call(request)
		if result != null:
			return result
	if network == Network.REQUESTS_ARE_LOST:
		return _lost()
	if delay_seconds > 0.0:
		await get_tree().create_timer(delay_seconds).timeout
	var sent: PlaykeepResult = await super.send(request)
	if delay_seconds > 0.0:
		await get_tree().create_timer(delay_seconds).timeout
	if network == Network.ANSWERS_ARE_LOST and request.method != "GET":
		return _lost()
	return sent


## The requests that may change the record.
func writes() -> Array[Request]:
	return requests.filter(func(request: Request) -> bool: return request.method != "GET")


static func _lost() -> PlaykeepResult:
	return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.NETWORK, "lost"))
