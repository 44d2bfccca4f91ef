## The boat with its sail, in the game and in the choice of a conflict. It is seen from the side, so it turns to the
## left or right and leans with its course.
class_name BoatDrawing
extends RefCounted


## [param place] is the middle of the water line, and [param lean] is in radians.
static func draw(
	canvas: CanvasItem, place: Vector2, size: float, sail: Sail, lean := 0.0, is_left := false
) -> void:
	# The points are made larger, and not the canvas, so that edges stay sharp.
	var turned := Transform2D(lean, Vector2.ZERO)
	var at := turned.scaled(Vector2(-size if is_left else size, size)).translated(place)
	_draw_hull(canvas, at, size)
	_draw_sails(canvas, at, size, sail)


## In units of the size of the boat, with the water at 0.4.
static func _draw_hull(canvas: CanvasItem, at: Transform2D, size: float) -> void:
	var shadow := Shapes.ellipse(Vector2(0, 0.62), Vector2(1.05, 0.2))
	canvas.draw_colored_polygon(at * shadow, Color(0.01, 0.07, 0.13, 0.4))
	var hull := PackedVector2Array([Vector2(-1.05, 0.1)])
	Shapes.bend(hull, Vector2(0, 0.26), Vector2(1.22, 0.02))
	Shapes.bend(hull, Vector2(0.92, 0.66), Vector2(0.45, 0.66))
	hull.append(Vector2(-0.62, 0.66))
	Shapes.bend(hull, Vector2(-0.98, 0.56), Vector2(-1.05, 0.1))
	hull.remove_at(hull.size() - 1)
	Shapes.fill_shaded(canvas, at * hull, Color("c98549"), Color("6e3d1f"))
	Shapes.outline(canvas, at * hull, Color("8a5230"), 0.05 * size)
	var rail := PackedVector2Array([Vector2(-1.03, 0.14)])
	Shapes.bend(rail, Vector2(0, 0.3), Vector2(1.18, 0.07))
	canvas.draw_polyline(at * rail, Color("f6e3bd"), 0.09 * size, true)
	canvas.draw_line(at * Vector2(0, 0.25), at * Vector2(0, -1.55), Color("5b3821"), 0.1 * size, true)
	canvas.draw_circle(at * Vector2(-0.92, -0.1), 0.15 * size, Color("ffd978"), true, -1, true)


static func _draw_sails(canvas: CanvasItem, at: Transform2D, size: float, sail: Sail) -> void:
	var main := PackedVector2Array([Vector2(0.08, -1.5)])
	Shapes.bend(main, Vector2(1.02, -0.7), Vector2(0.96, -0.04))
	main.append(Vector2(0.08, 0.04))
	var fore := PackedVector2Array([Vector2(-0.08, -1.3)])
	Shapes.bend(fore, Vector2(-0.72, -0.5), Vector2(-0.78, -0.02))
	fore.append(Vector2(-0.08, 0.04))
	for cloth: PackedVector2Array in [main, fore]:
		canvas.draw_colored_polygon(at * cloth, sail.cloth)
		if sail.stripes.a > 0.0:
			_draw_stripes(canvas, at, cloth, sail.stripes)
		Shapes.outline(canvas, at * cloth, sail.cloth.darkened(0.25), 0.05 * size)


static func _draw_stripes(canvas: CanvasItem, at: Transform2D, cloth: PackedVector2Array, colour: Color) -> void:
	for top: float in [-1.05, -0.68, -0.31]:
		var band := PackedVector2Array(
			[Vector2(-1, top), Vector2(1.2, top), Vector2(1.2, top + 0.15), Vector2(-1, top + 0.15)]
		)
		for part in Geometry2D.intersect_polygons(band, cloth):
			canvas.draw_colored_polygon(at * part, colour)
