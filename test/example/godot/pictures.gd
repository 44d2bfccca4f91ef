## Takes pictures of the game: sign-in, play, no network, a takeover and a conflict. The folder and the name of the
## player come as arguments.
extends Node

var _pilot := Pilot.new()
var _folder: String


func _ready() -> void:
	_folder = OS.get_cmdline_user_args()[0]
	add_child(_pilot)
	_take.call_deferred(OS.get_cmdline_user_args()[1])


func _shoot(title: String) -> void:
	await get_tree().process_frame
	await RenderingServer.frame_post_draw
	get_viewport().get_texture().get_image().save_png(_folder.path_join("%s-%d.png" % [title, get_window().size.x]))


func _take(player: String) -> void:
	_pilot.open_game()
	var game := _pilot.game
	var is_narrow := get_window().size.x < 760
	var hands := _pilot.steer_by_finger if is_narrow else _pilot.steer_by_keys
	await _pilot.control("Name")
	await _pilot.press("Name")
	await _shoot("sign-in")
	await _pilot.type(player)
	await _pilot.press("Play")
	await _pilot.until("the game is open", func() -> bool: return _pilot.is_open(game.page))
	await _shoot("begin")
	await _pilot.sail_until(game.page, hands, func() -> bool: return _pilot.coins_of(game.page) >= 7)
	await _shoot("play")
	await _pilot.sail_until(game.page, hands, func() -> bool: return _pilot.coins_of(game.page) >= 12)
	await _pilot.press("Poppy")
	await _pilot.press("Aeroplane")
	var coins := _pilot.coins_of(game.page)
	await _pilot.sail_until(game.page, hands, func() -> bool: return _pilot.coins_of(game.page) >= coins + 3)
	await _shoot("aeroplane-mode")
	await _pilot.press("SecondDevice")
	await _pilot.until("the second is open", func() -> bool: return _pilot.is_open(game.second_page))
	await _pilot.sail_until(game.second_page, _pilot.steer_by_mouse, func() -> bool:
		return _pilot.coins_of(game.second_page) >= 13, 30)
	await _pilot.press("Lagoon", game.second_page)
	await _shoot("two-devices")
	await _pilot.press("Aeroplane", game.page)
	await _pilot.control("GoOn", game.page)
	await _shoot("takeover")
	await _pilot.press("GoOn", game.page)
	await _pilot.control("Mine", game.page)
	await _shoot("conflict")
	await _pilot.press("Mine", game.page)
	await _pilot.until("it is saved", func() -> bool: return game.page.device.save.status == PlaykeepSave.SAVED)
	await _shoot("after")
	get_tree().quit()
