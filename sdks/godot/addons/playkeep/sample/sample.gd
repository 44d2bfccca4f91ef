## A whole small game on one page: it signs in with the token of a file, plays a session, and keeps a number of coins
## on this device and at the service. Copy it to begin your own game.
extends VBoxContainer

## A development token, from [code]npx playkeep token ann > token.txt[/code].
@export_file("*.txt") var token_file := "res://token.txt"

var _save: PlaykeepSave
var _session: PlaykeepPlay

@onready var _coins: Label = $Coins
@onready var _status: Label = $Status
@onready var _earn: Button = $Earn


func _ready() -> void:
	_earn.disabled = true
	_earn.pressed.connect(func() -> void: _save.increment("/coins", 1))
	# The address is `playkeep/url` of Project Settings.
	var configured := Playkeep.configure({"token": _read_token})
	if not configured.ok:
		_tell(configured.error.message)
		return
	var opened := await Playkeep.open_save({"initial": {"coins": 0}})
	if not opened.ok:
		_tell(opened.error.message)
		return
	_save = opened.value
	_save.changed.connect(_show)
	_save.status_changed.connect(_on_status)
	_show(_save.data)
	_earn.disabled = false
	var playing := await Playkeep.sessions.play({"on_active": "replace"})
	# Without a session the save writes on. A session that began is the one that must be active from now on.
	if playing.ok:
		_session = playing.value
		_save.retry(_session)


func _read_token() -> String:
	return FileAccess.get_file_as_string(token_file).strip_edges()


func _show(data: Dictionary) -> void:
	_coins.text = "Coins: %s" % [data.get("coins", 0)]


func _on_status(status: StringName, _durable: bool, error: PlaykeepError) -> void:
	_tell(str(status) if error == null else "%s: %s" % [status, error.message])


func _tell(text: String) -> void:
	_status.text = text
