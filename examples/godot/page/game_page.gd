## The page of a device: the sea, its figures and the sails, the switches above and the save beside. Its parts stand
## side by side, and one below the other where it is narrow.
class_name GamePage
extends Control

signal second_wanted(is_wanted: bool)
signal sign_out_wanted

const _NARROW := 760.0
const _PANEL_WIDTH := 288.0

var device: GameDevice
var sea := Sea.new()
var panel: SavePanel
var shop: SailShop
var conflict_dialog := ConflictDialog.new()

## The second device has the sea, the sails and the queue alone.
var _is_compact: bool
var _takeover: Takeover
var _stage := BoxContainer.new()
var _play := Look.column(8)
var _sea_frame := Panel.new()
var _how_to := Look.paragraph(
	"Arrow keys or WASD, hold the mouse button, or drag with a finger. Take every coin, then sail home to the"
	+ " lighthouse. Sharks bite.", 12
)


func _init(of_device: GameDevice, is_compact: bool) -> void:
	device = of_device
	_is_compact = is_compact
	# Below a container the container sets the size.
	set_anchors_preset(Control.PRESET_FULL_RECT)
	add_child(conflict_dialog)


## Once the save of the device is open.
func build() -> void:
	sea.device = device
	panel = SavePanel.new(device, _is_compact)
	shop = SailShop.new(device.save)
	shop.refused.connect(panel.tell_refusal)
	_takeover = Takeover.new(device)
	_sea_frame.name = "SeaFrame"
	# Its content is cut at its round corners.
	_sea_frame.add_theme_stylebox_override("panel", Look.box(Color("0d4660"), 14))
	_sea_frame.clip_children = CanvasItem.CLIP_CHILDREN_ONLY
	_sea_frame.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	_sea_frame.size_flags_vertical = Control.SIZE_EXPAND_FILL
	sea.set_anchors_preset(Control.PRESET_FULL_RECT)
	var figures := Figures.new(sea)
	for layer: Control in [sea, figures, _takeover]:
		_sea_frame.add_child(layer)
	_play.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	_play.size_flags_vertical = Control.SIZE_EXPAND_FILL
	_play.add_child(_sea_frame)
	_play.add_child(shop)
	if not _is_compact:
		_play.add_child(_how_to)
	_stage.add_theme_constant_override("separation", 14)
	_stage.size_flags_vertical = Control.SIZE_EXPAND_FILL
	_stage.add_child(_play)
	_stage.add_child(panel)
	var column := Look.column(10)
	column.add_child(_bar())
	column.add_child(_stage)
	add_child(_scroll(column))
	move_child(conflict_dialog, -1)
	resized.connect(_arrange)
	device.session.state_changed.connect(func(_state: StringName) -> void: _pause())
	conflict_dialog.visibility_changed.connect(_pause)
	_arrange()
	_pause()
	sea.begin()
	if not _is_compact:
		sea.grab_focus()


## Places a control between the sea and the panel.
func add_beside(control: Control) -> void:
	_stage.add_child(control)
	_stage.move_child(control, 1)
	_arrange()


func _scroll(content: Control) -> ScrollContainer:
	var scroll := ScrollContainer.new()
	scroll.horizontal_scroll_mode = ScrollContainer.SCROLL_MODE_DISABLED
	scroll.set_anchors_preset(Control.PRESET_FULL_RECT)
	var margin := MarginContainer.new()
	var gap := 8 if _is_compact else 12
	for side: String in ["left", "top", "right", "bottom"]:
		margin.add_theme_constant_override("margin_" + side, gap)
	margin.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	margin.size_flags_vertical = Control.SIZE_EXPAND_FILL
	margin.add_child(content)
	scroll.add_child(margin)
	return scroll


func _bar() -> Control:
	var bar := HFlowContainer.new()
	bar.add_theme_constant_override("h_separation", 8)
	bar.add_theme_constant_override("v_separation", 6)
	var heading := Look.row(12)
	heading.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	if not _is_compact:
		heading.add_child(Look.label("Harbour Lights", 20, Look.TEXT, true))
		heading.add_child(Look.label(device.player, 14, Look.SOFT))
	else:
		heading.add_child(Look.label("Device 2", 14, Look.SOFT, true))
	bar.add_child(heading)
	var aeroplane := _switch("Aeroplane", "Aeroplane mode", Icons.AEROPLANE, device.aeroplane.is_on)
	aeroplane.toggled.connect(func(is_on: bool) -> void: device.aeroplane.is_on = is_on)
	bar.add_child(aeroplane)
	if _is_compact:
		return bar
	var second := _switch("SecondDevice", "Second device", Icons.PHONE, false)
	second.toggled.connect(second_wanted.emit)
	bar.add_child(second)
	var leave := Look.button("Sign out", sign_out_wanted.emit)
	leave.name = "SignOut"
	bar.add_child(leave)
	return bar


func _switch(title: String, text: String, outline: String, is_on: bool) -> Button:
	var button := Look.button(text, _focus_sea)
	button.name = title
	button.icon = Icons.texture(outline, get_window().content_scale_factor)
	button.toggle_mode = true
	button.button_pressed = is_on
	button.add_theme_font_size_override("font_size", 13 if _is_compact else 14)
	return button


## The keys steer on after a switch was pressed.
func _focus_sea() -> void:
	sea.grab_focus()


func _pause() -> void:
	var is_paused := device.session.state == PlaykeepPlay.SUPERSEDED or conflict_dialog.visible
	sea.is_paused = is_paused
	shop.is_paused = is_paused


func _arrange() -> void:
	var is_narrow := size.x < _NARROW
	_stage.vertical = is_narrow
	panel.custom_minimum_size.x = 0.0 if is_narrow else _PANEL_WIDTH
	panel.size_flags_vertical = Control.SIZE_EXPAND_FILL
	shop.columns = 2 if is_narrow or size.x < 900 else Sail.all.size()
	_how_to.visible = not is_narrow
	var width := size.x - 24
	_sea_frame.custom_minimum_size = Vector2(0, width * (1.2 if is_narrow else 0.3))
