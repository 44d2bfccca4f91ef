## The window of the game: the sign-in, then the page of this device, and beside it that of a second device if the
## player opens one.
extends Control

const _PHONE := Vector2(284, 430)

## The page of this device, and that of the second one. Null where there is none.
var page: GamePage
var second_page: GamePage

var _phone: PanelContainer


func _ready() -> void:
	theme = Look.theme()
	# On screens with small pixels everything has its size in the hand.
	get_window().content_scale_factor = clampf(DisplayServer.screen_get_scale(), 1.0, 4.0)
	var known: String = Settings.read("player", "name", "")
	if known.is_empty():
		_show_sign_in()
	else:
		_play(known)


func _draw() -> void:
	var corners := PackedVector2Array([Vector2.ZERO, Vector2(size.x, 0), size, Vector2(0, size.y)])
	draw_polygon(corners, PackedColorArray([Color("14406a"), Look.NIGHT, Look.NIGHT, Color("0c2c4c")]))


func _notification(what: int) -> void:
	if what == NOTIFICATION_WM_CLOSE_REQUEST:
		await _close_second()
		if page != null:
			await page.device.leave()
		get_tree().quit()


func _exit_tree() -> void:
	Look.forget()
	Shapes.forget()


func _show_sign_in() -> void:
	var sign_in := SignIn.new()
	sign_in.name = "SignIn"
	sign_in.signed_in.connect(
		func(player: String) -> void:
			Settings.write("player", "name", player)
			sign_in.queue_free()
			_play(player)
	)
	add_child(sign_in)


func _play(player: String) -> void:
	page = GamePage.new(GameDevice.new("first", player), false)
	page.name = "First"
	page.second_wanted.connect(_show_second)
	page.sign_out_wanted.connect(_sign_out)
	add_child(page)
	await _open(page)


## The page shows itself once the save is open. A conflict may ask before.
func _open(opening: GamePage) -> void:
	opening.add_child(opening.device)
	var opened := await opening.device.open(opening.conflict_dialog.ask)
	if opened.ok:
		opening.build()
		return
	var problem := Look.paragraph("The save cannot be opened: %s" % opened.error, 15, Look.CORAL)
	problem.set_anchors_preset(Control.PRESET_FULL_RECT)
	opening.add_child(problem)


func _sign_out() -> void:
	await _close_second()
	await page.device.leave()
	page.queue_free()
	page = null
	Settings.write("player", "name", null)
	_show_sign_in()


## The second device is a page in a frame, with a client and a folder of its own.
func _show_second(is_wanted: bool) -> void:
	if not is_wanted:
		_close_second()
		return
	# One that is about to close still has the folder.
	while _phone != null:
		await get_tree().process_frame
	second_page = GamePage.new(GameDevice.new("second", page.device.player), true)
	second_page.name = "Second"
	second_page.clip_contents = true
	_phone = PanelContainer.new()
	var frame := Look.box(Color("061726"), 26, Color("3a6a8c"), 7, 16)
	frame.set_border_width_all(2)
	_phone.add_theme_stylebox_override("panel", frame)
	_phone.custom_minimum_size = _PHONE
	_phone.add_child(second_page)
	page.add_beside(_phone)
	await _open(second_page)


func _close_second() -> void:
	if second_page == null:
		return
	var device := second_page.device
	second_page = null
	_phone.visible = false
	await device.leave()
	_phone.queue_free()
	_phone = null
