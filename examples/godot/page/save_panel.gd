## The panel beside the sea: the status of the save, the session, the record of the service, and the steps to try.
class_name SavePanel
extends PanelContainer

const _WHY: Dictionary[StringName, String] = {
	PlaykeepError.NETWORK: "The service cannot be reached. Everything is kept here, and goes later.",
	PlaykeepError.UNAVAILABLE: "The service is busy. Everything is kept here, and goes later.",
	PlaykeepError.RATE_LIMITED: "The service asks for a pause.",
	PlaykeepError.UNAUTHORIZED: "There is no token. Everything is kept here, and goes later.",
	PlaykeepError.SUPERSEDED: "Another device plays. The changes of this one wait.",
}
const _STEPS: Array[String] = [
	"1  Switch the aeroplane mode on, play, close the game and open it again. Then switch it off.",
	"2  Open the second device. This one is told, and may go on.",
	"3  In aeroplane mode choose another sail here, and a third one on the second device. Switch it off and go on"
	+ " here.",
]

var _device: GameDevice
var _has_record: bool
var _status := Badge.new()
var _durable := Badge.new()
var _session := Badge.new()
var _why := Look.paragraph("")
var _record := Look.paragraph("nothing yet", 13)


## A word with the colour of its meaning.
class Badge:
	extends PanelContainer
	const COLOURS: Dictionary[String, Color] = {
		"saving": Look.SKY, "waiting": Look.GOLD, "suspended": Look.GOLD, "blocked": Look.CORAL,
		"superseded": Look.CORAL, "ended": Look.CORAL, "no": Look.CORAL,
	}
	var text := "":
		set(next):
			text = next
			var colour: Color = COLOURS.get(next, Look.MINT)
			_label.text = next
			_label.add_theme_color_override("font_color", colour)
			add_theme_stylebox_override("panel", Look.box(Color(colour, 0.18), 12, Color.TRANSPARENT, 10, 2))
	var _label := Look.label("", 13)

	func _init() -> void:
		add_child(_label)
		mouse_filter = Control.MOUSE_FILTER_PASS
		size_flags_horizontal = Control.SIZE_SHRINK_BEGIN


## [param is_compact] leaves out the record of the service and the steps.
func _init(device: GameDevice, is_compact: bool) -> void:
	_device = device
	_has_record = not is_compact
	name = "SavePanel"
	# A finger that draws here moves the page.
	mouse_filter = Control.MOUSE_FILTER_PASS
	var column := Look.column(9)
	var facts := Look.row(6 if is_compact else 14)
	var badges: Dictionary[String, Badge] = {"Status": _status, "Durable": _durable, "Session": _session}
	for title in badges:
		var fact := Look.column(3)
		fact.add_child(Look.label(title, 12, Look.SOFT))
		fact.add_child(badges[title])
		facts.add_child(fact)
	column.add_child(facts)
	_why.custom_minimum_size.y = 0.0 if is_compact else 38.0
	column.add_child(_why)
	column.add_child(ChangeList.new(device.save, 78.0 if is_compact else 128.0))
	if _has_record:
		column.add_child(Look.label("The service has", 14, Look.TEXT, true))
		column.add_child(_record)
		column.add_child(Look.label("Try this", 14, Look.TEXT, true))
		for step in _STEPS:
			column.add_child(Look.paragraph(step, 12))
	add_child(column)
	device.session.state_changed.connect(func(_state: StringName) -> void: show_status())
	device.save.status_changed.connect(_on_status_changed)
	show_status()


func _ready() -> void:
	_read_record()


func show_status() -> void:
	_status.text = _device.save.status
	_durable.text = "yes" if _device.save.durable else "no"
	_session.text = _device.session.state
	var error := _device.save.error
	_why.text = "" if error == null else _WHY.get(error.code, error.message + ".")


## Why a change was not made.
func tell_refusal(error: PlaykeepError) -> void:
	_why.text = "Not changed: %s." % (error.message if error.detail.is_empty() else error.detail)


func _on_status_changed(_new: StringName, _is_durable: bool, _error: PlaykeepError) -> void:
	show_status()
	_read_record()


## The record of the service, not the copy of this device. One that cannot be read leaves the last one.
func _read_record() -> void:
	if not _has_record or _device.save.status != PlaykeepSave.SAVED:
		return
	var result: PlaykeepResult = await _device.client.metadata.fetch()
	if not result.ok:
		return
	var data: Dictionary = result.value.metadata
	var figures := [Progress.level(data), Progress.coins(data), str(data.get("sail", "")), result.value.etag]
	_record.text = "level %d, %d coins, sail %s, entity tag %s" % figures
