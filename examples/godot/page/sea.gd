## The game on its control: the voyage moves in each frame, and its events become changes of the save. It begins where
## the save is, and goes to another level when another device has finished this one.
class_name Sea
extends Control

## The figures above the sea are other ones, or may be.
signal told(banner: String)

const _LONGEST_STEP_SECONDS := 0.05
const _INTERMISSION_SECONDS := 1.8
const _PEARL := Color("ffd6ee")

var device: GameDevice
## The game stands still while it is true.
var is_paused := false:
	set(next):
		is_paused = next
		_steering.let_go()
var voyage: Voyage

var _steering := Steering.new()
var _effects := Effects.new()
var _world := Node2D.new()
var _bay := Bay.new()
var _light := Light.new()
var _actors := Actors.new()
var _stick := Control.new()
var _is_under_way := false
var _next_in := 0.0


func _init() -> void:
	name = "Sea"
	focus_mode = Control.FOCUS_ALL
	clip_contents = true
	size_flags_horizontal = Control.SIZE_EXPAND_FILL
	size_flags_vertical = Control.SIZE_EXPAND_FILL
	mouse_default_cursor_shape = Control.CURSOR_CROSS
	_actors.effects = _effects
	for layer: Node2D in [_bay, _light, _actors]:
		_world.add_child(layer)
	add_child(_world)
	_stick.mouse_filter = Control.MOUSE_FILTER_IGNORE
	_stick.set_anchors_preset(Control.PRESET_FULL_RECT)
	_stick.draw.connect(_draw_stick)
	add_child(_stick)


## Begins the level of the save.
func begin() -> void:
	voyage = Voyage.new(Level.new(Progress.level(device.save.data), _field()))
	voyage.coin_taken.connect(_on_coin_taken)
	voyage.bitten.connect(_on_bitten)
	voyage.sank.connect(_on_sank)
	voyage.came_home.connect(_on_came_home)
	_is_under_way = false
	_effects.clear()
	_bay.level = voyage.level
	_light.voyage = voyage
	_actors.voyage = voyage
	told.emit("Level %d" % voyage.level.number)


## From the units of the game to this control.
func to_control(place: Vector2) -> Vector2:
	return _world.position + place * _world.scale


func _process(delta: float) -> void:
	if voyage == null:
		return
	_fit()
	_effects.advance(delta)
	_actors.sail = Progress.sail(device.save.data)
	_stick.queue_redraw()
	if not is_paused:
		_advance(minf(delta, _LONGEST_STEP_SECONDS))


func _advance(elapsed: float) -> void:
	if voyage.is_over:
		_next_in -= elapsed
		if _next_in <= 0:
			begin()
		return
	if voyage.level.number != Progress.level(device.save.data) or voyage.level.field != _field():
		begin()
	var steering := _steering.direction(to_control(voyage.boat), has_focus())
	if not _is_under_way and steering == Vector2.ZERO:
		return
	if not _is_under_way:
		told.emit("")
	_is_under_way = true
	voyage.sail(steering, elapsed)
	_effects.trail(voyage.boat)


func _field() -> Vector2:
	return Level.PORTRAIT if size.x < size.y else Level.LANDSCAPE


func _fit() -> void:
	var ratio := size / voyage.level.field
	var fitting := minf(ratio.x, ratio.y)
	_world.scale = Vector2.ONE * fitting
	_world.position = (size - voyage.level.field * fitting) / 2


func _on_coin_taken(coin: Level.Coin) -> void:
	var colour := _PEARL if coin.value > 1 else Look.GOLD
	_effects.burst(coin.place, colour, 12)
	_effects.say(coin.place, "+%d" % coin.value, colour)
	Progress.take_coin(device.save, coin.value)


func _on_bitten(place: Vector2) -> void:
	_effects.burst(place, Color("ff8a70"), 16)
	_effects.say(place, "Ouch!", Color("ffb3a1"))


func _on_sank() -> void:
	_next_in = _INTERMISSION_SECONDS
	told.emit("The boat sank. The level begins again.")


func _on_came_home(after_seconds: float) -> void:
	_next_in = _INTERMISSION_SECONDS
	var seconds := snappedf(after_seconds, 0.1)
	_effects.burst(voyage.boat, Look.GOLD, 30)
	told.emit("Home in %.1f s" % seconds)
	Progress.finish_level(device.save, voyage.level.number, seconds, device.title)


func _gui_input(event: InputEvent) -> void:
	if event is InputEventMouseButton or event is InputEventScreenTouch:
		grab_focus()
	if not is_paused and _steering.take(event):
		accept_event()


func _notification(what: int) -> void:
	if what == NOTIFICATION_APPLICATION_FOCUS_OUT:
		_steering.let_go()


func _draw() -> void:
	var corners := PackedVector2Array([Vector2.ZERO, Vector2(size.x, 0), size, Vector2(0, size.y)])
	var middle := Color("0d4660")
	draw_polygon(corners, PackedColorArray([Color("0a2747"), middle, Color("12657a"), middle]))


func _draw_stick() -> void:
	if not _steering.has_stick:
		return
	var centre := _steering.stick_centre
	var end := centre + (_steering.stick_end - centre).limit_length(46)
	_stick.draw_arc(centre, 46, 0, TAU, 48, Color(1, 1, 1, 0.5), 2, true)
	_stick.draw_circle(end, 20, Color(1, 1, 1, 0.3), true, -1, true)
