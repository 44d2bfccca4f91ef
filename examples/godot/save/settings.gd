## The settings of this machine beside the save: the name of the player, and of each device its id and its aeroplane
## mode.
class_name Settings
extends RefCounted

const FILE := "user://settings.cfg"


static func read(section: String, key: String, otherwise: Variant) -> Variant:
	var file := ConfigFile.new()
	return file.get_value(section, key, otherwise) if file.load(FILE) == OK else otherwise


## Null removes the key.
static func write(section: String, key: String, value: Variant) -> void:
	var file := ConfigFile.new()
	# A first start has no file.
	file.load(FILE)
	file.set_value(section, key, value)
	if file.save(FILE) != OK:
		push_warning("The settings were not kept")


## The name of a device, by which its own sessions are known. It is made once.
static func device_id(device: String) -> String:
	var known: String = read(device, "id", "")
	if known.is_empty():
		known = Crypto.new().generate_random_bytes(6).hex_encode()
		write(device, "id", known)
	return known
