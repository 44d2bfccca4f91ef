## Every change on the device with its state. Changes that have left the device stay in the list for a while.
class_name ChangeList
extends VBoxContainer

const SETTLED := &"settled"
const DISCARDED := &"discarded"
const _MOST_GONE := 7
const _MOST_SHOWN := 14
const _PAUSE_SECONDS := 0.15
const _COLOURS: Dictionary[StringName, Color] = {
	PlaykeepPendingChange.QUEUED: Look.GOLD, PlaykeepPendingChange.SENT: Look.SKY,
	PlaykeepPendingChange.REFUSED: Look.CORAL, SETTLED: Look.MINT, DISCARDED: Look.SOFT,
}

## How many wait.
var waiting := 0

var _save: PlaykeepSave
## By id, in the order in which they were made.
var _shown: Dictionary[String, PlaykeepPendingChange] = {}
var _drawn := ""
var _next_in := 0.0
var _count := Look.label("", 13, Look.SOFT)
var _rows := Look.column(4)


## [param height] is the least height of the rows.
func _init(save: PlaykeepSave, height: float) -> void:
	_save = save
	name = "Changes"
	_count.name = "Waiting"
	add_theme_constant_override("separation", 6)
	size_flags_vertical = Control.SIZE_EXPAND_FILL
	var heading := Look.row(8)
	heading.add_child(Look.label("Changes", 14, Look.TEXT, true))
	heading.add_child(_count)
	add_child(heading)
	var scroll := ScrollContainer.new()
	scroll.horizontal_scroll_mode = ScrollContainer.SCROLL_MODE_DISABLED
	scroll.custom_minimum_size.y = height
	scroll.size_flags_vertical = Control.SIZE_EXPAND_FILL
	_rows.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	scroll.add_child(_rows)
	add_child(scroll)


## A change that was acknowledged has no signal of its own, so the list is read again and again.
func _process(delta: float) -> void:
	_next_in -= delta
	if _next_in <= 0:
		_next_in = _PAUSE_SECONDS
		refresh()


func refresh() -> void:
	var pending := _save.pending()
	waiting = pending.size()
	_count.text = "none waits" if waiting == 0 else "1 waits" if waiting == 1 else "%d wait" % waiting
	var here: Dictionary[String, bool] = {}
	for change in pending:
		here[change.id] = true
		_shown[change.id] = change
	for change: PlaykeepPendingChange in _shown.values():
		if not here.has(change.id) and change.state != DISCARDED:
			change.state = SETTLED
	_forget_oldest()
	var newest := _shown.values()
	newest.reverse()
	newest = newest.slice(0, _MOST_SHOWN)
	var state := ""
	for change: PlaykeepPendingChange in newest:
		state += change.id + change.state
	# An unchanged list is left alone, as a person may be about to press a button in it.
	if state != _drawn:
		_drawn = state
		_draw_rows(newest)


func _forget_oldest() -> void:
	var gone := _shown.values().filter(
		func(change: PlaykeepPendingChange) -> bool: return change.state in [SETTLED, DISCARDED]
	)
	for change: PlaykeepPendingChange in gone.slice(0, maxi(0, gone.size() - _MOST_GONE)):
		_shown.erase(change.id)


func _draw_rows(changes: Array) -> void:
	for row in _rows.get_children():
		row.queue_free()
	for change: PlaykeepPendingChange in changes:
		_rows.add_child(_row(change))


func _row(change: PlaykeepPendingChange) -> Control:
	var colour := _COLOURS[change.state]
	var style := Look.box(Color(Look.RAISED, 0.75), 6, Color.TRANSPARENT, 10, 3)
	style.border_color = colour
	style.border_width_left = 3
	var panel := PanelContainer.new()
	panel.add_theme_stylebox_override("panel", style)
	panel.mouse_filter = Control.MOUSE_FILTER_PASS
	var parts := Look.row(8)
	var kind := Look.label(change.kind, 13)
	kind.custom_minimum_size.x = 66
	parts.add_child(kind)
	parts.add_child(Look.label(change.id.left(8), 13, Look.SOFT))
	parts.add_spacer(false).mouse_filter = Control.MOUSE_FILTER_PASS
	parts.add_child(Look.label(change.state, 13, colour))
	if change.state != PlaykeepPendingChange.REFUSED:
		panel.add_child(parts)
		return panel
	var column := Look.column(4)
	column.add_child(parts)
	column.add_child(Look.paragraph(str(change.error), 12))
	column.add_child(Look.button("Discard", _discard.bind(change)))
	panel.add_child(column)
	return panel


func _discard(change: PlaykeepPendingChange) -> void:
	var result := _save.discard(change.id)
	if result.ok and result.value:
		_shown[change.id].state = DISCARDED
	refresh()
