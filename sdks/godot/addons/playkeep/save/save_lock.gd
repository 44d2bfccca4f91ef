## A lock between the games of one device that share a folder. It ends with its process, however that ends. The lock is
## the folder with the highest number; each number is made once, by renaming. Its file names the owner.
extends RefCounted

const Change := preload("change.gd")
const SaveLock := preload("save_lock.gd")

## A lock whose owner writes its file no more for this long is free, where processes cannot be seen.
const SILENCE_SECONDS := 5.0
const _BEAT_SECONDS := 1.5
const _RELEASED := "released"

## The process was stopped for so long that another one took the lock.
signal lost


## Two senders of one save would each hold changes that the other one does not have.
class OpenElsewhere:
	extends PlaykeepError

	func _init() -> void:
		code = STORAGE
		message = "The save is open in another place on this device"


## Does the file of a lock alone tell whether its owner lives? So it is where processes cannot be seen.
static var is_by_silence := not _sees_processes()
## The ids of the locks of this process, by path.
static var _held: Dictionary[String, String] = {}

var _path: String
var _number := 0
## Random, so that two owners never write the same.
var _id := Change.RandomId.make()
var _beats := 0
var _is_released := false


## The lock as [member PlaykeepResult.value]. It fails while another game, or another save of this one, has it, and
## where the folder cannot be used. It may wait for [constant SILENCE_SECONDS] to see whether an owner lives. One that
## is [param forced] is taken at once, also from an owner who lives.
static func take(path: String, forced := false) -> PlaykeepResult:
	if _held.has(path) and not forced:
		return PlaykeepResult.failure(OpenElsewhere.new())
	var lock := SaveLock.new()
	lock._path = path
	_held[path] = lock._id
	var error := await lock._take(forced)
	if error != null:
		lock._forget()
		return PlaykeepResult.failure(error)
	lock._beat()
	return PlaykeepResult.success(lock)


func release() -> void:
	if _is_released:
		return
	_is_released = true
	_forget()
	# The folder stays without an owner, so that numbers only grow.
	if _highest() == _number:
		_write(_owner_path(_number), _RELEASED)


## Did nobody take it since?
func is_held() -> bool:
	return _held.get(_path) == _id and _highest() == _number


func _forget() -> void:
	if _held.get(_path) == _id:
		_held.erase(_path)


func _take(forced: bool) -> PlaykeepError:
	while true:
		var highest := _highest()
		if highest > 0 and not forced and await _has_owner(highest):
			return OpenElsewhere.new()
		var draft := "%s.%s.tmp" % [_path, _id]
		if DirAccess.make_dir_absolute(draft) not in [OK, ERR_ALREADY_EXISTS]:
			return _unusable(draft)
		if not _write(draft.path_join("owner"), _owner_text()):
			return _unusable(draft)
		_number = highest + 1
		if DirAccess.rename_absolute(draft, _lock_path(_number)) != OK:
			_remove(draft)
			if _highest() <= highest:
				return _unusable(draft)
			continue
		if _highest() == _number:
			_remove_others()
			return null
		# A higher one was made while this process looked at an older one.
		_remove(_lock_path(_number))
	return null


func _unusable(path: String) -> PlaykeepError:
	var error := PlaykeepError.of(
		PlaykeepError.STORAGE, "The folder of the save cannot be used"
	)
	error.detail = path
	return error


func _lock_path(number: int) -> String:
	return "%s.lock-%d" % [_path, number]


func _owner_path(number: int) -> String:
	return _lock_path(number).path_join("owner")


## The number of the newest lock; 0 for none.
func _highest() -> int:
	var highest := 0
	for name in _names(".lock-"):
		highest = maxi(highest, name.get_slice(".lock-", 1).to_int())
	return highest


func _names(mark: String) -> PackedStringArray:
	var names := PackedStringArray()
	if not DirAccess.dir_exists_absolute(_path.get_base_dir()):
		return names
	for name in DirAccess.get_directories_at(_path.get_base_dir()):
		if name.begins_with(_path.get_file() + mark):
			names.append(name)
	return names


## Removes older locks, and what games that were killed had begun.
func _remove_others() -> void:
	for name in _names("."):
		if name != _lock_path(_number).get_file():
			_remove(_path.get_base_dir().path_join(name))


static func _remove(folder: String) -> void:
	DirAccess.remove_absolute(folder.path_join("owner"))
	DirAccess.remove_absolute(folder)


static func _write(path: String, text: String) -> bool:
	var file := FileAccess.open(path, FileAccess.WRITE)
	return file != null and file.store_string(text)


static func _read(path: String) -> String:
	if not FileAccess.file_exists(path):
		return ""
	return FileAccess.get_file_as_string(path)


## The random id, the process with its start, and the count of beats.
func _owner_text() -> String:
	var pid := 0 if is_by_silence else OS.get_process_id()
	return "%s %d %s %d" % [_id, pid, _start_of(pid), _beats]


func _has_owner(number: int) -> bool:
	var text := _read(_owner_path(number))
	if text == _RELEASED or _is_single_process():
		return false
	var parts := text.split(" ")
	if not is_by_silence and parts.size() == 4 and parts[1] != "0":
		return not parts[2].is_empty() and _start_of(parts[1].to_int()) == parts[2]
	# A file may be empty for the moment in which it is written.
	await _tree().create_timer(SILENCE_SECONDS, true, false, true).timeout
	return _read(_owner_path(number)) not in [text, _RELEASED] or _highest() != number


## Where only time tells that an owner lives, the owner writes its file again and again.
func _beat() -> void:
	if _is_released or not is_by_silence or _is_single_process():
		return
	if _highest() != _number:
		release()
		lost.emit()
		return
	_beats += 1
	_write(_owner_path(_number), _owner_text())
	_tree().create_timer(_BEAT_SECONDS, true, false, true).timeout.connect(_beat)


static func _tree() -> SceneTree:
	return Engine.get_main_loop() as SceneTree


## Phones run a game once. On the web each page has files of its own.
static func _is_single_process() -> bool:
	return OS.has_feature("mobile") or OS.has_feature("web")


## Linux shows its processes as files.
static func _sees_processes() -> bool:
	return not _start_of(OS.get_process_id()).is_empty()


## When a process began, in ticks since the system did, so that a later process under the same number is another one.
## Empty for a process that is gone or cannot be seen.
static func _start_of(pid: int) -> String:
	var stat := FileAccess.open("/proc/%d/stat" % pid, FileAccess.READ)
	if stat == null:
		return ""
	var line := stat.get_line()
	# The name in brackets may hold spaces. The start is the 22nd field.
	return line.substr(line.rfind(")") + 2).get_slice(" ", 19)
