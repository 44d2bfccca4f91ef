## Sign-in by a name, which the machine remembers.
class_name SignIn
extends CenterContainer

signal signed_in(player: String)

var _issuer: TokenIssuer
var _name := LineEdit.new()
var _error := Look.paragraph("", 13, Look.CORAL)
var _button := Look.button("Play", _submit, "Primary")


func _init() -> void:
	set_anchors_preset(Control.PRESET_FULL_RECT)
	_issuer = TokenIssuer.new(Addresses.read().sign_in)
	add_child(_issuer)
	_name.name = "Name"
	_name.max_length = 24
	_name.placeholder_text = "Your name"
	_name.text_submitted.connect(func(_text: String) -> void: _submit())
	_button.name = "Play"
	_button.custom_minimum_size.y = 44
	_error.visible = false
	var column := Look.column(12)
	column.custom_minimum_size.x = 300
	var boat := Control.new()
	boat.custom_minimum_size.y = 104
	boat.draw.connect(_draw_boat.bind(boat))
	column.add_child(boat)
	column.add_child(Look.label("Harbour Lights", 28, Look.TEXT, true))
	column.add_child(
		Look.paragraph("Gather the coins of the bay and bring them home. Progress is kept by Playkeep.", 15, Look.TEXT)
	)
	for part: Control in [_name, _button, _error]:
		column.add_child(part)
	column.add_child(
		Look.paragraph(
			"This sign-in is for trying alone: a name is enough, and no password is asked. A real game signs players"
			+ " in, and gives out the tokens itself."
		)
	)
	var card := PanelContainer.new()
	card.add_theme_stylebox_override("panel", Look.box(Color(Look.DEEP, 0.88), 18, Look.LINE, 26, 24))
	card.add_child(column)
	add_child(card)


func _ready() -> void:
	_name.grab_focus()


func _submit() -> void:
	if _button.disabled:
		return
	_button.disabled = true
	var player := _name.text.strip_edges()
	var answer := await _issuer.ask(player)
	_button.disabled = false
	if not answer.token.is_empty():
		signed_in.emit(player)
	_error.text = answer.refusal
	_error.visible = answer.token.is_empty()


static func _draw_boat(canvas: Control) -> void:
	var place := Vector2(canvas.size.x / 2, 66)
	Shapes.glow(canvas, place - Vector2(0, 10), 130, Color(1, 0.75, 0.36, 0.32))
	BoatDrawing.draw(canvas, place, 40, Sail.all[0], -0.06)
