## The session in whose name a save writes, such as a [PlaykeepPlay]: an object with a [code]session_id[/code].
extends RefCounted

## It is active again, maybe under another id.
signal became_active

var _session: Object


## Takes another session in the place of the one before; null for writes of any session.
func use(session: Object) -> void:
	_session = session
	if session == null or not session.has_signal("state_changed"):
		return
	if not session.is_connected("state_changed", _on_state_changed):
		session.connect("state_changed", _on_state_changed)


## Empty for writes of any session.
func id() -> String:
	return str(_session.get("session_id")) if is_instance_valid(_session) else ""


## Another device may have taken over.
func check() -> void:
	if is_instance_valid(_session) and _session.has_method("check"):
		_session.call("check")


func _on_state_changed(state: StringName) -> void:
	if state == PlaykeepPlay.ACTIVE:
		became_active.emit()
