## The outcome of an exchange, stored: changes that took effect, changes upon another state of the service, and
## refusals. Each outcome is one update of the queue.
extends RefCounted

## This device's changes stay where both sides changed one path, and there is no [member resolve].
signal conflict(conflict: PlaykeepConflict)


const Batch := preload("batch.gd")
const Change := preload("change.gd")
const Rebase := preload("rebase.gd")
const SaveClock := preload("save_clock.gd")
const SaveQueue := preload("save_queue.gd")


## The game's function answered no document.
class Undecided:
	extends PlaykeepError

	func _init(reason: String) -> void:
		code = REFUSED
		message = "The save could not go on"
		detail = reason


## A decision of the game, with its question.
class Decision:
	extends RefCounted
	## The texts of the last record of this device, and of the service's.
	var base_text: String
	var text: String
	var own: Array[Change]
	var rebase: Rebase
	var document: Dictionary

	## Does it stand, also for changes that the game made while it decided? It does unless they dispute more paths.
	func answers(asked_base: String, asked_text: String, changes: Array[Change], asked: Rebase) -> bool:
		if base_text != asked_base or text != asked_text or changes.slice(0, own.size()) != own:
			return false
		for pointer in asked.disputed:
			if pointer not in rebase.disputed:
				return false
		return true


var _decision: Decision
var _queue: SaveQueue
## [PlaykeepConflict] to the document that is stored, which may be awaited. Null for none.
var _resolve: Callable
var _clock: SaveClock


func _init(queue: SaveQueue, resolve: Callable, clock: SaveClock) -> void:
	_queue = queue
	_resolve = resolve
	_clock = clock


## The request took effect. The record has it, and what others wrote since then: it is the one of now, also for a
## repetition. Answers null, or why the changes that wait could not be put upon it.
func acknowledge(batch: Batch, record: PlaykeepRecord) -> PlaykeepError:
	return await _put_upon(
		batch, record, func(change: Change) -> bool: return change.number in batch.numbers
	)


## The record was read. No request is on its way. Answers null, or why it could not be taken over.
func adopt(record: PlaykeepRecord) -> PlaykeepError:
	# The record may be one that nobody has stored. Then the changes stand upon the beginning of the save.
	if not _has_beginning() or record.text != "{}":
		return await conflict_of(null, record)
	var update := SaveQueue.Update.new()
	update.expected_key = ""
	update.record = record
	_queue.commit(update)
	return null


## 412: the request did not take effect. All changes are put upon the record, which is stored. The beginning of the
## save is not needed any more, unless the record was deleted.
func conflict_of(batch: Batch, record: PlaykeepRecord) -> PlaykeepError:
	if batch != null and record.text == "{}" and _has_beginning():
		_begin_upon_deleted(batch, record)
		return null
	return await _put_upon(
		batch, record, func(change: Change) -> bool: return change.kind == Change.INITIAL
	)


## The request did not take effect, and its changes wait again.
func withdraw(batch: Batch) -> void:
	_queue.commit(_ending(batch))


## The service refused the request. One change is set aside; of several, each goes by itself from now on.
func refuse(batch: Batch, error: PlaykeepError) -> void:
	var own := _changes_of(batch)
	var update := _ending(batch)
	for change in own:
		update.changes[change.number] = change.alone() if own.size() > 1 else change.refused(error)
	_queue.commit(update)


func _begin_upon_deleted(batch: Batch, record: PlaykeepRecord) -> void:
	var update := _ending(batch)
	update.record = record
	for change in _changes_of(batch):
		update.changes[change.number] = change.upon_deleted()
	_queue.commit(update)


## Puts the changes that wait upon a record, but for those that are settled.
func _put_upon(batch: Batch, record: PlaykeepRecord, is_settled: Callable) -> PlaykeepError:
	# Again after a decision, while which the game may have made changes and dropped some.
	while not _queue.is_closed() and _queue.batch() == batch:
		var settled: Array[Change] = []
		var others: Array[Change] = []
		for change in _queue.pending():
			(settled if is_settled.call(change) else others).append(change)
		var base := Change.apply_all(_queue.base_data, settled)
		var put := await _store_rebased(batch, record, others, settled, base)
		if not put.ok or put.value:
			return put.error
	return null


## Puts changes upon a record, asks for a decision where both sides changed one path, and stores the result.
## [param batch] is the request that is settled thereby, or null. [param settled] are changes that are kept no more.
## [param base] is the state upon which the others were made. The value is false to be called again: after a decision,
## and if a change was discarded meanwhile.
func _store_rebased(
	batch: Batch,
	record: PlaykeepRecord,
	own: Array[Change],
	settled: Array[Change],
	base: Dictionary
) -> PlaykeepResult:
	var rebase := Rebase.of(own, base, record.metadata)
	var update := _ending(batch)
	update.record = record
	for change in settled:
		update.changes[change.number] = null
	var told: PlaykeepConflict = null
	if rebase.is_conflict:
		told = PlaykeepConflict.of(rebase, record.etag)
	for change in own:
		update.expected_changes.append(change.number)
	if rebase.is_conflict and _resolve.is_valid():
		if _decision == null or not _decision.answers(_queue.base_text(), record.text, own, rebase):
			return await _decide(told, record, own, rebase)
		_set_decision(update, own, base)
		told = null
	else:
		_set_again(update, own, rebase.changes)
	var is_stored := _queue.commit(update)
	_decision = null
	if is_stored and told != null:
		conflict.emit(told)
	return PlaykeepResult.success(is_stored)


## Asks the game. The value is false, since it may have made changes meanwhile and dropped some.
func _decide(
	told: PlaykeepConflict, record: PlaykeepRecord, own: Array[Change], rebase: Rebase
) -> PlaykeepResult:
	var made := Decision.new()
	made.base_text = _queue.base_text()
	var document := read_document(await _resolve.call(told))
	if not document.ok:
		var undecided := Undecided.new("`resolve` answered no document: " + document.error)
		return PlaykeepResult.failure(undecided)
	made.text = record.text
	made.own = own
	made.rebase = rebase
	made.document = document.value
	_decision = made
	return PlaykeepResult.success(false)


## Replaces the changes of the decision by one that stands for it, and by the additions after it. At least one change
## was no addition, so there are enough numbers. Later changes are put upon it.
func _set_decision(update: SaveQueue.Update, all: Array[Change], base: Dictionary) -> void:
	var own := _decision.own
	var again := _decision.rebase.kept()
	var after := Change.apply_all(_decision.document, again)
	var decided := _decision.rebase.decided(_decision.document, _clock.now_milliseconds())
	if decided != null:
		again.push_front(decided)
	for index in own.size():
		update.changes[own[index].number] = again[index] if index < again.size() else null
	var later := all.slice(own.size())
	_set_again(update, later, Rebase.of(later, Change.apply_all(base, own), after).changes)


## Stores the changes that go again in another form.
func _set_again(update: SaveQueue.Update, own: Array[Change], again: Array[Change]) -> void:
	for index in own.size():
		if own[index] != again[index]:
			update.changes[own[index].number] = again[index]


## A document of the game as the save keeps it: a copy with exact values. It fails for what is no document.
static func read_document(value: Variant) -> PlaykeepJson.Result:
	if not value is Dictionary:
		return PlaykeepJson.Result.failure("it is no Dictionary")
	var text := PlaykeepJson.write(value)
	return PlaykeepJson.parse_document(text.value) if text.ok else text


func _ending(batch: Batch) -> SaveQueue.Update:
	var update := SaveQueue.Update.new()
	update.expected_key = batch.key if batch != null else ""
	update.sets_batch = true
	return update


func _changes_of(batch: Batch) -> Array[Change]:
	var own: Array[Change] = []
	for change in _queue.pending():
		if change.number in batch.numbers:
			own.append(change)
	return own


func _has_beginning() -> bool:
	return _queue.pending().any(
		func(change: Change) -> bool: return change.kind == Change.INITIAL
	)
