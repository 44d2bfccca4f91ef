## The sending of changes, one request at a time, for as long as the save is open. It waits after failures that
## pass, stops after those that do not, and begins again when it is told to.
extends RefCounted

## Each attempt that failed, and each new status. The error is null for a status without one.
signal status_told(status: StringName, error: PlaykeepError)

## After [method end], once the request on its way has ended too.
signal stopped

signal _rest_ended

## Rests, from the one that ends for any reason to the one that ends for [method retry] alone.
enum _Rest { IDLE, PAUSE, DEMANDED }

const Batch := preload("batch.gd")
const Change := preload("change.gd")
const Compaction := preload("compaction.gd")
const Exchange := preload("exchange.gd")
const Identity := preload("identity.gd")
const Listener := preload("listener.gd")
const SaveClock := preload("save_clock.gd")
const SaveQueue := preload("save_queue.gd")
const Settlement := preload("settlement.gd")

const _FOR_EVER := -1.0

## Waits for what others write, while there is nothing to do; null for a save that is not live.
var listener: Listener
var _queue: SaveQueue
var _exchange: Exchange
var _clock: SaveClock
var _must_read: bool
var _must_confirm := false
var _stopped_by: PlaykeepError
## In a row. Waits that fail, as behind a proxy that ends them, tell nothing about other requests.
var _failures := 0
var _failed_waits := 0
## The failure of a wait with which the service has said how long to send nothing.
var _held_by: PlaykeepError
var _is_running := false
var _is_ended := false
var _is_awake := true
## The kind of the rest that is taken; below all kinds for none.
var _resting := -1
## The strongest reason that ended a rest before it began.
var _ended_by := -1
var _rests := 0
var _compaction: Compaction


func _init(queue: SaveQueue, exchange: Exchange, clock: SaveClock) -> void:
	_queue = queue
	_exchange = exchange
	_clock = clock
	_compaction = Compaction.new(queue)


## [param is_read_first] says that the record is read before anything is sent.
func start(is_read_first: bool) -> void:
	_must_read = is_read_first
	_is_running = true
	await _run()
	_is_running = false
	stopped.emit()


## Is a request on its way, or a rest taken?
func is_running() -> bool:
	return _is_running


## There is work. A pause after a failure goes on.
func notify_work() -> void:
	_compaction.compact()
	_tell_held()
	_end_rest(_Rest.IDLE)


## Ends a pause after a failure, unless the service has said how long to wait.
func wake() -> void:
	_end_rest(_Rest.PAUSE)


## The app sleeps: it sends what it can, and nobody sees what others write.
func sleep() -> void:
	_is_awake = false
	wake()


## The app woke up. It ends the same rests as [method wake], and reads the record first: another device may have played.
func refresh() -> void:
	_is_awake = true
	_read_first()
	_end_rest(_Rest.PAUSE)


## The same, also after a failure that had stopped it, and where the service has said how long to wait.
func retry() -> void:
	_stopped_by = null
	_read_first()
	_end_rest(_Rest.DEMANDED)


func _read_first() -> void:
	_failures = 0
	_failed_waits = 0
	_must_read = true


func end() -> void:
	_is_ended = true
	_end_rest(_Rest.DEMANDED)


func _run() -> void:
	while not _is_ended:
		if _stopped_by != null:
			status_told.emit(PlaykeepSave.BLOCKED, _stopped_by)
			await _rest(_FOR_EVER, _Rest.DEMANDED)
			continue
		var result := await _step()
		if _is_ended:
			return
		if not result.ok:
			await _fail(result.error)
			continue
		_failures = 0
		if result.value:
			continue
		if not _queue.has_work():
			status_told.emit(PlaykeepSave.SAVED, null)
		var error := await _idle()
		if error != null and not _is_ended:
			await _fail_wait(error)


## Rests until there is work. A live save waits for what others write meanwhile. Null, or the failure of that.
func _idle() -> PlaykeepError:
	if listener == null or not _is_awake:
		await _rest(_FOR_EVER, _Rest.IDLE)
		return null
	if _ended_by < _Rest.IDLE:
		_resting = _Rest.IDLE
		_rests += 1
		_rest_ended.connect(listener.leave)
		var heard := await listener.wait()
		_rest_ended.disconnect(listener.leave)
		_resting = -1
		if _is_ended or listener.has_left():
			pass
		elif not heard.ok:
			return heard.error
		else:
			var error := await _exchange.adopt(heard.value) if heard.value != null else null
			if error != null:
				return error
			_failed_waits = 0
	if not _has_next():
		await _rest(listener.pause_seconds, _Rest.IDLE)
	return null


func _has_next() -> bool:
	return _must_read or _queue.batch() != null or not _queue.pending().is_empty()


## One exchange. The value tells whether there was anything to do.
func _step() -> PlaykeepResult:
	var batch := _queue.batch()
	if batch != null:
		return await _send(batch)
	var pending := _queue.pending()
	var begins := not pending.is_empty() and pending[0].kind == Change.INITIAL
	if _must_read or (_queue.etag().is_empty() and not begins):
		var error := await _exchange.read()
		if error != null:
			return PlaykeepResult.failure(error)
		_must_read = false
		return PlaykeepResult.success(true)
	if pending.is_empty():
		return PlaykeepResult.success(false)
	status_told.emit(PlaykeepSave.SAVING, null)
	_exchange.compose(pending)
	return PlaykeepResult.success(true)


func _send(batch: Batch) -> PlaykeepResult:
	if _must_confirm:
		var unconfirmed := await _exchange.confirm()
		if unconfirmed != null:
			return PlaykeepResult.failure(unconfirmed)
	_must_confirm = false
	var error := await _exchange.send(batch)
	if error == null and _queue.batch() == batch and not _is_ended:
		# A pause keeps a request whose outcome cannot be stored from being sent without end.
		error = PlaykeepError.of(PlaykeepError.STORAGE, "The outcome was not stored")
	return PlaykeepResult.success(true) if error == null else PlaykeepResult.failure(error)


## Does time mend it? Otherwise the sender has stopped, or the next step mends it.
func _is_passing(error: PlaykeepError) -> bool:
	if error is Identity.UnconfirmedPlayer and not _must_confirm:
		_must_confirm = true
		return false
	# A decision of the game that failed is asked for again when the game says so.
	if (
		Exchange.is_stopping(error)
		or error is Identity.OtherPlayer
		or error is Settlement.Undecided
	):
		_stopped_by = error
		return false
	return true


func _fail(error: PlaykeepError) -> void:
	if not _is_passing(error):
		return
	_failures += 1
	_compaction.compact()
	if _queue.has_work():
		status_told.emit(PlaykeepSave.WAITING, error)
	else:
		status_told.emit(PlaykeepSave.SAVED, null)
	var is_demanded := error.retry_after_seconds >= 0.0
	await _rest(
		_clock.pause_seconds(_failures, error.retry_after_seconds),
		_Rest.DEMANDED if is_demanded else _Rest.PAUSE
	)


## The pause before the next wait, which ends as soon as there is work. One that the service demands holds for all
## requests.
func _fail_wait(error: PlaykeepError) -> void:
	if not _is_passing(error):
		return
	_failed_waits += 1
	var pause := _clock.pause_seconds(_failed_waits, error.retry_after_seconds)
	var demanded := maxf(error.retry_after_seconds, 0.0)
	if demanded > 0.0:
		_held_by = error
		if _has_next():
			_tell_held()
		await _rest(demanded, _Rest.DEMANDED)
		_held_by = null
	if not _has_next():
		await _rest(pause - demanded, _Rest.IDLE)


## Once, since each failure that is told counts for a flush.
func _tell_held() -> void:
	if _held_by != null:
		status_told.emit(PlaykeepSave.WAITING, _held_by)
	_held_by = null


## One rest at a time. One that was ended before it began is not taken.
func _rest(seconds: float, kind: _Rest) -> void:
	_resting = kind
	if _ended_by < kind and not _is_ended:
		_rests += 1
		if seconds >= 0.0:
			_clock.timer(seconds).timeout.connect(_on_time.bind(_rests))
		await _rest_ended
	_resting = -1
	_ended_by = -1


func _on_time(rest: int) -> void:
	if rest == _rests and _resting >= 0:
		_rest_ended.emit()


## Ends a rest of this kind, or of a weaker one.
func _end_rest(kind: _Rest) -> void:
	_ended_by = maxi(_ended_by, kind)
	if _resting >= 0 and kind >= _resting:
		_rest_ended.emit()
