## The calls of [method PlaykeepSave.flush] that wait. Each is settled once: when what it waits for is acknowledged,
## after some failures, or at the end of the save.
extends RefCounted

const SaveQueue := preload("save_queue.gd")

const MOST_FAILURES := 3


class Waiter:
	extends RefCounted
	signal settled(result: PlaykeepResult)
	## The highest number of a change that must be acknowledged.
	var up_to := 0
	var failures := 0


var _queue: SaveQueue
var _waiters: Array[Waiter] = []


func _init(queue: SaveQueue) -> void:
	_queue = queue


## Null for a waiter that waits from now on, else the outcome at once.
func add(waiter: Waiter) -> PlaykeepResult:
	for change in _queue.changes():
		waiter.up_to = maxi(waiter.up_to, change.number)
	var outcome := _outcome_of(waiter)
	if outcome == null:
		_waiters.append(waiter)
	return outcome


## An attempt failed. [param is_last] says that no other one follows by itself.
func count_failure(failure: PlaykeepError, is_last: bool) -> void:
	for waiter in _take():
		waiter.failures += 1
		if is_last or waiter.failures >= MOST_FAILURES:
			waiter.settled.emit(PlaykeepResult.failure(failure))
		else:
			_waiters.append(waiter)


## The queue is another one.
func settle() -> void:
	for waiter in _take():
		var outcome := _outcome_of(waiter)
		if outcome == null:
			_waiters.append(waiter)
		else:
			waiter.settled.emit(outcome)


## The save has ended.
func end(outcome: PlaykeepResult) -> void:
	for waiter in _take():
		waiter.settled.emit(outcome)


## Null while changes of before the call wait.
func _outcome_of(waiter: Waiter) -> PlaykeepResult:
	for change in _queue.pending():
		if change.number <= waiter.up_to:
			return null
	for change in _queue.changes():
		if change.is_refused():
			return PlaykeepResult.failure(change.refusal_error())
	return PlaykeepResult.success()


## A waiter that is told may call the save, so each list is gone through once.
func _take() -> Array[Waiter]:
	var taken := _waiters
	_waiters = []
	return taken
