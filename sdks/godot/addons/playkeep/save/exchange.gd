## One exchange with the service about a save: sends the request on its way, or reads the record. A request whose first
## answer may be lost is settled by its key; where the service has forgotten the key, by the record.
class_name PlaykeepExchange
extends RefCounted

## The service keeps keys for 24 hours, but only the newest 1,000 of a player, and the device's clock may be wrong. So
## a request that was made longer ago is sent again only after the service was asked about its key.
const TRUSTED_AGE_MILLISECONDS := 600_000
## No state has this entity tag, and no request of a save this body.
const _PROBE_TAG := '"probe"'
const _PROBE_BODY := '[{"op":"test","path":"","value":null}]'

var _queue: PlaykeepSaveQueue
var _transport: PlaykeepTransport
var _settlement: PlaykeepSettlement
var _identity: PlaykeepIdentity
var _clock: PlaykeepSaveClock
## The session that must be the active one.
var _session: PlaykeepSaveSession
## Keys of requests that this process made.
var _own_keys: Dictionary[String, bool] = {}


func _init(
	queue: PlaykeepSaveQueue,
	transport: PlaykeepTransport,
	settlement: PlaykeepSettlement,
	identity: PlaykeepIdentity,
	clock: PlaykeepSaveClock,
	session: PlaykeepSaveSession
) -> void:
	_queue = queue
	_transport = transport
	_settlement = settlement
	_identity = identity
	_clock = clock
	_session = session


## Reads the record, and puts the changes that wait upon it. No request may be on its way. Each operation here answers
## null, or the failure with which the request stays on its way.
func read() -> PlaykeepError:
	var result := await _fetch(_queue.etag())
	if not result.ok:
		return result.error
	if result.value.status == 304:
		return null
	var read_result := _checked(result.value)
	if not read_result.ok:
		return read_result.error
	return await _settlement.adopt(read_result.value)


## Asks the service whose the token is.
func confirm() -> PlaykeepError:
	var result := await _fetch("")
	return _checked(result.value).error if result.ok else result.error


## Makes the next request of waiting changes, and keeps it.
func compose(changes: Array[PlaykeepChange]) -> void:
	var batch := PlaykeepBatch.compose(
		changes, _queue.base_data, _queue.etag(), _clock.now_milliseconds()
	)
	_own_keys[batch.key] = true
	var update := PlaykeepSaveQueue.Update.new()
	update.expected_key = ""
	update.batch = batch
	update.sets_batch = true
	update.expected_changes = batch.numbers
	_queue.commit(update)


## Sends the request on its way.
func send(batch: PlaykeepBatch) -> PlaykeepError:
	if not _is_trusted(batch):
		var probed := await _probe(batch)
		if not probed.ok:
			return probed.error
		if probed.value != null:
			return await _settlement.forget(batch, probed.value)
	var session_id := _session.id()
	var request := _request(batch.method, batch.body, batch.type, batch.key)
	request.headers["If-Match"] = batch.if_match
	request.headers["If-None-Match"] = batch.if_none_match
	request.headers["X-Session-Id"] = session_id
	var result := await _transport.send(request)
	if not result.ok:
		return await _settle_failure(batch, result.error, session_id)
	var record := _checked(result.value)
	if not record.ok:
		return record.error
	_own_keys.erase(batch.key)
	_settlement.acknowledge(batch, record.value)
	return null


## Asks whether the service knows the key of a request, by another request under it that cannot take effect. A key
## that it does not know is used up thereby, so that a late copy of the first request takes no effect either. The
## value is the record where the key was not known, and null where it was.
func _probe(batch: PlaykeepBatch) -> PlaykeepResult:
	var request := _request("PATCH", _PROBE_BODY, PlaykeepBatch.PLAYKEEP_PATCH, batch.key)
	request.headers["If-Match"] = _PROBE_TAG
	var result := await _transport.send(request)
	if result.ok:
		return PlaykeepResult.failure(
			PlaykeepError.of(
				PlaykeepError.NETWORK, "The service took a request that it must refuse"
			)
		)
	if result.error.status == 422:
		return PlaykeepResult.success(null)
	if result.error.status != 412 or result.error.record == null:
		return result
	var record := result.error.record
	var error := _identity.check_record(record, _queue.player_id(), "")
	return PlaykeepResult.success(record) if error == null else PlaykeepResult.failure(error)


func _is_trusted(batch: PlaykeepBatch) -> bool:
	var age := _clock.now_milliseconds() - batch.made_at
	return _own_keys.has(batch.key) and age >= 0 and age <= TRUSTED_AGE_MILLISECONDS


func _settle_failure(
	batch: PlaykeepBatch, error: PlaykeepError, session_id: String
) -> PlaykeepError:
	if error.code == PlaykeepError.CONFLICT and error.record != null:
		var other := _identity.check_record(error.record, _queue.player_id(), "")
		return other if other != null else await _settlement.conflict_of(batch, error.record)
	# The key was used up by a probe, so this request did not take effect and never will.
	if error.status == 422:
		_settlement.withdraw(batch)
		return null
	if error.code == PlaykeepError.SUPERSEDED:
		_settlement.withdraw(batch)
		# Meanwhile a new session began, in whose name the changes may go.
		return null if _session.id() != session_id else error
	if _stays_on_its_way(error):
		return error
	_settlement.refuse(batch, error)
	return null


func _fetch(etag: String) -> PlaykeepResult:
	var request := PlaykeepTransport.Request.new()
	request.path = PlaykeepBatch.PATH
	request.headers["If-None-Match"] = etag
	return await _transport.send(request)


func _request(method: String, body: String, type: String, key: String) -> PlaykeepTransport.Request:
	var request := PlaykeepTransport.Request.new()
	request.method = method
	request.path = PlaykeepBatch.PATH
	request.body = body
	request.headers["Content-Type"] = type
	request.headers["Idempotency-Key"] = key
	request.check_token = _identity.check_token
	return request


## The record of a success, which must be of this save's player.
func _checked(reply: PlaykeepTransport.Reply) -> PlaykeepResult:
	var record := PlaykeepTransport.record_of(reply)
	if record == null:
		var error := PlaykeepError.of(PlaykeepError.NETWORK, "The answer has no record")
		return PlaykeepResult.failure(error)
	if record.etag.is_empty():
		var untagged := PlaykeepError.of(PlaykeepError.NETWORK, "The answer has no entity tag")
		untagged.detail = "a proxy removed it, or the service does not expose it to this page"
		return PlaykeepResult.failure(untagged)
	var other := _identity.check_record(record, _queue.player_id(), reply.token)
	return PlaykeepResult.success(record) if other == null else PlaykeepResult.failure(other)


## Failures after which the game, a new token or time decides.
static func is_stopping(error: PlaykeepError) -> bool:
	return (
		error.status == 401
		or error.code == PlaykeepError.SUPERSEDED
		or error.message in ["Player suspended", "Player not found"]
	)


static func _stays_on_its_way(error: PlaykeepError) -> bool:
	return is_stopping(error) or error.is_temporary() or error.status == 0 or error.status >= 500
