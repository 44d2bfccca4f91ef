## The save as this device has it: the last record of the service, the request on its way, and the changes in order.
## The files are written before an update is told, so memory is never ahead of what a killed game leaves.
extends RefCounted

const Batch := preload("batch.gd")
const Change := preload("change.gd")
const SaveContent := preload("save_content.gd")
const SaveFiles := preload("save_files.gd")
const States := preload("states.gd")

const MOST_CHANGES := 500
const MOST_CHARACTERS := 8 * 1_048_576
## The expected key of an update for which any request may be on its way.
const ANY_KEY := "*"

## The view or the kept state is another one.
signal updated
## The device keeps changes again, or keeps them no more.
signal durability_changed(error: PlaykeepError)


## An update of the queue. It applies whole or not at all.
class Update:
	extends RefCounted
	## The key of the request that must be on its way: empty for none, [constant ANY_KEY] for any.
	var expected_key := ANY_KEY
	## The request that is on its way from now on, where [member sets_batch] says so. Null ends it.
	var batch: Batch
	var sets_batch := false
	## The record of the service; null leaves the one before.
	var record: PlaykeepRecord
	## Changes to store, and null for those to delete, by number.
	var changes: Dictionary[int, Change] = {}
	## Numbers of changes that must still be kept.
	var expected_changes: Array[int] = []


## The last known state of the service.
var base_data: Dictionary = {}
## The player's view: the base with all changes that were not refused. It is read-only.
var data: Dictionary = {}
var _content := SaveContent.new()
## Null for a save in memory alone.
var _files: SaveFiles
var _characters := 0
var _is_closed := false


## [param files] is null where the device keeps nothing.
func _init(content: SaveContent, files: SaveFiles) -> void:
	_content = content
	_files = files
	var parsed: Variant = PlaykeepJson.parse(content.text)
	base_data = parsed if parsed is Dictionary else {}
	_renew()


func base_text() -> String:
	return _content.text


## Empty before the service was reached for the first time.
func etag() -> String:
	return _content.etag


## The request on its way; null for none.
func batch() -> Batch:
	return _content.batch


## All that are kept, in order.
func changes() -> Array[Change]:
	return _content.changes


## Those without a refusal.
func pending() -> Array[Change]:
	return _content.changes.filter(func(change: Change) -> bool: return not change.is_refused())


## Does a change wait, is a request on its way, or was the record never read?
func has_work() -> bool:
	return _content.etag.is_empty() or _content.batch != null or not pending().is_empty()


func is_durable() -> bool:
	return _files != null and _files.is_durable and OS.is_userfs_persistent()


## One of [constant States.CHANGES].
func state_of(change: Change) -> StringName:
	if change.is_refused():
		return &"refused"
	var is_sent := _content.batch != null and change.number in _content.batch.numbers
	return &"sent" if is_sent else &"queued"


## May this happen to the change now?
func may(event: StringName, change: Change) -> bool:
	return States.CHANGES[state_of(change)].has(event)


## Null, or why one more change of this length has no place on the device.
func room_error(characters: int) -> PlaykeepError:
	if _content.changes.size() < MOST_CHANGES and _characters + characters <= MOST_CHARACTERS:
		return null
	var error := PlaykeepError.of(
		PlaykeepError.TOO_LARGE, "Too many changes wait for the service"
	)
	error.detail = "at most %d changes and 8 MB wait on a device" % MOST_CHANGES
	return error


## Changes the view and keeps the change. The reason is that of a change that does not apply, which changes nothing.
func add(change: Change) -> PlaykeepJson.Result:
	var result := change.apply_to(data)
	if not result.ok:
		return result
	_content.last_number += 1
	var numbered := change.with_number(_content.last_number)
	_content.changes.append(numbered)
	_characters += numbered.text().length()
	data = result.value
	freeze(data)
	_keep(false)
	updated.emit()
	return result


## Answers false where the update does not apply: another one was faster.
func commit(update: Update) -> bool:
	if _is_closed or not _is_applicable(update):
		return false
	if update.sets_batch:
		_content.batch = update.batch
	if update.record != null:
		_content.text = update.record.text
		_content.etag = update.record.etag
		_content.player_id = update.record.player_id
		base_data = update.record.metadata
	_store_changes(update.changes)
	_renew()
	_keep(update.record != null)
	updated.emit()
	return true


func is_closed() -> bool:
	return _is_closed


## No update applies from now on.
func close() -> void:
	_is_closed = true


func _is_applicable(update: Update) -> bool:
	var key := _content.batch.key if _content.batch != null else ""
	if update.expected_key != ANY_KEY and update.expected_key != key:
		return false
	var numbers := _content.changes.map(func(change: Change) -> int: return change.number)
	return update.expected_changes.all(func(number: int) -> bool: return number in numbers)


func _store_changes(stored: Dictionary[int, Change]) -> void:
	var left: Array[Change] = []
	for change in _content.changes:
		if not stored.has(change.number):
			left.append(change)
	for number in stored:
		if stored[number] != null:
			left.append(stored[number].with_number(number))
	left.sort_custom(
		func(one: Change, other: Change) -> bool: return one.number < other.number
	)
	_content.changes = left


func _renew() -> void:
	_characters = 0
	for change in _content.changes:
		_characters += change.text().length()
	data = Change.apply_all(base_data, pending())
	freeze(data)


func _keep(is_base_new: bool) -> void:
	if _files == null:
		return
	var was_durable := _files.is_durable
	_files.write(_content, is_base_new)
	if _files.is_durable == was_durable:
		return
	var error: PlaykeepError
	if not _files.is_durable:
		error = PlaykeepError.of(PlaykeepError.STORAGE, "The device keeps no changes")
		error.detail = _files.failure
	durability_changed.emit(error)


## Makes a document read-only. A part that another document shares with it is read-only already.
static func freeze(document: Dictionary) -> void:
	var waiting: Array = [document]
	while not waiting.is_empty():
		var value: Variant = waiting.pop_back()
		if value.is_read_only():
			continue
		value.make_read_only()
		for child: Variant in value.values() if value is Dictionary else value:
			if child is Dictionary or child is Array:
				waiting.append(child)
