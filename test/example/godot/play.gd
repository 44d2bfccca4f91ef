## Plays a part of the story of a player, by the scene of the game alone, and prints what there is to see. The name of
## the part comes as an argument: `voyage`, `return` or `two_devices`.
extends Node

var _pilot := Pilot.new()


func _ready() -> void:
	# Without a screen the window has no size of its own.
	get_window().size = Vector2i(1280, 720)
	add_child(_pilot)
	_play.call_deferred(OS.get_cmdline_user_args()[0])


func _play(part: String) -> void:
	_pilot.open_game()
	await call("_" + part)
	# As a person closes the window.
	_pilot.game.notification(NOTIFICATION_WM_CLOSE_REQUEST)


## A line of JSON with what is on the screen of a device.
func _tell(title: String, page: GamePage) -> void:
	# The figures follow in the next frame.
	await get_tree().process_frame
	await get_tree().process_frame
	var save := page.device.save
	var seen := {
		"title": title,
		"coins": int(_text_of(page, "Coins")),
		"level": int(_text_of(page, "Level")),
		"waiting": _text_of(page, "Waiting"),
		"status": save.status,
		"session": page.device.session.state,
		"sail": Progress.sail(save.data).id,
		"kinds": save.pending().map(func(change: PlaykeepPendingChange) -> String: return change.kind),
	}
	print("seen " + JSON.stringify(seen))


func _text_of(page: GamePage, title: String) -> String:
	var label: Label = page.find_child(title, true, false)
	return label.text


func _is_open() -> bool:
	return _pilot.is_open(_pilot.game.page)


func _shows_queue(page: GamePage) -> bool:
	return not _text_of(page, "Waiting") in ["", "none waits"]


func _is_settled(page: GamePage) -> bool:
	return _text_of(page, "Waiting") == "none waits" and page.device.save.status == PlaykeepSave.SAVED


## Signs in by the form, finishes the first level by the keys, buys a sail, and plays on without a network.
func _voyage() -> void:
	await _pilot.press("Name")
	await _pilot.type("ann")
	await _pilot.press("Play")
	await _pilot.until("the game is open", _is_open)
	var page: GamePage = _pilot.game.page
	await _tell("begin", page)
	var has_next_level := func() -> bool: return page.sea.voyage.level.number == 2
	await _pilot.sail_until(page, _pilot.steer_by_keys, has_next_level)
	await _pilot.press("Corsair")
	await _pilot.until("everything is at the service", _is_settled.bind(page))
	await _tell("home", page)
	await _pilot.press("Aeroplane")
	var coins := _pilot.coins_of(page)
	await _pilot.sail_until(page, _pilot.steer_by_keys, func() -> bool: return _pilot.coins_of(page) > coins)
	await _pilot.until("the queue is seen", _shows_queue.bind(page))
	await _pilot.until("it waits", func() -> bool: return page.device.save.status == PlaykeepSave.WAITING)
	await _tell("offline", page)


## The game is opened again, still without a network, and then the network comes back.
func _return() -> void:
	await _pilot.until("the game is open", _is_open)
	var page: GamePage = _pilot.game.page
	await _pilot.until("the queue is seen", _shows_queue.bind(page))
	await _tell("offline again", page)
	await _pilot.press("Aeroplane")
	await _pilot.until("everything is at the service", _is_settled.bind(page))
	await _pilot.until("the session is active", func() -> bool: return page.device.session.state == &"active")
	await _tell("online", page)


## A second device takes over while the first one has no network, and both choose a sail and take coins.
func _two_devices() -> void:
	await _pilot.until("the game is open", _is_open)
	var first: GamePage = _pilot.game.page
	await _pilot.until("everything is at the service", _is_settled.bind(first))
	await _pilot.press("Aeroplane")
	await _pilot.press("Lagoon")
	await _take_a_coin(first, _pilot.steer_by_keys)
	await _pilot.press("SecondDevice")
	await _pilot.until("the second device is open", func() -> bool: return _pilot.is_open(_pilot.game.second_page))
	var second: GamePage = _pilot.game.second_page
	await _tell("second begins", second)
	await _take_a_coin(second, _pilot.steer_by_mouse)
	await _take_a_coin(second, _pilot.steer_by_finger)
	await _pilot.press("Linen", second)
	await _pilot.until("the second device is saved", _is_settled.bind(second))
	await _tell("second played", second)
	await _pilot.press("Aeroplane", first)
	await _pilot.control("GoOn", first)
	await _tell("superseded", first)
	await _pilot.press("GoOn", first)
	await _pilot.control("Mine", first)
	await _pilot.until("the session is active", func() -> bool: return first.device.session.state == &"active")
	await _tell("conflict", first)
	await _pilot.press("Mine", first)
	await _pilot.until("everything is at the service", _is_settled.bind(first))
	await _tell("resolved", first)
	await _pilot.control("GoOn", second)
	await _tell("second superseded", second)


func _take_a_coin(page: GamePage, steer: Callable) -> void:
	var coins := _pilot.coins_of(page)
	await _pilot.sail_until(page, steer, func() -> bool: return _pilot.coins_of(page) > coins)
