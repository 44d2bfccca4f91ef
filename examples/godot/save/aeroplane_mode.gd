## A switch that takes the network away from one device of the game: while it is on, the requests below the watched
## nodes fail, and those on their way are cut off. It stays as it is over a restart.
class_name AeroplaneMode
extends RefCounted

signal changed(is_on: bool)

var is_on: bool:
	set(next):
		if next == is_on:
			return
		is_on = next
		Settings.write(_device, "aeroplane", next)
		_cut_all()
		changed.emit(next)

var _device: String
var _watched: Array[Node] = []


func _init(device: String) -> void:
	_device = device
	is_on = Settings.read(device, "aeroplane", false)


## Requests are [HTTPRequest] nodes below [param parent].
func watch(parent: Node) -> void:
	_watched.append(parent)
	# A node that has just entered has not begun its request.
	parent.child_entered_tree.connect(_cut, CONNECT_DEFERRED)


func _cut_all() -> void:
	for parent in _watched:
		if is_instance_valid(parent):
			for child in parent.get_children():
				_cut(child)


func _cut(child: Node) -> void:
	if not is_on or not is_instance_valid(child) or not child is HTTPRequest:
		return
	var request: HTTPRequest = child
	request.cancel_request()
	var nothing := PackedByteArray()
	request.request_completed.emit(HTTPRequest.RESULT_CANT_CONNECT, 0, PackedStringArray(), nothing)
