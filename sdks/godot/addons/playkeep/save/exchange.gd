## One exchange with the service about a save: sends the request on its way, or reads the record. A request goes again
## as it was until it has a definite answer, over restarts, however old it is. It takes effect once, since the service
## remembers the last write of each installation.
extends RefCounted

const Batch := preload("batch.gd")
const Change := preload("change.gd")
const Identity := preload("identity.gd")
const SaveQueue := preload("save_queue.gd")
const SaveSession := preload("save_session.gd")
const Settlement := preload("settlement.gd")
const Transport := preload("../http/transport.gd")

var _queue: SaveQueue
var _transport: Transport
var _settlement: Settlement
var _identity: Identity
## The session that must be the active one.
var _session: SaveSession
## The id of this installation.
var _installation: String


func _init(
	queue: SaveQueue,
	transport: Transport,
	settlement: Settlement,
	identity: Identity,
	session: SaveSession,
	installation: String
) -> void:
	_queue = queue
	_transport = transport
	_settlement = settlement
	_identity = identity
	_session = session
	_installation = installation


## Reads the record, and puts the changes that wait upon it. No request may be on its way. Each operation here answers
## null, or the failure with which the request stays on its way.
func read() -> PlaykeepError:
	var result := await _fetch(_queue.etag())
	if not result.ok:
		return result.error
	return null if result.value.status == 304 else await adopt(result.value)


## Puts the changes that wait upon a record that was read. No request may be on its way.
func adopt(reply: Transport.Reply) -> PlaykeepError:
	var record := _checked(reply)
	return await _settlement.adopt(record.value) if record.ok else record.error


## Asks the service whose the token is.
func confirm() -> PlaykeepError:
	var result := await _fetch("")
	return _checked(result.value).error if result.ok else result.error


## Makes the next request of waiting changes, and keeps it.
func compose(changes: Array[Change]) -> void:
	var batch := Batch.compose(changes, _queue.base_data, _queue.etag(), _installation)
	var update := SaveQueue.Update.new()
	update.expected_key = ""
	update.batch = batch
	update.sets_batch = true
	update.expected_changes = batch.numbers
	_queue.commit(update)


## Sends the request on its way, in the session of the moment.
func send(batch: Batch) -> PlaykeepError:
	var session_id := _session.id()
	var result := await _transport.send(_request(batch, session_id))
	if not result.ok:
		if result.error.is_session_over() and _session.id() != session_id and not _queue.is_closed():
			return await send(batch)
		return await _settle_failure(batch, result.error)
	var record := _checked(result.value)
	if not record.ok:
		return record.error
	return await _settlement.acknowledge(batch, record.value)


func _settle_failure(batch: Batch, error: PlaykeepError) -> PlaykeepError:
	if error.code == PlaykeepError.CONFLICT and error.record != null:
		return await _settlement.conflict_of(batch, error.record)
	# An earlier version of the client used up the key by a check, so this request did not take effect and never will.
	if error.status == 422 and batch.installation.is_empty():
		_settlement.withdraw(batch)
		return null
	if _stays_on_its_way(error):
		return error
	_settlement.refuse(batch, error)
	return null


func _fetch(etag: String) -> PlaykeepResult:
	var request := Transport.Request.new()
	request.path = Batch.PATH
	request.headers["If-None-Match"] = etag
	return await _transport.send(request)


func _request(batch: Batch, session_id: String) -> Transport.Request:
	var request := Transport.Request.new()
	request.method = batch.method
	request.path = Batch.PATH
	request.body = batch.body
	request.headers = {
		"Content-Type": batch.type,
		"Idempotency-Key": batch.key,
		"If-Match": batch.if_match,
		"If-None-Match": batch.if_none_match,
		"X-Installation-Id": batch.installation,
		"X-Session-Id": session_id,
	}
	request.is_own = true
	request.check_token = _identity.check_token
	return request


## The record of a success, which must be of this save's player.
func _checked(reply: Transport.Reply) -> PlaykeepResult:
	var record := Transport.record_of(reply)
	var other := _identity.check_record(record, reply.token)
	return PlaykeepResult.success(record) if other == null else PlaykeepResult.failure(other)


## Failures after which the game, a new token or time decides.
static func is_stopping(error: PlaykeepError) -> bool:
	return (
		error.status == 401
		or error.code == PlaykeepError.SUPERSEDED
		or error.reason in [&"player-suspended", &"player-not-found"]
	)


static func _stays_on_its_way(error: PlaykeepError) -> bool:
	return (
		is_stopping(error)
		or error.is_session_over()
		or error.is_temporary()
		or error.status == 0
		or error.status >= 500
	)
