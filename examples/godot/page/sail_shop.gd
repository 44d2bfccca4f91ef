## The sails beneath the sea: the player buys one for coins, and sets one that was bought.
class_name SailShop
extends GridContainer

## Why a sail was not bought; nothing was changed.
signal refused(error: PlaykeepError)

var is_paused := false:
	set(next):
		is_paused = next
		_show()

var _save: PlaykeepSave
var _buttons: Dictionary[String, Button] = {}
var _prices: Dictionary[String, Label] = {}


func _init(save: PlaykeepSave) -> void:
	_save = save
	columns = Sail.all.size()
	add_theme_constant_override("h_separation", 8)
	add_theme_constant_override("v_separation", 8)
	for sail in Sail.all:
		_add(sail)
	save.changed.connect(func(_data: Dictionary) -> void: _show())
	_show()


func _add(sail: Sail) -> void:
	var button := Look.button("", _choose.bind(sail))
	button.name = sail.title
	button.toggle_mode = true
	button.custom_minimum_size = Vector2(112, 42)
	button.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	var row := Look.row(6)
	row.mouse_filter = Control.MOUSE_FILTER_IGNORE
	row.set_anchors_and_offsets_preset(Control.PRESET_FULL_RECT, Control.PRESET_MODE_MINSIZE, 0)
	row.offset_left = 9
	row.offset_right = -9
	var swatch := Control.new()
	swatch.custom_minimum_size = Vector2(18, 0)
	swatch.mouse_filter = Control.MOUSE_FILTER_IGNORE
	swatch.draw.connect(_draw_swatch.bind(swatch, sail))
	row.add_child(swatch)
	row.add_child(Look.label(sail.title, 13))
	row.add_spacer(false).mouse_filter = Control.MOUSE_FILTER_IGNORE
	_prices[sail.id] = Look.label("", 12, Look.GOLD)
	row.add_child(_prices[sail.id])
	button.add_child(row)
	_buttons[sail.id] = button
	add_child(button)


func _choose(sail: Sail) -> void:
	var result := Progress.set_sail(_save, sail) if Progress.owns(_save.data, sail) else Progress.buy(_save, sail)
	if not result.ok:
		refused.emit(result.error)
	_show()


func _show() -> void:
	var coins := Progress.coins(_save.data)
	var current := Progress.sail(_save.data)
	for sail in Sail.all:
		var is_owned := Progress.owns(_save.data, sail)
		var button := _buttons[sail.id]
		button.set_pressed_no_signal(sail == current)
		button.disabled = is_paused or (not is_owned and coins < sail.price)
		var word := "set" if sail == current else ""
		_prices[sail.id].text = word if is_owned else "%d ●" % sail.price


static func _draw_swatch(swatch: Control, sail: Sail) -> void:
	var top := swatch.size.y / 2 - 12
	var cloth := PackedVector2Array([Vector2(2, top)])
	Shapes.bend(cloth, Vector2(17, top + 10), Vector2(17, top + 23))
	cloth.append(Vector2(2, top + 23))
	Shapes.fill(swatch, cloth, sail.cloth)
	if sail.stripes.a > 0:
		for line in 3:
			var start := Vector2(2.5, top + 8 + 5 * line)
			swatch.draw_line(start, start + Vector2(6 + 2.5 * line, 0), sail.stripes, 2)
	Shapes.outline(swatch, cloth, Color(1, 1, 1, 0.35), 1)
