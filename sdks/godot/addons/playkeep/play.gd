## A play session that beats by itself. It follows the app going to sleep and waking up, and never takes the place of
## another device by itself. [constant _NEXT] has the state after each event.
class_name PlaykeepPlay
extends RefCounted

## Tells each new state, and [constant ACTIVE] again for a session that took the place of one that had expired.
signal state_changed(new_state: StringName)

## It beats.
const ACTIVE := &"active"
## The app sleeps, and nothing is sent.
const SUSPENDED := &"suspended"
## Another device or game plays.
const SUPERSEDED := &"superseded"
## [method end] was called, or the session was stopped elsewhere, ended by a server, or refused for good.
const ENDED := &"ended"

const SaveLock := preload("save/save_lock.gd")
const Settings := preload("settings.gd")

## The events that end a session: another device or game plays; the service refuses it for good, or it was stopped or
## ended by a server; the game called [method end].
const _ENDS: Dictionary[StringName, StringName] = {&"conflict": SUPERSEDED, &"refused": ENDED, &"end": ENDED}
## By state and event, the next state. An event that a state does not name changes nothing there.
const _NEXT: Dictionary[StringName, Dictionary] = {
	ACTIVE: {&"sleep": SUSPENDED, &"renewed": ACTIVE},
	SUSPENDED: {&"wake": ACTIVE},
	SUPERSEDED: {},
	ENDED: {},
}

## Changes where the session had expired, and a new one began.
var session_id: String
## One of the constants above.
var state := ACTIVE

var _sessions: PlaykeepSessions
var _context: Variant
var _is_shared: bool
var _heartbeat_milliseconds: float
var _lock_path: String
## The newest session that the games of this folder began holds it. An older one must not replace it. Null where the
## folder cannot be used.
var _lock: SaveLock
## In milliseconds of the engine.
var _beat_at: float
## Calls on their way. A freed object would leave their callers waiting for ever.
var _calls := 0


func _init(
	sessions: PlaykeepSessions, started: PlaykeepSession, options: Dictionary, lock_path: String
) -> void:
	_sessions = sessions
	session_id = started.session_id
	_context = options.get("context")
	_is_shared = options.get("on_active") == "resume"
	_lock_path = lock_path
	_heartbeat_milliseconds = options.get("heartbeat_seconds", Settings.value_of(Settings.HEARTBEAT_SECONDS)) * 1000.0
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
	_happen(&"end")
	_calls += 1
	var result := await _sessions.stop({"session_id": session_id})
	_calls -= 1
	# It is over already, which was the purpose.
	return PlaykeepResult.success() if result.ok or result.error.reason == &"no-active-session-found" else result


## The session has begun. The client calls it.
func claim() -> void:
	_lock = (await SaveLock.take(_lock_path, true)).value


## The app goes to sleep. The client calls it.
func suspend() -> void:
	_happen(&"sleep")


## The app is awake again, and beats at once, since the session may have expired. The client calls it.
func wake() -> void:
	_beat_at = 0.0
	_happen(&"wake")


## Asks the service at once whether the session is active. A save does so after another device may have taken over.
func check() -> void:
	if state == ACTIVE:
		_beat_at = 0.0


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


func _happen(event: StringName) -> void:
	if is_over() or not (_ENDS.has(event) or _NEXT[state].has(event)):
		return
	state = _NEXT[state].get(event, _ENDS.get(event))
	if is_over():
		_release()
	state_changed.emit(state)


func _beat() -> void:
	var result := await _sessions.heartbeat({"session_id": session_id})
	if result.ok or result.error.is_temporary():
		return
	if result.error.reason != &"no-active-session-found":
		if result.error.code != PlaykeepError.UNAUTHORIZED:
			_happen(&"refused")
	elif result.error.session_end == &"replaced":
		_happen(&"conflict")
	elif result.error.session_end in [&"stopped", &"terminated"]:
		_happen(&"refused")
	else:
		await _come_back()


## After the session expired: a new one begins, unless another device plays. An earlier service does not say how it
## ended.
func _come_back() -> void:
	# Never `replace`: the device that woke up must not end the session of the one in use.
	var options := {"on_active": "replaceOwn" if await _is_newest() else "reject"}
	if _is_shared:
		options["on_active"] = "resume"
	if is_over():
		_release()
		return
	if _context != null:
		options["context"] = _context
	var result := await _sessions.start(options)
	if result.ok:
		session_id = result.value.session_id
		if state == ENDED:
			# The game ended it while the new one began.
			await _sessions.stop({"session_id": session_id})
			return
		await claim()
		_happen(&"renewed")
	elif not result.error.is_temporary():
		_happen(&"conflict" if result.error.code == PlaykeepError.CONFLICT else &"refused")


## Has no game of this folder begun a newer session that lives?
func _is_newest() -> bool:
	if _lock == null or not _lock.is_held():
		_lock = await take_free(_lock_path)
	return _lock != null


## The lock of the newest session where no game of the folder plays, else null. Pages of the web do not see each other's
## files. The client calls it.
static func take_free(lock_path: String) -> SaveLock:
	return null if OS.has_feature("web") else (await SaveLock.take(lock_path)).value


func _release() -> void:
	if _lock != null:
		_lock.release()
