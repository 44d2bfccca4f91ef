## The operations on play sessions. Each answers a [PlaykeepResult] and is awaited. Starts and stops carry an
## idempotency key, so that a repetition gets the first answer. It also keeps sessions of [method play] alive, so a game
## need not hold them.
@icon("res://addons/playkeep/icon.svg")
class_name PlaykeepSessions
extends Node

const Installation := preload("installation.gd")
const Lifecycle := preload("lifecycle.gd")
const Transport := preload("http/transport.gd")
const Options := preload("options.gd")
const RandomId := preload("random_id.gd")
const SaveFolder := preload("save/save_folder.gd")
const SaveLock := preload("save/save_lock.gd")
const Settings := preload("settings.gd")
const Shape := preload("http/shape.gd")

const PATH := "/api/game/session"
const _START_OPTIONS: Dictionary[String, Array] = {
	"on_active": [TYPE_STRING, TYPE_STRING_NAME],
	"context": [TYPE_DICTIONARY],
	"idempotency_key": [TYPE_STRING],
}
const _NAMED_OPTIONS: Dictionary[String, Array] = {
	"session_id": [TYPE_STRING], "idempotency_key": [TYPE_STRING]
}
const _HEARTBEAT_OPTIONS: Dictionary[String, Array] = {"session_id": [TYPE_STRING]}
const _HISTORY_OPTIONS: Dictionary[String, Array] = {"limit": [TYPE_INT], "cursor": [TYPE_STRING]}
const _PLAY_OPTIONS: Dictionary[String, Array] = {
	"on_active": [TYPE_STRING, TYPE_STRING_NAME],
	"context": [TYPE_DICTIONARY],
	"idempotency_key": [TYPE_STRING],
	"heartbeat_seconds": [TYPE_INT, TYPE_FLOAT],
}

var _transport: Transport
var _lifecycle: Lifecycle
## Where the id of the installation is.
var _folder: String = Settings.value_of(Settings.SAVE_FOLDER)
var _played: Array[PlaykeepPlay] = []


func _init(transport: Transport, lifecycle: Lifecycle) -> void:
	_transport = transport
	_lifecycle = lifecycle
	process_mode = Node.PROCESS_MODE_ALWAYS


## Starts a [PlaykeepSession]. Options: [code]on_active[/code], the fate of an active session: [code]reject[/code]
## (the start is refused, the default), [code]replace[/code], [code]replaceOwn[/code] (one of this installation is
## replaced, another one refuses the start) or [code]resume[/code]; [code]context[/code], kept with the session, at most
## 4 KiB; [code]idempotency_key[/code].
func start(options := {}) -> PlaykeepResult:
	var refusal := Options.check(options, _START_OPTIONS)
	if refusal != null:
		return refusal
	var members := {}
	if options.has("on_active"):
		members["onActive"] = options["on_active"]
	if options.has("context"):
		members["context"] = options["context"]
	var headers: Dictionary[String, String] = {
		"Idempotency-Key": options.get("idempotency_key", RandomId.make()),
		"X-Installation-Id": Installation.id_of(_folder, _transport.url),
	}
	return await _post("start", Shape.started(), members, headers)


## Keeps the active [PlaykeepSession] alive. With [code]session_id[/code] only that session counts as the active one.
func heartbeat(options := {}) -> PlaykeepResult:
	var refusal := Options.check(options, _HEARTBEAT_OPTIONS)
	if refusal != null:
		return refusal
	return await _post("heartbeat", Shape.beaten(options.get("session_id", "")), _named(options), {})


## Ends the active [PlaykeepSession]. Options: [code]session_id[/code], as for a heartbeat;
## [code]idempotency_key[/code].
func stop(options := {}) -> PlaykeepResult:
	var refusal := Options.check(options, _NAMED_OPTIONS)
	if refusal != null:
		return refusal
	var shape := Shape.stopped(options.get("session_id", ""))
	var key: String = options.get("idempotency_key", RandomId.make())
	return await _post("stop", shape, _named(options), {"Idempotency-Key": key})


## The active [PlaykeepSession]. Without one it is refused with 'No active session found'.
func active() -> PlaykeepResult:
	var request := Transport.Request.new()
	request.path = PATH
	request.shape = Shape.active()
	request.is_own = true
	return _session(await _transport.send_with_retries(request))


## Ended sessions, newest first: a dictionary of [code]sessions[/code], an array of [PlaykeepSession], and
## [code]next_cursor[/code], empty on the last page. Options: [code]limit[/code], 1 to 100; [code]cursor[/code].
func history(options := {}) -> PlaykeepResult:
	var refusal := Options.check(options, _HISTORY_OPTIONS)
	if refusal != null:
		return refusal
	var query := PackedStringArray()
	for key: String in options:
		query.append("%s=%s" % [key, str(options[key]).uri_encode()])
	var request := Transport.Request.new()
	request.path = PATH + "/history" + ("" if query.is_empty() else "?" + "&".join(query))
	request.shape = Shape.history()
	var result := await _transport.send_with_retries(request)
	if not result.ok:
		return result
	var data: Dictionary = result.value.data
	var sessions: Array[PlaykeepSession] = []
	for members: Dictionary in data["sessions"]:
		sessions.append(PlaykeepSession.of(members))
	var cursor: Variant = data.get("nextCursor")
	return PlaykeepResult.success({"sessions": sessions, "next_cursor": cursor if cursor is String else ""})


## Starts a session, keeps it alive while the game is awake, and stops it at [method PlaykeepPlay.end]: a
## [PlaykeepPlay]. Options: those of [method start], and [code]heartbeat_seconds[/code], the pause between two
## heartbeats, 300 by default. It must be shorter than the service's time-out of sessions. By default it also ends the
## session that a game of this folder left behind when it was killed.
func play(options := {}) -> PlaykeepResult:
	var refusal := Options.check(options, _PLAY_OPTIONS)
	if refusal != null:
		return refusal
	var of_start := options.duplicate()
	of_start.erase("heartbeat_seconds")
	var token: PlaykeepResult = await _transport.tokens.current()
	if not token.ok:
		return token
	var player := _transport.player_of(token.value)
	var lock_path := SaveFolder.path_of(_folder, _transport.url, player) + "-session"
	var lock: SaveLock = null
	if options.get("on_active", "reject") == "reject":
		lock = await PlaykeepPlay.take_free(lock_path)
		of_start["on_active"] = "reject" if lock == null else "replaceOwn"
	var started := await start(of_start)
	if lock != null:
		lock.release()
	if not started.ok:
		return started
	var session := PlaykeepPlay.new(self, started.value, options, lock_path)
	await session.claim()
	_played.append(session)
	_lifecycle.slept.connect(session.suspend)
	_lifecycle.woke.connect(session.wake)
	return PlaykeepResult.success(session)


func _process(_delta: float) -> void:
	for session: PlaykeepPlay in _played.duplicate():
		session.beat_when_due()
		if session.is_over() and session.is_idle():
			_played.erase(session)


static func _named(options: Dictionary) -> Dictionary:
	return {"sessionId": options["session_id"]} if options.has("session_id") else {}


func _post(
	action: String, shape: Shape, members: Dictionary, headers: Dictionary[String, String]
) -> PlaykeepResult:
	var written := PlaykeepJson.write(members)
	if not written.ok:
		return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.REFUSED, written.error))
	var request := Transport.Request.new()
	request.method = "POST"
	request.path = "%s/%s" % [PATH, action]
	request.shape = shape
	request.is_own = true
	request.headers = headers.merged({"Content-Type": "application/json"})
	request.body = written.value
	return _session(await _transport.send_with_retries(request))


static func _session(result: PlaykeepResult) -> PlaykeepResult:
	return PlaykeepResult.success(PlaykeepSession.of(result.value.data)) if result.ok else result
