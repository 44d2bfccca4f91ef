## A play session that beats by itself. It follows the app going to sleep and waking up, and never takes the place of
## another device by itself.
class_name PlaykeepPlay
extends RefCounted

## Tells each new state, and [constant ACTIVE] again for a session that took the place of one that had expired.
signal state_changed(new_state: StringName)

## It beats.
const ACTIVE := &"active"
## The app sleeps, and nothing is sent.
const SUSPENDED := &"suspended"
## Another device plays.
const SUPERSEDED := &"superseded"
## [method end] was called, or the session was ended by a server or refused for good.
const ENDED := &"ended"

## The pause between two heartbeats by default.
const HEARTBEAT_SECONDS := 300.0
const NO_SESSION := "No active session found"

## Changes where the session had expired while the game slept, and a new one began.
var session_id: String
## One of the constants above.
var state := ACTIVE

var _sessions: PlaykeepSessions
var _context: Variant
var _heartbeat_milliseconds: float
## In milliseconds of the engine.
var _beat_at: float
## Calls on their way. A freed object would leave their callers waiting for ever.
var _calls := 0


func _init(sessions: PlaykeepSessions, started: PlaykeepSession, options: Dictionary) -> void:
	_sessions = sessions
	session_id = started.session_id
	_context = options.get("context")
	_heartbeat_milliseconds = options.get("heartbeat_seconds", HEARTBEAT_SECONDS) * 1000.0
	_beat_at = Time.get_ticks_msec() + _heartbeat_milliseconds


## Is it ended or superseded?
func is_over() -> bool:
	return state == ENDED or state == SUPERSEDED


## Has every call its answer?
func is_idle() -> bool:
	return _calls == 0


## Stops the session. It is awaited until the service has answered. A session that was over is a success.
func end() -> PlaykeepResult:
	if is_over():
		return PlaykeepResult.success()
	_enter(ENDED)
	_calls += 1
	var result := await _sessions.stop({"session_id": session_id})
	_calls -= 1
	# It is over already, which was the purpose.
	return PlaykeepResult.success() if result.ok or result.error.message == NO_SESSION else result


## The app goes to sleep. The client calls it.
func suspend() -> void:
	_enter(SUSPENDED)


## The app is awake again, and beats at once, since the session may have expired. The client calls it.
func wake() -> void:
	_beat_at = 0.0
	_enter(ACTIVE)


## The client calls it in each frame.
func beat_when_due() -> void:
	if state != ACTIVE or _calls > 0 or Time.get_ticks_msec() < _beat_at:
		return
	_calls += 1
	_beat_at = INF
	await _beat()
	# Zero after a wake in the meantime.
	if _beat_at == INF:
		_beat_at = Time.get_ticks_msec() + _heartbeat_milliseconds
	_calls -= 1


func _enter(next: StringName) -> void:
	if state == next or is_over():
		return
	state = next
	state_changed.emit(next)


func _beat() -> void:
	var result := await _sessions.heartbeat({"session_id": session_id})
	if result.ok or result.error.is_temporary():
		return
	if result.error.message == NO_SESSION:
		await _come_back()
	elif result.error.code != PlaykeepError.UNAUTHORIZED:
		_enter(ENDED)


## After the service knows the session no more: another device plays, or it expired and a new one begins.
func _come_back() -> void:
	if is_over():
		return
	# Never `replace`: the device that woke up must not end the session of the one in use.
	var options := {"on_active": "reject"}
	if _context != null:
		options["context"] = _context
	var result := await _sessions.start(options)
	if result.ok:
		session_id = result.value.session_id
		if state == ACTIVE:
			state_changed.emit(ACTIVE)
		elif state == ENDED:
			# The game ended it while the new one began.
			await _sessions.stop({"session_id": session_id})
	elif not result.error.is_temporary():
		_enter(SUPERSEDED if result.error.code == PlaykeepError.CONFLICT else ENDED)
