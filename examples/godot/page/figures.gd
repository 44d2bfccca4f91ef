## The figures above the sea, and the banner with what has just happened.
class_name Figures
extends Control

var _sea: Sea
var _coins := Look.label("0", 15, Look.TEXT, true)
var _level := Look.label("1", 15, Look.TEXT, true)
var _hull := Look.label("", 15, Look.CORAL)
var _seconds := Look.label("0.0 s", 15, Look.TEXT, true)
var _time_chip: PanelContainer
var _banner := Look.label("", 18, Look.TEXT, true)
var _banner_chip: PanelContainer


func _init(sea: Sea) -> void:
	_sea = sea
	mouse_filter = Control.MOUSE_FILTER_IGNORE
	set_anchors_preset(Control.PRESET_FULL_RECT)
	_coins.name = "Coins"
	_level.name = "Level"
	var chips := Look.row(8)
	chips.mouse_filter = Control.MOUSE_FILTER_IGNORE
	chips.set_anchors_and_offsets_preset(Control.PRESET_TOP_WIDE, Control.PRESET_MODE_MINSIZE, 10)
	chips.add_child(_chip([Look.label("●", 15, Look.GOLD), _coins]))
	chips.add_child(_chip([Look.label("Level"), _level]))
	chips.add_child(_chip([_hull]))
	chips.add_spacer(false).mouse_filter = Control.MOUSE_FILTER_IGNORE
	_time_chip = _chip([_seconds])
	chips.add_child(_time_chip)
	add_child(chips)
	_banner_chip = _chip([_banner])
	var band := CenterContainer.new()
	band.mouse_filter = Control.MOUSE_FILTER_IGNORE
	band.anchor_right = 1.0
	band.anchor_top = 0.78
	band.anchor_bottom = 0.92
	band.add_child(_banner_chip)
	add_child(band)
	sea.told.connect(_say)


func _process(_delta: float) -> void:
	if _sea.voyage == null:
		return
	_time_chip.visible = size.x >= 320
	_coins.text = str(Progress.coins(_sea.device.save.data))
	_level.text = str(_sea.voyage.level.number)
	_hull.text = "●".repeat(_sea.voyage.hull) + "○".repeat(Voyage.MOST_HULL - _sea.voyage.hull)
	_seconds.text = "%.1f s" % _sea.voyage.seconds


func _say(banner: String) -> void:
	_banner.text = banner
	_banner_chip.visible = not banner.is_empty()


static func _chip(parts: Array[Control]) -> PanelContainer:
	var chip := PanelContainer.new()
	chip.mouse_filter = Control.MOUSE_FILTER_IGNORE
	chip.add_theme_stylebox_override("panel", Look.box(Color(0.02, 0.086, 0.15, 0.74), 16, Color.TRANSPARENT, 12, 4))
	var row := Look.row(6)
	for part in parts:
		row.add_child(part)
	row.mouse_filter = Control.MOUSE_FILTER_IGNORE
	chip.add_child(row)
	return chip
