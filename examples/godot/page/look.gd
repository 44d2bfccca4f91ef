## The look of the game: night colours, and the theme of its buttons, fields and panels. It is made by code alone.
class_name Look
extends RefCounted

const NIGHT := Color("071a2e")
const DEEP := Color("0b2540")
const RAISED := Color("12324f")
const LINE := Color("24506f")
const TEXT := Color("eaf4fb")
const SOFT := Color("a9c4d8")
const GOLD := Color("ffd34e")
const CORAL := Color("ff9c85")
const MINT := Color("6fe3c1")
const SKY := Color("8fc8ff")

static var _bold: FontVariation


static func bold() -> Font:
	if _bold == null:
		_bold = FontVariation.new()
		_bold.base_font = ThemeDB.fallback_font
		_bold.variation_embolden = 0.7
	return _bold


## Gives back what the engine does not count as the game's at its end.
static func forget() -> void:
	_bold = null


static func box(colour: Color, radius: int, border := Color.TRANSPARENT, sides := 0.0, ends := 0.0) -> StyleBoxFlat:
	var style := StyleBoxFlat.new()
	style.bg_color = colour
	style.set_corner_radius_all(radius)
	style.border_color = border
	style.set_border_width_all(1 if border.a > 0 else 0)
	style.content_margin_left = sides
	style.content_margin_right = sides
	style.content_margin_top = ends
	style.content_margin_bottom = ends
	return style


static func theme() -> Theme:
	var look := Theme.new()
	look.default_font_size = 15
	look.set_color("font_color", "Label", TEXT)
	_dress_button(look, "Button", RAISED, LINE, TEXT)
	look.set_type_variation("Primary", "Button")
	_dress_button(look, "Primary", GOLD, GOLD, Color("241a00"))
	look.set_font("font", "Primary", bold())
	look.set_stylebox("panel", "PanelContainer", box(Color(DEEP, 0.86), 16, LINE, 14, 12))
	look.set_stylebox("normal", "LineEdit", box(NIGHT, 10, LINE, 12, 10))
	look.set_stylebox("focus", "LineEdit", box(Color.TRANSPARENT, 10, SKY, 12, 10))
	look.set_color("font_color", "LineEdit", TEXT)
	look.set_stylebox("focus", "ScrollContainer", StyleBoxEmpty.new())
	var grip := box(Look.LINE, 3, Color.TRANSPARENT, 3, 3)
	for state: String in ["grabber", "grabber_highlight", "grabber_pressed"]:
		look.set_stylebox(state, "VScrollBar", grip)
	look.set_stylebox("scroll", "VScrollBar", box(Color(NIGHT, 0.4), 3, Color.TRANSPARENT, 3, 3))
	return look


static func _dress_button(look: Theme, type: String, ground: Color, border: Color, text: Color) -> void:
	look.set_stylebox("normal", type, box(ground, 10, border, 11, 8))
	look.set_stylebox("hover", type, box(ground.lightened(0.06), 10, SKY, 11, 8))
	look.set_stylebox("pressed", type, box(GOLD.lerp(RAISED, 0.78), 10, GOLD, 11, 8))
	look.set_stylebox("hover_pressed", type, box(GOLD.lerp(RAISED, 0.7), 10, GOLD, 11, 8))
	look.set_stylebox("disabled", type, box(Color(ground, 0.25), 10, Color(border, 0.6), 11, 8))
	var ring := box(Color.TRANSPARENT, 10, SKY)
	ring.set_border_width_all(2)
	ring.set_expand_margin_all(2)
	look.set_stylebox("focus", type, ring)
	for state: String in ["font_color", "font_hover_color", "font_focus_color"]:
		look.set_color(state, type, text)
	for state: String in ["font_pressed_color", "font_hover_pressed_color"]:
		look.set_color(state, type, TEXT)
	look.set_color("font_disabled_color", type, SOFT)


static func label(text: String, size := 15, colour := TEXT, is_bold := false) -> Label:
	var made := Label.new()
	made.text = text
	made.add_theme_font_size_override("font_size", size)
	made.add_theme_color_override("font_color", colour)
	if is_bold:
		made.add_theme_font_override("font", bold())
	return made


## A label that breaks its lines.
static func paragraph(text: String, size := 13, colour := SOFT) -> Label:
	var made := label(text, size, colour)
	made.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	made.custom_minimum_size.x = 80
	return made


static func button(text: String, on_press: Callable, type := "Button") -> Button:
	var made := Button.new()
	made.text = text
	made.theme_type_variation = type
	made.pressed.connect(on_press)
	return made


static func column(gap: int) -> VBoxContainer:
	var made := VBoxContainer.new()
	made.add_theme_constant_override("separation", gap)
	return made


static func row(gap: int) -> HBoxContainer:
	var made := HBoxContainer.new()
	made.add_theme_constant_override("separation", gap)
	return made
