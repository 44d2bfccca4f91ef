## The player's steering on the sea: arrow keys or WASD while the sea has the focus, the mouse, or a finger. With the
## mouse the boat sails towards the pointer while the button is down; a finger is a stick, whose centre is where it
## touched.
class_name Steering
extends RefCounted

const _KEYS: Dictionary[Key, Vector2] = {
	KEY_UP: Vector2.UP, KEY_DOWN: Vector2.DOWN, KEY_LEFT: Vector2.LEFT, KEY_RIGHT: Vector2.RIGHT,
	KEY_W: Vector2.UP, KEY_S: Vector2.DOWN, KEY_A: Vector2.LEFT, KEY_D: Vector2.RIGHT,
}
## A finger this far from where it touched sails at full force.
const STICK_PIXELS := 56.0
const _DEAD_PIXELS := 4.0
## The boat stops before it reaches the pointer.
const _POINTER_PIXELS := 14.0

## Is there a finger on the stick?
var has_stick := false
var stick_centre := Vector2.ZERO
var stick_end := Vector2.ZERO

var _finger := -1
var _is_pressed := false
var _pointer := Vector2.ZERO


## An event of the control, in its coordinates. True for one that steers.
func take(event: InputEvent) -> bool:
	if event is InputEventKey:
		return _KEYS.has(event.physical_keycode) and not event.is_command_or_control_pressed()
	if event is InputEventScreenTouch:
		return _take_touch(event)
	if event is InputEventScreenDrag and event.index == _finger:
		stick_end = event.position
		return true
	# A finger also causes events of a mouse.
	if event is InputEventMouse and event.device == InputEvent.DEVICE_ID_EMULATION:
		return true
	if event is InputEventMouseButton and event.button_index == MOUSE_BUTTON_LEFT:
		_is_pressed = event.pressed
		_pointer = event.position
		return true
	if event is InputEventMouseMotion:
		_pointer = event.position
	return false


func let_go() -> void:
	_is_pressed = false
	has_stick = false
	_finger = -1


## [param boat] is in the control's coordinates. Keys count where [param has_keys].
func direction(boat: Vector2, has_keys: bool) -> Vector2:
	var sum := Vector2.ZERO
	if has_keys:
		for key in _KEYS:
			if Input.is_physical_key_pressed(key):
				sum += _KEYS[key]
	if has_stick:
		var way := stick_end - stick_centre
		if way.length() > _DEAD_PIXELS:
			sum += way.limit_length(STICK_PIXELS) / STICK_PIXELS
	elif _is_pressed and boat.distance_to(_pointer) > _POINTER_PIXELS:
		sum += boat.direction_to(_pointer)
	return sum.limit_length(1.0)


func _take_touch(event: InputEventScreenTouch) -> bool:
	if event.pressed and not has_stick:
		has_stick = true
		_finger = event.index
		stick_centre = event.position
		stick_end = event.position
		return true
	if not event.pressed and event.index == _finger:
		let_go()
		return true
	return false
