## Reads that wait for a change of the record: the service answers when another device or a server has written, and when
## the session of the save has ended. One read waits at a time, and no service, however early it answers, and with
## whatever, is asked without a pause.
extends RefCounted

const Batch := preload("batch.gd")
const SaveClock := preload("save_clock.gd")
const SaveQueue := preload("save_queue.gd")
const SaveSession := preload("save_session.gd")
const Transport := preload("../http/transport.gd")

## Shorter than the time that an attempt has.
const _PREFERENCE := "wait=25"
## A wait that took less was ended by the service. Those that are over in the same moment are as many as ever.
const _LEAST_MILLISECONDS := 24_900
## Between the beginnings of two waits, of which the first had a change at once: caches may answer with two records in
## turn.
const _LEAST_BETWEEN_MILLISECONDS := 500
## All who waited at a process are sent away at once when it ends. They come back at random within the time of a wait,
## so that as many ask in a second as before.
const _RETURN_SECONDS := 25.0
## A second wait in a row that ended early counts as so many failures, for the pause after it, and one more each further
## time. A service that lets none wait, since it is older or has too many readers, is polled twice a minute.
const _FAILURES_OF_EARLY_ENDS := 6

## The pause before the next wait.
var pause_seconds := 0.0

var _queue: SaveQueue
var _transport: Transport
var _clock: SaveClock
var _session: SaveSession
var _installation: String
var _request: Transport.Request
## Waits in a row that ended early.
var _early := 0
## A session that is not the active one. The waits after it go on without it.
var _ended_session := ""


func _init(
	queue: SaveQueue, transport: Transport, session: SaveSession, installation: String, clock: SaveClock
) -> void:
	_queue = queue
	_transport = transport
	_session = session
	_installation = installation
	_clock = clock


## A [Transport.Reply] with another record, or null after a time without one. It fails where the service refuses, or
## cannot be reached.
func wait() -> PlaykeepResult:
	var session_id := _session.id()
	if session_id == _ended_session:
		session_id = ""
	_request = _request_of(session_id)
	var began := Time.get_ticks_msec()
	var result := await _transport.send(_request)
	pause_seconds = 0.0
	if has_left():
		return PlaykeepResult.success(null)
	if not result.ok:
		if not result.error.is_session_over() or session_id.is_empty():
			return result
		_ended_session = session_id
		_session.check()
		return PlaykeepResult.success(null)
	var waited := Time.get_ticks_msec() - began
	# A cache or proxy that drops the condition answers with the record that is here already.
	if result.value.status != 304 and result.value.etag != _request.headers["If-None-Match"]:
		_early = 0
		pause_seconds = maxi(_LEAST_BETWEEN_MILLISECONDS - waited, 0) / 1000.0
		# Another device that writes may have taken over.
		_session.check()
		return result
	_early = _early + 1 if waited < _LEAST_MILLISECONDS else 0
	if _early == 1:
		pause_seconds = _clock.random.call() * _RETURN_SECONDS
	elif _early > 1:
		pause_seconds = _clock.pause_seconds(_early + _FAILURES_OF_EARLY_ENDS - 2, -1.0)
	return PlaykeepResult.success(null)


## Ends the wait.
func leave() -> void:
	_request.give_up()


## Was the last wait ended by [method leave]?
func has_left() -> bool:
	return _request.is_given_up


func _request_of(session_id: String) -> Transport.Request:
	var request := Transport.Request.new()
	request.path = Batch.PATH
	request.headers = {
		"If-None-Match": _queue.etag(),
		"Prefer": _PREFERENCE,
		"X-Installation-Id": _installation,
		"X-Session-Id": session_id,
	}
	return request
