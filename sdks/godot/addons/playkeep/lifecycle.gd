## The sleep of the app and its waking up. Phones say so. Elsewhere a gap between two frames shows a sleep: of a
## laptop, or of a browser's hidden page, where no frame is drawn.
@icon("res://addons/playkeep/icon.svg")
extends Node

## The app goes to the background. Nothing runs until it is back.
signal slept
## The app is back, or a long gap between two frames is over. It may come without [signal slept].
signal woke

## A game that loads a level may take some seconds for a frame.
const GAP_SECONDS := 15.0

var _last_frame := 0.0


func _init() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS


func _ready() -> void:
	_last_frame = Time.get_unix_time_from_system()


func _process(_delta: float) -> void:
	# The system's clock goes on while a laptop sleeps. A clock that is set causes one heartbeat more.
	var now := Time.get_unix_time_from_system()
	var gap := now - _last_frame
	_last_frame = now
	if gap > GAP_SECONDS:
		woke.emit()


func _notification(what: int) -> void:
	if what == NOTIFICATION_APPLICATION_PAUSED:
		slept.emit()
	elif what == NOTIFICATION_APPLICATION_RESUMED:
		_last_frame = Time.get_unix_time_from_system()
		woke.emit()
