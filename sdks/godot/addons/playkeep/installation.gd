## The id of the installation: of this copy of the game on this device, one for a folder of saves and a service. All
## players and all processes that use the folder share it. It is random, proves nothing and names no hardware.
extends RefCounted

const RandomId := preload("random_id.gd")
const SaveFolder := preload("save/save_folder.gd")

static var _form := RegEx.create_from_string("\\A[A-Za-z0-9_-]{16,64}\\z")
## Ids that could not be stored, by place. They are good for this run.
static var _in_memory: Dictionary[String, String] = {}


## The id, which is made at first need, and anew where the folder was cleared.
static func id_of(folder: String, url: String) -> String:
	SaveFolder.make(folder)
	var place := folder.path_join(url.rstrip("/").sha256_text().left(40) + ".installation")
	if _read(place).is_empty():
		_store(place, _in_memory.get_or_add(place, RandomId.make()))
	var stored := _read(place)
	if stored.is_empty():
		return _in_memory[place]
	_in_memory.erase(place)
	return stored


## A place is a folder with a file, and is made whole by renaming. So of several processes the first one stores its id.
static func _store(place: String, id: String) -> void:
	var draft := "%s.%s.tmp" % [place, id]
	DirAccess.make_dir_absolute(draft)
	var file := FileAccess.open(_file_in(draft), FileAccess.WRITE)
	if file != null:
		file.store_string(id)
		file.close()
	if _read(draft) == id and DirAccess.rename_absolute(draft, place) != OK and _read(place).is_empty():
		# It is damaged.
		_remove(place)
		DirAccess.rename_absolute(draft, place)
	_remove(draft)


## Empty where there is no id, or a damaged one.
static func _read(place: String) -> String:
	if not FileAccess.file_exists(_file_in(place)):
		return ""
	var text := FileAccess.get_file_as_bytes(_file_in(place)).get_string_from_ascii()
	return text if _form.search(text) != null else ""


static func _remove(place: String) -> void:
	DirAccess.remove_absolute(_file_in(place))
	DirAccess.remove_absolute(place)


static func _file_in(place: String) -> String:
	return place.path_join("id")
