## The parts of the bay that stay as they are during a level: ripples, islands and the harbour. It is drawn once for
## each level, and the engine keeps the drawing.
class_name Bay
extends Node2D

var level: Level:
	set(next):
		level = next
		queue_redraw()


func _draw() -> void:
	if level == null:
		return
	_draw_ripples()
	Shapes.glow(self, level.lamp(), 330, Color(1, 0.84, 0.51, 0.16))
	for island in level.islands:
		_draw_island(island)
	_draw_harbour(level.harbour)


func _draw_ripples() -> void:
	var random := SeededRandom.new(level.number * 31 + 7)
	for index in 70:
		var start := Vector2(random.next(), random.next()) * level.field
		var width := 9.0 + random.next() * 16.0
		var points := PackedVector2Array([start])
		Shapes.bend(points, start + Vector2(width / 2, -5), start + Vector2(width, 0))
		Shapes.bend(points, start + Vector2(width * 1.5, 5), start + Vector2(width * 2, 0))
		draw_polyline(points, Color(0.75, 0.92, 0.96, 0.04 + random.next() * 0.09), 1.6, true)


func _draw_island(island: Level.Island) -> void:
	var place := island.place
	var radius := island.radius
	Shapes.glow(self, place, radius * 1.9, Color(0.27, 0.88, 0.84, 0.5))
	Shapes.fill(self, Shapes.patch(place + Vector2(5, 8), radius, island.seed_number), Color(0.01, 0.08, 0.14, 0.35))
	var shore := Shapes.patch(place, radius, island.seed_number)
	Shapes.fill(self, shore, Color("efd9a4"))
	Shapes.outline(self, shore, Color(1, 1, 1, 0.55), 2.5)
	var meadow := Shapes.patch(place - Vector2(0.05, 0.07) * radius, radius * 0.72, island.seed_number + 1)
	Shapes.outline(self, meadow, Color("3d8f5c"), 1.5)
	Shapes.fill_shaded(self, meadow, Color("6cc070"), Color("25694f"))
	var random := SeededRandom.new(island.seed_number + 2)
	for index in island.palms:
		var angle := random.next() * TAU
		var away := radius * 0.36 * (0.3 if index == 0 else 1.0)
		_draw_palm(place + Vector2.from_angle(angle) * away, radius * (0.4 + random.next() * 0.14))


func _draw_palm(foot: Vector2, size: float) -> void:
	var top := foot + Vector2(size * 0.25, -size)
	var trunk := PackedVector2Array([foot])
	Shapes.bend(trunk, foot + Vector2(size * 0.02, -size * 0.6), top)
	draw_polyline(trunk, Color("7a5230"), size * 0.13, true)
	for leaf in 6:
		var way := Vector2.from_angle(TAU * leaf / 6 + 0.3) * size
		var points := PackedVector2Array([top])
		var tip := top + way * Vector2(0.62, 0.5) + Vector2(0, size * 0.1)
		Shapes.bend(points, top + way * 0.4 - Vector2(0, size * 0.2), tip)
		var colour := Color("2f8f55") if leaf % 2 == 0 else Color("1f7048")
		draw_polyline(points, colour, size * 0.16, true)
		draw_circle(points[-1], size * 0.08, colour, true, -1, true)


func _draw_harbour(harbour: Vector2) -> void:
	Shapes.fill(self, Shapes.patch(harbour + Vector2(-40, 40), 46, 11), Color("3c4c5c"))
	Shapes.fill(self, Shapes.patch(harbour + Vector2(-42, 36), 38, 12), Color("54677a"))
	draw_rect(Rect2(harbour + Vector2(-14, 14), Vector2(44, 11)), Color("8a5a35"))
	for plank in range(-8, 30, 7):
		draw_line(harbour + Vector2(plank, 14), harbour + Vector2(plank, 25), Color(0.16, 0.09, 0.03, 0.5), 1.2, true)
	_draw_lighthouse(level.lamp())


func _draw_lighthouse(lamp: Vector2) -> void:
	for band in 4:
		var top := lamp + Vector2(0, 8 + 46 * band / 4.0)
		var bottom := lamp + Vector2(0, 8 + 46 * (band + 1) / 4.0)
		var upper := Vector2(8 + 1.5 * band, 0)
		var lower := upper + Vector2(1.5, 0)
		var points := PackedVector2Array([top - upper, top + upper, bottom + lower, bottom - lower])
		Shapes.fill(self, points, Color("f6efe2") if band % 2 == 0 else Color("d9482f"), 0.6)
	draw_rect(Rect2(lamp + Vector2(-11, 5), Vector2(22, 4)), Color("2b3947"))
	draw_rect(Rect2(lamp + Vector2(-4, 41), Vector2(8, 13)), Color("2b3947"))
	draw_rect(Rect2(lamp + Vector2(-6, -7), Vector2(12, 12)), Color("ffe9a8"))
	var roof := PackedVector2Array([lamp + Vector2(-9, -7), lamp + Vector2(0, -17), lamp + Vector2(9, -7)])
	Shapes.fill(self, roof, Color("d9482f"))
