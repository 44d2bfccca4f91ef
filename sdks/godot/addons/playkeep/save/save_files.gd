## One save in three files: one for the queue, and two for the record of the service, of which one is current. A
## file is written under a temporary name, then renamed, and holds a digest of its content. The queue's file names the
## current record, so an update takes effect as a whole when the queue's file is renamed.
extends RefCounted

enum Found { NOTHING, CONTENT, DAMAGE }

const Batch := preload("batch.gd")
const Change := preload("change.gd")
const SaveContent := preload("save_content.gd")

const DAMAGED := "The save on the device is damaged"
const _FORMAT := "playkeep-save-1 "

## False after a write that failed, until one succeeds.
var is_durable := true
## Why the last write failed; empty where it did not.
var failure := ""
var _path: String
## The place of the record that counts: 0 or 1.
var _place := 0
## The first line of its file.
var _base_head := ""


## [param path] is that of the files without their endings.
func _init(path: String) -> void:
	_path = path


## The content as [member PlaykeepResult.value], null where there is no save. It fails where a file is damaged.
func read() -> PlaykeepResult:
	var queue := _read_file(_path + ".queue")
	if queue.is_empty():
		return PlaykeepResult.success(null)
	var content := _parse_queue(queue)
	if content == null:
		return _damaged(_path + ".queue")
	if _base_head.is_empty():
		return PlaykeepResult.success(content)
	var base := _read_file(_base_path())
	if base.is_empty() or base.get_slice("\n", 0) != _base_head or not _parse_base(base, content):
		return _damaged(_base_path())
	return PlaykeepResult.success(content)


## Keeps the content. [param is_base_new] says that the record is another one than before.
func write(content: SaveContent, is_base_new: bool) -> void:
	failure = ""
	var is_base_missing := not content.etag.is_empty() and not _is_base_there()
	if is_base_new or is_base_missing:
		_place = 1 - _place
		_base_head = _write_file(_base_path(), _base_text(content))
	if failure.is_empty():
		_write_file(_path + ".queue", _queue_text(content))
	is_durable = failure.is_empty()


## Renames all files of the save, so that none of them is read again. Answers whether none is left.
func set_aside() -> bool:
	var suffix := ".damaged-%s" % Change.RandomId.make().left(8)
	for ending: String in [".queue", ".base-0", ".base-1"]:
		for name: String in [_path + ending, _path + ending + ".tmp"]:
			if FileAccess.file_exists(name):
				DirAccess.rename_absolute(name, name + suffix)
	return not FileAccess.file_exists(_path + ".queue")


func _base_path() -> String:
	return "%s.base-%d" % [_path, _place]


func _is_base_there() -> bool:
	return not _base_head.is_empty() and FileAccess.file_exists(_base_path())


func _damaged(path: String) -> PlaykeepResult:
	var error := PlaykeepError.of(PlaykeepError.STORAGE, DAMAGED)
	error.detail = path
	return PlaykeepResult.failure(error)


func _base_text(content: SaveContent) -> String:
	var head := PlaykeepJson.stringify({"etag": content.etag, "playerId": content.player_id})
	return "%s\n%s" % [head, content.text]


func _parse_base(text: String, content: SaveContent) -> bool:
	var parts := text.split("\n", true, 2)
	if parts.size() < 3:
		return false
	var head: Variant = PlaykeepJson.parse(parts[1])
	if not head is Dictionary:
		return false
	content.etag = str(head.get("etag", ""))
	content.player_id = str(head.get("playerId", ""))
	content.text = parts[2]
	return true


func _queue_text(content: SaveContent) -> String:
	var head := {
		"lastNumber": content.last_number,
		"place": _place,
		"base": _base_head,
		"batch": content.batch.to_stored() if content.batch != null else null,
	}
	var lines := PackedStringArray([PlaykeepJson.stringify(head)])
	for change in content.changes:
		lines.append(change.text())
	return "\n".join(lines)


## Null for text that is no queue.
func _parse_queue(text: String) -> SaveContent:
	var lines := text.split("\n")
	var head: Variant = PlaykeepJson.parse(lines[1]) if lines.size() > 1 else null
	if not head is Dictionary:
		return null
	var content := SaveContent.new()
	content.last_number = head.lastNumber
	_place = head.place
	_base_head = head.base
	if head.batch != null:
		content.batch = Batch.of_stored(head.batch)
	for line in lines.slice(2):
		var change := Change.parse(line)
		if change == null:
			return null
		content.changes.append(change)
	return content


## Writes a file whole or not at all. Answers its first line, which names the digest of what follows.
func _write_file(path: String, text: String) -> String:
	var head := _FORMAT + text.sha256_text()
	var bytes := (head + "\n" + text).to_utf8_buffer()
	var draft := path + ".tmp"
	var file := FileAccess.open(draft, FileAccess.WRITE)
	if file == null:
		return _fail(draft, error_string(FileAccess.get_open_error()))
	file.store_buffer(bytes)
	file.close()
	# The engine does not tell of a disk that is full when it closes a file.
	var written := FileAccess.open(draft, FileAccess.READ)
	var length := written.get_length() if written != null else 0
	if written != null:
		written.close()
	if length != bytes.size():
		return _fail(draft, "%d of %d bytes were written" % [length, bytes.size()])
	var error := DirAccess.rename_absolute(draft, path)
	return head if error == OK else _fail(path, error_string(error))


func _fail(path: String, reason: String) -> String:
	failure = "%s: %s" % [path, reason]
	return ""


## The text of a file; empty where there is none. One that is no file of a save, or whose digest is another one, is a
## text without lines.
func _read_file(path: String) -> String:
	var text := _read_whole(path)
	# Where renaming is two steps, the process may have ended between them. The draft is whole then.
	if text.is_empty() and not FileAccess.file_exists(path):
		text = _read_whole(path + ".tmp")
		if not text.contains("\n"):
			return ""
	return text


func _read_whole(path: String) -> String:
	if not FileAccess.file_exists(path):
		return ""
	var text := FileAccess.get_file_as_bytes(path).get_string_from_utf8()
	var head := text.get_slice("\n", 0)
	var is_whole := head.begins_with(_FORMAT)
	is_whole = is_whole and head == _FORMAT + text.substr(head.length() + 1).sha256_text()
	return text if is_whole else "damaged"
