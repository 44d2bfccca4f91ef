## When waiting changes are made fewer: beyond a number, and again when as many have come that it is worth the work.
extends RefCounted

const Change := preload("change.gd")
const Compact := preload("compact.gd")
const SaveQueue := preload("save_queue.gd")

## Waiting changes beyond this number are made fewer where that has the same effect, and again when as many have come.
const _CHANGES_BEFORE_FOLDING := 64
const _MORE_CHANGES := 16
## Beyond it merges of different members are joined too.
const _FEW_CHANGES := 32

var _queue: SaveQueue
## How many changes waited after the last time.
var _left := 0


func _init(queue: SaveQueue) -> void:
	_queue = queue


func compact() -> void:
	var sent: Array[Change] = []
	var waiting: Array[Change] = []
	for change in _queue.pending():
		(waiting if _queue.may(&"join", change) else sent).append(change)
	_left = mini(_left, waiting.size())
	if waiting.size() <= _CHANGES_BEFORE_FOLDING or waiting.size() < _left + _MORE_CHANGES:
		return
	var state := Change.apply_all(_queue.base_data, sent)
	var update := SaveQueue.Update.new()
	update.changes = Compact.compact(state, waiting, false)
	if waiting.size() - update.changes.values().count(null) > _FEW_CHANGES:
		update.changes = Compact.compact(state, waiting, true)
	_left = waiting.size() - update.changes.values().count(null)
	if not update.changes.is_empty():
		_queue.commit(update)
