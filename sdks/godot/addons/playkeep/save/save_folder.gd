## The folder of saves. It is made where it is missing, and names what it keeps for a service and a player.
extends RefCounted


## The path of a player's files, without their endings.
static func path_of(folder: String, url: String, player: String) -> String:
	var name := "%s %s" % [url.rstrip("/"), player]
	return folder.path_join(name.sha256_text().left(40))


## Tells nothing where the folder cannot be made: the first use of it does.
static func make(folder: String) -> void:
	if DirAccess.dir_exists_absolute(folder) or folder.get_base_dir() == folder:
		return
	make(folder.get_base_dir())
	DirAccess.make_dir_absolute(folder)
