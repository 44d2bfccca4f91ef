## A device of a player for the tests of saves: its pauses are short, and the test takes its network away.
extends "res://addons/playkeep/http/transport.gd"

signal _stepped

enum Network { WELL, OFFLINE, REQUESTS_ARE_LOST, ANSWERS_ARE_LOST }

const Lifecycle := preload("res://addons/playkeep/lifecycle.gd")
const OpenSave := preload("res://addons/playkeep/save/open_save.gd")

var network := Network.WELL
## Requests that left the device.
var requests: Array[Request] = []
## Answers in the place of the service: a [PlaykeepResult], or null to ask the service.
var answer := Callable()
## Before a request leaves and before its answer is seen.
var delay_seconds := 0.0
var in_flight := 0
## The first attempt of each write is lost: in turn the request and the answer.
var loses_first_attempts := false
var client := OpenSave.Client.new()
var folder: String
var _attempted: Dictionary[String, bool] = {}


func _init(service_url: String, of_folder: String, token: Callable) -> void:
	super(service_url, TokenSource.new(token, Engine.get_main_loop() as SceneTree))
	folder = of_folder
	client.transport = self
	client.lifecycle = Lifecycle.new()
	client.clock.hurry = 0.01
	add_child(client.lifecycle)


## Requests wait for the next frame, and for no frame of a device that is gone.
func _process(_delta: float) -> void:
	_stepped.emit()


func _exit_tree() -> void:
	_stepped.emit()


func open(options := {}) -> PlaykeepResult:
	return await OpenSave.open(client, options.merged({"folder": folder}), self)


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
	var is_first := _is_first_attempt(request)
	if network == Network.REQUESTS_ARE_LOST or (is_first and _attempted.size() % 2 == 0):
		return _lost()
	if delay_seconds > 0.0:
		await get_tree().create_timer(delay_seconds).timeout
	var sent: PlaykeepResult = await super.send(request)
	if delay_seconds > 0.0:
		await get_tree().create_timer(delay_seconds).timeout
	if is_first or (network == Network.ANSWERS_ARE_LOST and request.method != "GET"):
		return _lost()
	return sent


func _is_first_attempt(request: Request) -> bool:
	var key: String = request.headers.get("Idempotency-Key", "")
	if not loses_first_attempts or key.is_empty() or _attempted.has(key):
		return false
	_attempted[key] = true
	return true


## The requests that may change the record.
func writes() -> Array[Request]:
	return requests.filter(func(request: Request) -> bool: return request.method != "GET")


static func _lost() -> PlaykeepResult:
	return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.NETWORK, "lost"))
