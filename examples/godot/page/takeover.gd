## The message over the sea that another device plays, with the choice to go on here.
class_name Takeover
extends PanelContainer

var _device: GameDevice
var _text := Look.paragraph("", 14, Look.SOFT)
var _error := Look.paragraph("", 13, Look.CORAL)
var _button := Look.button("Go on here", _take_over, "Primary")


func _init(device: GameDevice) -> void:
	_device = device
	name = "Takeover"
	set_anchors_preset(Control.PRESET_FULL_RECT)
	add_theme_stylebox_override("panel", Look.box(Color(0.016, 0.063, 0.114, 0.86), 0, Color.TRANSPARENT, 18, 12))
	var column := Look.column(12)
	column.alignment = BoxContainer.ALIGNMENT_CENTER
	var title := Look.paragraph("You play on another device", 20, Look.TEXT)
	title.add_theme_font_override("font", Look.bold())
	for line: Label in [title, _text, _error]:
		line.horizontal_alignment = HORIZONTAL_ALIGNMENT_CENTER
	_button.name = "GoOn"
	_button.size_flags_horizontal = Control.SIZE_SHRINK_CENTER
	for part: Control in [title, _text, _button, _error]:
		column.add_child(part)
	add_child(column)
	device.session.state_changed.connect(func(_state: StringName) -> void: show_state())
	show_state()


func show_state() -> void:
	visible = _device.session.state == PlaykeepPlay.SUPERSEDED


func _process(_delta: float) -> void:
	if not visible:
		return
	var waiting := _device.save.pending().size()
	var changes := "1 change of this device waits" if waiting == 1 else "%d changes of this device wait" % waiting
	_text.text = "Everything of this device is saved." if waiting == 0 else changes + ". Nothing is lost."


func _take_over() -> void:
	_button.disabled = true
	_error.text = ""
	var result := await _device.take_over()
	_button.disabled = false
	if not result.ok:
		_error.text = "The service does not answer. Switch the aeroplane mode off, and try again."
