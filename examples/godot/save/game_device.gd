## Opens the game's save on a device: the client, the session, and what happens when the network goes and comes. Two
## devices of one window have a client, a folder and a switch of their own.
class_name GameDevice
extends Node

const PlaykeepClient := preload("res://addons/playkeep/playkeep.gd")
## The game begins without a session if the service does not answer in this time.
const _PATIENCE_MILLISECONDS := 1500
const _PAUSE_MILLISECONDS := 5000

## [code]first[/code] or [code]second[/code], for the log of voyages.
var title: String
var player: String
var client: Node
var save: PlaykeepSave
var session: PlayingSession
var aeroplane: AeroplaneMode


func _init(of_title: String, of_player: String) -> void:
	title = of_title
	player = of_player
	aeroplane = AeroplaneMode.new(of_title)
	process_mode = Node.PROCESS_MODE_ALWAYS


## [param ask] is awaited with a [PlaykeepConflict] about the sail, and answers the state to keep.
func open(ask: Callable) -> PlaykeepResult:
	var addresses := Addresses.read()
	var issuer := TokenIssuer.new(addresses.sign_in)
	add_child(issuer)
	aeroplane.watch(issuer)
	_find_client()
	var token := func() -> String: return (await issuer.ask(player)).token
	client.configure({"url": addresses.service, "player": player, "token": token})
	aeroplane.watch(client.transport)
	session = PlayingSession.new(client.sessions, Settings.device_id(title))
	_begin_when_online()
	var until := Time.get_ticks_msec() + _PATIENCE_MILLISECONDS
	while session.state == PlayingSession.WAITING and Time.get_ticks_msec() < until:
		await get_tree().process_frame
	var opened: PlaykeepResult = await client.open_save({
		"initial": Progress.initial(),
		"session": session,
		"resolve": _resolve.bind(ask),
		"folder": "user://playkeep" if title == "first" else "user://playkeep-" + title,
	})
	if not opened.ok:
		return opened
	save = opened.value
	save.status_changed.connect(_on_status_changed)
	aeroplane.changed.connect(_on_aeroplane_changed)
	return opened


## Takes the session over from another device. The save sends again as soon as the new session is active.
func take_over() -> PlaykeepResult:
	if aeroplane.is_on:
		return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.NETWORK, "The aeroplane mode is on"))
	return await session.take_over()


## Returns when all is at the service, or when that is not possible now. The device keeps the rest.
func leave() -> void:
	var is_done := [false]
	_finish(is_done)
	var until := Time.get_ticks_msec() + _PATIENCE_MILLISECONDS
	while not is_done[0] and Time.get_ticks_msec() < until:
		await get_tree().process_frame
	if save != null:
		save.close()


## The player decides at the device that plays. The record may show a conflict before a write is refused, so the service
## is asked first who plays.
func _resolve(conflict: PlaykeepConflict, ask: Callable) -> Dictionary:
	await session.look()
	while session.state == PlaykeepPlay.SUPERSEDED:
		await session.state_changed
	return await Progress.resolve(conflict, ask)


func _finish(is_done: Array) -> void:
	if save != null:
		await save.flush()
	if session != null:
		await session.end()
	is_done[0] = true


## The first device has the autoload. Another one needs a client of its own.
func _find_client() -> void:
	if title == "first":
		client = get_node("/root/Playkeep")
	else:
		client = PlaykeepClient.new()
		add_child(client)


## The player has just opened the game, so it takes over. Where there is no network, the session begins later, with more
## care.
func _begin_when_online() -> void:
	if not aeroplane.is_on:
		await session.take_over()
	while is_inside_tree() and session.state == PlayingSession.WAITING:
		var was_on := aeroplane.is_on
		var until := Time.get_ticks_msec() + _PAUSE_MILLISECONDS
		while is_inside_tree() and Time.get_ticks_msec() < until and aeroplane.is_on == was_on:
			await get_tree().process_frame
		if is_inside_tree() and not aeroplane.is_on:
			await session.come_back()


func _on_status_changed(_status: StringName, _durable: bool, error: PlaykeepError) -> void:
	if error != null and error.code == PlaykeepError.SUPERSEDED:
		session.supersede()


func _on_aeroplane_changed(is_on: bool) -> void:
	if not is_on and save.status == PlaykeepSave.WAITING:
		save.retry()
