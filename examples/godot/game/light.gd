## The light of the bay, which adds to what lies below it: two beams that go round, and halos of lamp, coins and boat.
class_name Light
extends Node2D

var voyage: Voyage

var _seconds := 0.0


func _init() -> void:
	var adding := CanvasItemMaterial.new()
	adding.blend_mode = CanvasItemMaterial.BLEND_MODE_ADD
	material = adding


func _process(delta: float) -> void:
	_seconds += delta
	queue_redraw()


func _draw() -> void:
	if voyage == null:
		return
	var lamp := voyage.level.lamp()
	var strength := 0.30 if voyage.coins.is_empty() else 0.19
	_draw_beam(lamp, _seconds * 0.45, strength)
	_draw_beam(lamp, _seconds * 0.45 + PI, strength)
	Shapes.glow(self, lamp, 50, Color(1, 0.86, 0.51, 0.8))
	for coin in voyage.coins:
		var is_pearl := coin.value > 1
		var colour := Color(1, 0.67, 0.86, 0.6) if is_pearl else Color(1, 0.77, 0.24, 0.5)
		Shapes.glow(self, coin.place, 34.0 if is_pearl else 27.0, colour)
	Shapes.glow(self, voyage.boat, 76, Color(1, 0.75, 0.36, 0.34))


## Its middle is brighter than its edges.
func _draw_beam(lamp: Vector2, angle: float, strength: float) -> void:
	var near := Color(1, 0.88, 0.59, strength / 3)
	var far := Color(near, 0.0)
	for half: float in [0.14, 0.1, 0.06]:
		var points := PackedVector2Array([lamp])
		var colours := PackedColorArray([near])
		for step in 5:
			points.append(lamp + Vector2.from_angle(angle - half + half * step / 2) * 720)
			colours.append(far)
		draw_polygon(points, colours)
