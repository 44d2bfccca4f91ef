## Stores the outcome of an exchange: changes upon another state of the service, refusals, and requests whose keys are
## forgotten. Each outcome is one update of the queue.
class_name PlaykeepSettlement
extends RefCounted

## This device's changes stay where both sides changed one path, and there is no [member resolve].
signal conflict(conflict: PlaykeepConflict)


## The game's function answered no document.
class Undecided:
	extends PlaykeepError

	func _init(reason: String) -> void:
		code = REFUSED
		message = "The save could not go on"
		detail = reason


var _queue: PlaykeepSaveQueue
## [PlaykeepConflict] to the document that is stored, which may be awaited. Null for none.
var _resolve: Callable
var _clock: PlaykeepSaveClock


func _init(queue: PlaykeepSaveQueue, resolve: Callable, clock: PlaykeepSaveClock) -> void:
	_queue = queue
	_resolve = resolve
	_clock = clock


## The request took effect.
func acknowledge(batch: PlaykeepBatch, record: PlaykeepRecord) -> void:
	var update := _ending(batch)
	update.record = record
	for number in batch.numbers:
		update.changes[number] = null
	_queue.commit(update)


## The record was read. No request is on its way. Answers null, or why it could not be taken over.
func adopt(record: PlaykeepRecord) -> PlaykeepError:
	# The record may be one that nobody has stored. Then the changes stand upon the beginning of the save.
	if not _has_beginning() or record.text != "{}":
		return await conflict_of(null, record)
	var update := PlaykeepSaveQueue.Update.new()
	update.expected_key = ""
	update.record = record
	_queue.commit(update)
	return null


## 412: the request did not take effect. All changes are put upon the record, which is stored. The beginning of the
## save is not needed any more.
func conflict_of(batch: PlaykeepBatch, record: PlaykeepRecord) -> PlaykeepError:
	# Again for a change that the game discarded meanwhile.
	while not _queue.is_closed() and _queue.batch() == batch:
		var begins: Array[PlaykeepChange] = []
		var others: Array[PlaykeepChange] = []
		for change in _queue.pending():
			if change.kind == PlaykeepChange.INITIAL:
				begins.append(change)
			else:
				others.append(change)
		var base := PlaykeepChange.apply_all(_queue.base_data, begins)
		var put := await _put_upon(batch, record, others, begins, base)
		if not put.ok or put.value:
			return put.error
	return null


## The request did not take effect, and its changes wait again.
func withdraw(batch: PlaykeepBatch) -> void:
	_queue.commit(_ending(batch))


## The service refused the request. One change is set aside; of several, each goes by itself from now on.
func refuse(batch: PlaykeepBatch, error: PlaykeepError) -> void:
	var own := _changes_of(batch)
	var update := _ending(batch)
	for change in own:
		update.changes[change.number] = change.alone() if own.size() > 1 else change.refused(error)
	_queue.commit(update)


## The service knows the key no more. Changes that the record shows are settled, and those that it does not show wait
## again. An addition about which it tells nothing is set aside.
func forget(batch: PlaykeepBatch, record: PlaykeepRecord) -> PlaykeepError:
	var is_begin := not batch.if_none_match.is_empty()
	if record.etag == batch.if_match or (is_begin and record.text == "{}"):
		withdraw(batch)
		return null
	if is_begin:
		return await conflict_of(batch, record)
	var own := _changes_of(batch)
	var effect := PlaykeepRebase.find_effect(own, _queue.base_data, record.metadata)
	if effect == PlaykeepRebase.Effect.THERE:
		var others: Array[PlaykeepChange] = []
		for change in _queue.pending():
			if change.number not in batch.numbers:
				others.append(change)
		var base := PlaykeepChange.apply_all(_queue.base_data, own)
		return (await _put_upon(batch, record, others, own, base)).error
	var is_counted := own.any(func(change: PlaykeepChange) -> bool: return change.has_additions())
	if effect == PlaykeepRebase.Effect.UNKNOWN and is_counted:
		var lost := PlaykeepError.of(PlaykeepError.REFUSED, "The answer was lost")
		lost.detail = "the record does not show whether these changes are in it"
		var update := _ending(batch)
		for change in own:
			update.changes[change.number] = change.refused(lost)
		_queue.commit(update)
		return null
	return await conflict_of(batch, record)


## Puts changes upon a record, asks for a decision where both sides changed one path, and stores the result.
## [param batch] is the request that is settled thereby, or null. [param gone] are changes that are settled.
## [param base] is the state upon which the others were made. The value is false if a change was discarded meanwhile.
func _put_upon(
	batch: PlaykeepBatch,
	record: PlaykeepRecord,
	own: Array[PlaykeepChange],
	gone: Array[PlaykeepChange],
	base: Dictionary
) -> PlaykeepResult:
	var rebase := PlaykeepRebase.of(own, base, record.metadata)
	var update := _ending(batch)
	update.record = record
	for change in gone:
		update.changes[change.number] = null
	var told: PlaykeepConflict = null
	if rebase.is_conflict:
		told = PlaykeepConflict.of(rebase, record.etag)
	for change in own:
		update.expected_changes.append(change.number)
	if rebase.is_conflict and _resolve.is_valid():
		# Meanwhile the game may make changes and drop some.
		var decision := read_document(await _resolve.call(told))
		if not decision.ok:
			var undecided := Undecided.new("`resolve` answered no document: " + decision.error)
			return PlaykeepResult.failure(undecided)
		_set_decision(update, own, rebase, decision.value)
		told = null
	else:
		for index in own.size():
			if own[index] != rebase.changes[index]:
				update.changes[own[index].number] = rebase.changes[index]
	var is_stored := _queue.commit(update)
	if is_stored and told != null:
		conflict.emit(told)
	return PlaykeepResult.success(is_stored)


## Replaces the changes by one that stands for the decision, and by the additions after it. At least one change was no
## addition, so there are enough numbers.
func _set_decision(
	update: PlaykeepSaveQueue.Update,
	own: Array[PlaykeepChange],
	rebase: PlaykeepRebase,
	decision: Dictionary
) -> void:
	var again := rebase.kept()
	var decided := rebase.decided(decision, _clock.now_milliseconds())
	if decided != null:
		again.push_front(decided)
	for index in own.size():
		update.changes[own[index].number] = again[index] if index < again.size() else null


## A document of the game as the save keeps it: a copy with exact values. It fails for what is no document.
static func read_document(value: Variant) -> PlaykeepJson.Result:
	if not value is Dictionary:
		return PlaykeepJson.Result.failure("it is no Dictionary")
	var text := PlaykeepJson.write(value)
	return PlaykeepJson.parse_document(text.value) if text.ok else text


func _ending(batch: PlaykeepBatch) -> PlaykeepSaveQueue.Update:
	var update := PlaykeepSaveQueue.Update.new()
	update.expected_key = batch.key if batch != null else ""
	update.sets_batch = true
	return update


func _changes_of(batch: PlaykeepBatch) -> Array[PlaykeepChange]:
	var own: Array[PlaykeepChange] = []
	for change in _queue.pending():
		if change.number in batch.numbers:
			own.append(change)
	return own


func _has_beginning() -> bool:
	return _queue.pending().any(
		func(change: PlaykeepChange) -> bool: return change.kind == PlaykeepChange.INITIAL
	)
