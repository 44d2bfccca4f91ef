## Shapes that Godot's canvas lacks: curves, filled areas with smooth edges, ellipses and glows.
class_name Shapes
extends RefCounted

static var _glow: GradientTexture2D


## Points of a curve from the last of [param points] to [param to], bent towards [param control]. They are appended.
static func bend(points: PackedVector2Array, control: Vector2, to: Vector2) -> void:
	var from := points[-1]
	for step in range(1, 9):
		var share := step / 8.0
		points.append(from.lerp(control, share).lerp(control.lerp(to, share), share))


## An area with smooth edges. [param grain] is the width of the edge in the units of the points.
static func fill(canvas: CanvasItem, points: PackedVector2Array, colour: Color, grain := 1.0) -> void:
	canvas.draw_colored_polygon(points, colour)
	outline(canvas, points, colour, grain)


static func outline(canvas: CanvasItem, points: PackedVector2Array, colour: Color, width: float) -> void:
	var closed := points.duplicate()
	closed.append(points[0])
	canvas.draw_polyline(closed, colour, width, true)


## An area whose colour goes from [param top] to [param bottom].
static func fill_shaded(canvas: CanvasItem, points: PackedVector2Array, top: Color, bottom: Color) -> void:
	var least := points[0].y
	var most := points[0].y
	for point in points:
		least = minf(least, point.y)
		most = maxf(most, point.y)
	var colours := PackedColorArray()
	for point in points:
		colours.append(top.lerp(bottom, (point.y - least) / maxf(most - least, 0.001)))
	canvas.draw_polygon(points, colours)


static func ellipse(place: Vector2, radii: Vector2) -> PackedVector2Array:
	var points := PackedVector2Array()
	for step in 28:
		points.append(place + Vector2.from_angle(TAU * step / 28) * radii)
	return points


## A closed curve around a place, a little uneven.
static func patch(place: Vector2, radius: float, seed_number: int) -> PackedVector2Array:
	var random := SeededRandom.new(seed_number)
	var corners := PackedVector2Array()
	for index in 13:
		corners.append(place + Vector2.from_angle(TAU * index / 13) * radius * (0.9 + random.next() * 0.2))
	var points := PackedVector2Array([corners[12].lerp(corners[0], 0.5)])
	for index in 13:
		bend(points, corners[index], corners[index].lerp(corners[(index + 1) % 13], 0.5))
	points.remove_at(points.size() - 1)
	return points


## Light that fades towards a radius.
static func glow(canvas: CanvasItem, place: Vector2, radius: float, colour: Color) -> void:
	if _glow == null:
		_glow = _make_glow()
	canvas.draw_texture_rect(_glow, Rect2(place - Vector2.ONE * radius, Vector2.ONE * 2 * radius), false, colour)


## Gives back what the engine does not count as the game's at its end.
static func forget() -> void:
	_glow = null


static func _make_glow() -> GradientTexture2D:
	var gradient := Gradient.new()
	gradient.offsets = [0.0, 0.5, 1.0]
	gradient.colors = [Color.WHITE, Color(1, 1, 1, 0.32), Color(1, 1, 1, 0)]
	var texture := GradientTexture2D.new()
	texture.gradient = gradient
	texture.fill = GradientTexture2D.FILL_RADIAL
	texture.fill_from = Vector2(0.5, 0.5)
	texture.fill_to = Vector2(1.0, 0.5)
	texture.width = 128
	texture.height = 128
	return texture
