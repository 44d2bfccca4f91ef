## A save that works without a network: the player's metadata on this device, and the changes that wait for the service.
## [codeblock]
## var opened := await Playkeep.open_save({initial = {level = 1, gold = 0}})
## var save: PlaykeepSave = opened.value
## save.merge({level = 2})
## save.increment("/gold", 10)
## print(save.data.gold)
## [/codeblock]
## A change is in [member data] and in a file of the device when its function answers. It goes to the service by itself.
## Changes answer a [PlaykeepResult] at once; [code]await[/code] before them does no harm. The value of a success is
## [code]{id, durable}[/code]. A change that does not apply to [member data] fails with [code]refused[/code] and changes
## nothing. All functions are for the main thread.
class_name PlaykeepSave
extends Node

## [member data] has a new value.
signal changed(data: Dictionary)
## [member status], [member error] or [member durable] changed. The error is null where there is none.
signal status_changed(status: StringName, durable: bool, error: PlaykeepError)
## Two devices changed one path, and this device's change stays: there is no [code]resolve[/code].
signal conflict(conflict: PlaykeepConflict)
## A change was set aside. It waits for [method discard].
signal refused(change: PlaykeepPendingChange)

const Change := preload("change.gd")
const FlushWaiters := preload("flush_waiters.gd")
const Lifecycle := preload("../lifecycle.gd")
const SaveClock := preload("save_clock.gd")
const SaveLock := preload("save_lock.gd")
const SaveQueue := preload("save_queue.gd")
const SaveSession := preload("save_session.gd")
const Sender := preload("sender.gd")
const States := preload("states.gd")

## Everything is at the service.
const SAVED := &"saved"
## Changes are on their way.
const SAVING := &"saving"
## An attempt failed. The save tries again by itself.
const WAITING := &"waiting"
## The save goes on after [method retry].
const BLOCKED := &"blocked"

## The player's view: the last record of the service with all changes of this device. It is read-only, and a new one
## after each change. [code]data.duplicate(true)[/code] is a copy to edit.
var data: Dictionary:
	get:
		return _queue.data
## [constant SAVED], [constant SAVING], [constant WAITING] or [constant BLOCKED].
var status: StringName:
	get:
		return _status
## Why the status is [constant WAITING] or [constant BLOCKED]; else null.
var error: PlaykeepError:
	get:
		return _error
## False where the device keeps nothing: changes go with the process unless they reach the service.
var durable: bool:
	get:
		return _queue.is_durable()

var _queue: SaveQueue
var _sender: Sender
var _clock: SaveClock
## Null for a save in memory.
var _lock: SaveLock
var _status := SAVED
var _error: PlaykeepError
var _told_data: Dictionary
## Ids of refused changes that were told.
var _told_refusals: Dictionary[String, bool] = {}
var _waiters: FlushWaiters
var _is_closed := false
var _telling := preload("telling.gd").new()
var _session: SaveSession


## Made by [code]Playkeep.open_save()[/code].
func _init(queue: SaveQueue, sender: Sender, clock: SaveClock, session: SaveSession, lock: SaveLock) -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	name = "PlaykeepSave"
	_queue = queue
	_sender = sender
	_clock = clock
	_session = session
	_lock = lock
	_waiters = FlushWaiters.new(queue)
	_told_data = queue.data
	_status = WAITING if queue.has_work() else SAVED
	for change in queue.changes():
		if change.is_refused():
			_told_refusals[change.id] = true
	queue.updated.connect(_on_updated)
	queue.durability_changed.connect(_on_durability_changed)
	sender.status_told.connect(_set_status)
	session.became_active.connect(_on_session_became_active)
	if lock != null:
		lock.lost.connect(_on_lock_lost)


## Starts to send, once the game has connected its signals. [param storage_error] is what the device kept badly, or
## null.
func begin(is_read_first: bool, storage_error: PlaykeepError) -> void:
	_sender.start.call_deferred(is_read_first)
	if storage_error != null:
		_on_durability_changed.call_deferred(storage_error)


## JSON Merge Patch (RFC 7396): members to set, and null for members to remove.
func merge(patch_members: Dictionary) -> PlaykeepResult:
	return _make(Change.MERGE, {"patch": patch_members})


## JSON Patch (RFC 6902) with counters, all operations or none.
func patch(operations: Array) -> PlaykeepResult:
	return _make(Change.PATCH, {"operations": operations})


## The whole document. Only the paths that differ are sent.
func set_data(whole: Dictionary) -> PlaykeepResult:
	return _make(Change.SET, {"data": whole})


## Adds to the number at a JSON Pointer, exactly: [param by] is an [int], [float] or [PlaykeepNumber]. Additions of
## several devices are all there. [param options] may have [code]min[/code], [code]max[/code] and [code]initial[/code],
## the value of a missing member before the addition, 0 by default.
func increment(path: String, by: Variant, options := {}) -> PlaykeepResult:
	var operation := {"op": "increment", "path": path, "by": by}
	operation.merge(options)
	return _make(Change.INCREMENT, {"operations": [operation]})


## Adds an item at the end of the array at a JSON Pointer, which is made where it is missing. [param options] may have
## [code]max_items[/code]: beyond it the first items go.
func append(path: String, value: Variant, options := {}) -> PlaykeepResult:
	var operation := {"op": "append", "path": path, "value": value}
	for option: String in options:
		operation["maxItems" if option == "max_items" else option] = options[option]
	return _make(Change.APPEND, {"operations": [operation]})


## Succeeds when the service has acknowledged every change made before the call. It fails when the save is blocked,
## when a change was refused, or after three failed attempts; the changes stay on the device.
func flush() -> PlaykeepResult:
	if _is_closed:
		return _closed()
	if _status == BLOCKED and _error != null and not _queue.pending().is_empty():
		return PlaykeepResult.failure(_error)
	var waiter := FlushWaiters.Waiter.new()
	var outcome := _waiters.add(waiter)
	if outcome != null:
		return outcome
	# It may be settled before this function waits.
	_sender.wake.call_deferred()
	return await waiter.settled


## The changes on the device, in order.
func pending() -> Array[PlaykeepPendingChange]:
	var described: Array[PlaykeepPendingChange] = []
	for change in _queue.changes():
		described.append(PlaykeepPendingChange.of(change, _queue.state_of(change)))
	return described


## Begins again after the save was blocked, and at once while it is waiting. [param session] is one in whose name the
## changes go from now on, such as one that took over from another device.
func retry(session: Object = null) -> void:
	if _is_closed:
		return
	if session != null:
		_session.use(session)
	# A flush right after it waits for the new attempt.
	_happen(&"retry" if _queue.has_work() else &"retry_idle")
	_sender.retry()


## Drops a change that was refused or not sent, with all that it stands for. The value is false where there is none,
## also for one that was joined with a later one. It fails with [code]refused[/code] for a change on its way.
func discard(id: String) -> PlaykeepResult:
	if _is_closed:
		return _closed()
	for change in _queue.changes().filter(func(each: Change) -> bool: return each.id == id):
		if not _queue.may(&"discard", change):
			return _refused("The change is on its way to the service", "")
		var update := SaveQueue.Update.new()
		update.changes[change.number] = null
		return PlaykeepResult.success(_queue.commit(update))
	return PlaykeepResult.success(false)


## Ends the save on this device. Changes that wait stay, and go when it is opened again.
func close() -> void:
	_end(_closed())
	if _sender.is_running():
		_sender.stopped.connect(queue_free)
	else:
		queue_free()


func _end(outcome: PlaykeepResult) -> void:
	if _is_closed:
		return
	_is_closed = true
	_queue.close()
	_sender.end()
	if _lock != null:
		_lock.release()
	_waiters.end(outcome)


func _exit_tree() -> void:
	_end(_closed())


## Before an app sleeps, it sends what it can; after it woke up, another device may have played.
func follow(lifecycle: Lifecycle) -> void:
	lifecycle.slept.connect(_sender.sleep)
	lifecycle.woke.connect(_sender.refresh)


## The session of before a sleep had expired, and writes in its name were refused.
func _on_session_became_active() -> void:
	if _error != null and _error.is_session_over():
		retry()
	else:
		_sender.notify_work()


func _make(kind: StringName, body: Dictionary) -> PlaykeepResult:
	if _is_closed:
		return _closed()
	# The game may go on to edit what it handed in.
	var text := PlaykeepJson.write(body)
	if not text.ok:
		return _refused("The change is no JSON", text.error)
	var own := PlaykeepJson.parse_document(text.value)
	if not own.ok:
		return _refused("The change is no JSON", own.error)
	var change := Change.of(kind, own.value, _clock.now_milliseconds(), text.value)
	var room := _queue.room_error(change.text().length())
	if room != null:
		return PlaykeepResult.failure(room)
	var added := _queue.add(change)
	if not added.ok:
		return _refused("Patch does not apply", added.error)
	_sender.notify_work()
	return PlaykeepResult.success({"id": change.id, "durable": _queue.is_durable()})


func _on_updated() -> void:
	if not is_same(_told_data, _queue.data):
		_told_data = _queue.data
		_telling.tell(changed.emit.bind(_told_data))
	for change in _queue.changes():
		if change.is_refused() and not _told_refusals.has(change.id):
			_told_refusals[change.id] = true
			_telling.tell(refused.emit.bind(PlaykeepPendingChange.of(change, _queue.state_of(change))))
	_happen(&"work" if _queue.has_work() else &"no_work")
	_waiters.settle()


func _happen(event: StringName) -> void:
	if States.STATUSES[_status].has(event):
		_set_status(States.STATUSES[_status][event], null)


func _set_status(next: StringName, failure: PlaykeepError) -> void:
	var is_new := next != _status or failure != _error
	_status = next
	_error = failure
	if failure != null:
		_waiters.count_failure(failure, next == BLOCKED)
	if is_new and failure != null and failure.is_session_over():
		_session.check()
	if is_new:
		_telling.tell(status_changed.emit.bind(_status, durable, _error))


func _on_durability_changed(failure: PlaykeepError) -> void:
	_telling.tell(status_changed.emit.bind(_status, durable, failure if failure != null else _error))


## Tells that both changed one path.
func tell_conflict(told: PlaykeepConflict) -> void:
	_telling.tell(conflict.emit.bind(told))


func _on_lock_lost() -> void:
	var failure := SaveLock.OpenElsewhere.new()
	_end(PlaykeepResult.failure(failure))
	_set_status(BLOCKED, failure)


static func _closed() -> PlaykeepResult:
	return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.CLOSED, "The save was closed"))


static func _refused(message: String, detail: String) -> PlaykeepResult:
	var failure := PlaykeepError.of(PlaykeepError.REFUSED, message)
	failure.detail = detail
	return PlaykeepResult.failure(failure)
