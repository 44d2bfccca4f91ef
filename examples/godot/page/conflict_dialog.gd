## The question about a conflict: both sides as boats, and the player chooses one. It cannot be closed without an
## answer, and a game that ends asks again at its next start.
class_name ConflictDialog
extends PanelContainer

signal _chosen(side: Dictionary)

var _sides := GridContainer.new()


func _init() -> void:
	name = "Conflict"
	visible = false
	set_anchors_preset(Control.PRESET_FULL_RECT)
	add_theme_stylebox_override("panel", Look.box(Color(0.008, 0.04, 0.08, 0.78), 0))
	var centre := CenterContainer.new()
	var card := PanelContainer.new()
	card.add_theme_stylebox_override("panel", Look.box(Look.DEEP, 18, Look.LINE, 20, 18))
	var column := Look.column(8)
	var title := Look.paragraph("Two devices changed the sail", 18, Look.TEXT)
	title.add_theme_font_override("font", Look.bold())
	column.add_child(title)
	column.add_child(Look.paragraph("Choose the one to keep. Coins of both devices are added up in any case.", 14))
	_sides.columns = 2
	_sides.add_theme_constant_override("h_separation", 12)
	_sides.add_theme_constant_override("v_separation", 12)
	column.add_child(_sides)
	card.add_child(column)
	centre.add_child(card)
	add_child(centre)


## The side that the player chose.
func ask(conflict: PlaykeepConflict) -> Dictionary:
	for side in _sides.get_children():
		_sides.remove_child(side)
		side.queue_free()
	_add_side("Mine", "This device", conflict.mine)
	_add_side("Theirs", "The service", conflict.theirs)
	visible = true
	var chosen: Dictionary = await _chosen
	visible = false
	return chosen


func _add_side(side: String, title: String, state: Dictionary) -> void:
	var sail := Progress.sail(state)
	var button := Look.button("", _chosen.emit.bind(state))
	button.name = side
	# Both sides fit beside each other on a phone's screen, and in the frame of the second device.
	var width := clampf((size.x - 80) / 2, 96, 220)
	button.custom_minimum_size = Vector2(width, width * 0.62 + 62)
	button.draw.connect(_draw_side.bind(button, sail, width))
	var column := Look.column(0)
	column.mouse_filter = Control.MOUSE_FILTER_IGNORE
	column.alignment = BoxContainer.ALIGNMENT_END
	column.set_anchors_and_offsets_preset(Control.PRESET_FULL_RECT)
	column.offset_bottom = -10
	var texts: Array[Label] = [
		Look.label(title, 14, Look.TEXT, true),
		Look.label("%s, level %d" % [sail.title, Progress.level(state)], 12, Look.SOFT),
	]
	for text in texts:
		text.horizontal_alignment = HORIZONTAL_ALIGNMENT_CENTER
		column.add_child(text)
	button.add_child(column)
	_sides.add_child(button)


static func _draw_side(button: Button, sail: Sail, width: float) -> void:
	var place := Vector2(width / 2, width * 0.46)
	Shapes.glow(button, place, width * 0.5, Color(1, 0.75, 0.36, 0.3))
	BoatDrawing.draw(button, place, width * 0.23, sail)
