## The session of this device, over all times that it plays: a takeover begins a new session, and the save goes on under
## the same object. A device never takes the place of another one by itself, but for the moment at which the player
## opens the game.
class_name PlayingSession
extends RefCounted

## The save listens to it, and sends again when the state is [constant PlaykeepPlay.ACTIVE].
signal state_changed(new_state: StringName)

## There was no network yet to begin a session.
const WAITING := &"waiting"
## A takeover shows within seconds. A game beats every 300 seconds, which is the default.
const _HEARTBEAT_SECONDS := 5.0

## Empty before the first session. The save reads it.
var session_id: String:
	get:
		return "" if _play == null else _play.session_id
## [constant WAITING], or a state of [PlaykeepPlay].
var state: StringName:
	get:
		if _is_superseded:
			return PlaykeepPlay.SUPERSEDED
		return WAITING if _play == null else _play.state

var _sessions: PlaykeepSessions
var _device: String
var _play: PlaykeepPlay
var _is_superseded := false


func _init(sessions: PlaykeepSessions, device: String) -> void:
	_sessions = sessions
	_device = device


## Begins to play here. A session of another device ends.
func take_over() -> PlaykeepResult:
	var before := _play
	var context := {"device": _device, "game": "harbour-lights"}
	var options := {"on_active": "replace", "context": context, "heartbeat_seconds": _HEARTBEAT_SECONDS}
	var result := await _sessions.play(options)
	if not result.ok:
		return result
	_play = result.value
	_is_superseded = false
	_play.state_changed.connect(_tell.bind(_play))
	state_changed.emit(state)
	if before != null:
		before.end()
	return result


## Asks the service whether another device plays. The value is the active session.
func look() -> PlaykeepResult:
	var result := await _sessions.active()
	if result.ok and result.value.context.get("device") != _device:
		supersede()
	return result


## Begins to play here unless another device plays.
func come_back() -> PlaykeepResult:
	var result := await look()
	if state == PlaykeepPlay.SUPERSEDED:
		return result
	if result.ok or result.error.reason == &"no-active-session-found":
		return await take_over()
	return result


## Another device plays, as a write of the save has told.
func supersede() -> void:
	if not _is_superseded:
		_is_superseded = true
		state_changed.emit(state)


func end() -> void:
	if _play != null:
		await _play.end()


## An earlier session may still hear that it is over.
func _tell(_state: StringName, of: PlaykeepPlay) -> void:
	if of == _play:
		state_changed.emit(state)
