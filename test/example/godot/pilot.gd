## Plays the game by its own scene: presses buttons and keys, drags a finger, and steers the boat from coin to coin.
class_name Pilot
extends Node

const _KEYS: Dictionary[Key, Vector2] = {
	KEY_LEFT: Vector2.LEFT, KEY_RIGHT: Vector2.RIGHT, KEY_UP: Vector2.UP, KEY_DOWN: Vector2.DOWN
}

## The scene of the game.
var game: Control

var _down: Dictionary[Key, bool] = {}
var _is_pressed := false
var _last_point := Vector2.ZERO


func open_game() -> void:
	game = load("res://main.tscn").instantiate()
	get_tree().root.add_child(game)


## Waits until it is true. The game ends with a failure where it does not become true.
func until(what: String, condition: Callable, seconds := 30.0) -> void:
	var end := Time.get_ticks_msec() + int(seconds * 1000)
	while not condition.call():
		if Time.get_ticks_msec() > end:
			printerr("FAILED: %s, after %d s" % [what, seconds])
			get_tree().quit(1)
			await get_tree().create_timer(60).timeout
		await get_tree().process_frame


## The control of this name below [param parent], as soon as it can be pressed.
func control(title: String, parent: Node = game) -> Control:
	var found := [null]
	await until("%s is there" % title, func() -> bool:
		found[0] = parent.find_child(title, true, false)
		return found[0] != null and found[0].is_visible_in_tree() and not (found[0] is Button and found[0].disabled)
	)
	return found[0]


## Presses a button by the mouse.
func press(title: String, parent: Node = game) -> void:
	var button := await control(title, parent)
	var scroll := game.find_child("*ScrollContainer*", true, false)
	if scroll is ScrollContainer and parent == game:
		scroll.ensure_control_visible(button)
	await get_tree().process_frame
	var place := button.get_global_rect().get_center()
	move(place)
	for is_pressed: bool in [true, false]:
		click(place, is_pressed)
		await get_tree().process_frame


func move(place: Vector2) -> void:
	var event := InputEventMouseMotion.new()
	event.position = place
	event.global_position = place
	if _is_pressed:
		event.button_mask = MOUSE_BUTTON_MASK_LEFT
	Input.parse_input_event(event)


func click(place: Vector2, is_pressed: bool) -> void:
	var event := InputEventMouseButton.new()
	event.button_index = MOUSE_BUTTON_LEFT
	event.pressed = is_pressed
	event.position = place
	event.global_position = place
	Input.parse_input_event(event)


func type(text: String) -> void:
	for letter in text:
		for is_pressed: bool in [true, false]:
			var event := InputEventKey.new()
			event.unicode = letter.unicode_at(0)
			event.pressed = is_pressed
			Input.parse_input_event(event)
		await get_tree().process_frame


func key(code: Key, is_pressed: bool) -> void:
	if _down.get(code, false) == is_pressed:
		return
	_down[code] = is_pressed
	var event := InputEventKey.new()
	event.physical_keycode = code
	event.keycode = code
	event.pressed = is_pressed
	Input.parse_input_event(event)


## Hands on the keys, for [method sail_until].
func steer_by_keys(way: Vector2, _sea: Sea) -> void:
	for code in _KEYS:
		key(code, way.dot(_KEYS[code]) > 0.38)


## A hand at the mouse, which points a little ahead of the boat.
func steer_by_mouse(way: Vector2, sea: Sea) -> void:
	var rect := sea.get_global_rect()
	var ahead := rect.position + sea.to_control(sea.voyage.boat) + way * 60
	_last_point = ahead.clamp(rect.position + Vector2.ONE * 2, rect.end - Vector2.ONE * 2)
	var is_held := way != Vector2.ZERO
	if is_held == _is_pressed:
		move(_last_point)
		return
	move(_last_point)
	_is_pressed = is_held
	click(_last_point, is_held)


## A finger that touches the middle of the sea and draws.
func steer_by_finger(way: Vector2, sea: Sea) -> void:
	var centre := sea.get_global_rect().get_center()
	var is_held := way != Vector2.ZERO
	if is_held != _is_pressed:
		_is_pressed = is_held
		var touch := InputEventScreenTouch.new()
		touch.position = centre if is_held else _last_point
		touch.pressed = is_held
		Input.parse_input_event(touch)
	if is_held:
		var drag := InputEventScreenDrag.new()
		drag.position = centre + way * 60
		drag.relative = drag.position - _last_point
		_last_point = drag.position
		Input.parse_input_event(drag)


## Sails from goal to goal until the condition holds. Where the boat gets no nearer, as behind an island, it goes
## around.
func sail_until(page: GamePage, steer: Callable, condition: Callable, seconds := 90.0) -> void:
	var nearest := INF
	var stuck := 0.0
	var detour := 0.0
	var side := 1.0
	var left := -1
	var last := Time.get_ticks_msec()
	var end := last + int(seconds * 1000)
	while not condition.call() and Time.get_ticks_msec() < end:
		var elapsed := (Time.get_ticks_msec() - last) / 1000.0
		last = Time.get_ticks_msec()
		var voyage := page.sea.voyage
		var way := voyage.destination() - voyage.boat
		if way.length() < nearest - 4 or voyage.coins.size() != left:
			nearest = way.length()
			stuck = 0
			left = voyage.coins.size()
		stuck += elapsed
		detour -= elapsed
		if stuck > 0.5:
			stuck = 0
			detour = 0.6
			nearest = INF
			side = -side
		way = way.normalized()
		if detour > 0:
			way = (way * 0.3 + way.orthogonal() * side).normalized()
		steer.call(way, page.sea)
		await get_tree().process_frame
	steer.call(Vector2.ZERO, page.sea)
	await until("the condition of the voyage holds", condition, 0.1)


func save_of(page: GamePage) -> PlaykeepSave:
	return page.device.save


func coins_of(page: GamePage) -> int:
	return Progress.coins(save_of(page).data)


## Is the page ready to play?
func is_open(page: GamePage) -> bool:
	return page != null and page.sea.voyage != null
