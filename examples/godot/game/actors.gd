## Everything in the bay that moves: coins, sharks, the boat, its wake, sparks and words.
class_name Actors
extends Node2D

var voyage: Voyage
var effects: Effects
var sail: Sail = Sail.all[0]

var _seconds := 0.0


func _process(delta: float) -> void:
	_seconds += delta
	queue_redraw()


func _draw() -> void:
	if voyage == null:
		return
	if voyage.coins.is_empty():
		_draw_way_home()
	for mark in effects.wake:
		var age := mark.seconds / Effects.WAKE_SECONDS
		var foam := Shapes.ellipse(mark.place + Vector2(0, 11), Vector2(5 + 9 * age, 2 + 4 * age))
		draw_colored_polygon(foam, Color(0.88, 0.98, 1, 0.26 * (1 - age)))
	for coin in voyage.coins:
		_draw_coin(coin)
	for shark in voyage.level.sharks:
		_draw_shark(shark)
	_draw_boat()
	_draw_effects()


## A ring around the harbour.
func _draw_way_home() -> void:
	var pulse := fmod(_seconds * 0.8, 1.0)
	var radius := Level.HARBOUR_RADIUS * (0.7 + 0.5 * pulse)
	draw_arc(voyage.level.harbour, radius, 0, TAU, 48, Color(1, 0.88, 0.51, 0.9 - 0.8 * pulse), 3, true)


func _draw_boat() -> void:
	var is_left := cos(voyage.heading) < 0
	var lean := sin(voyage.heading) * 0.32 + sin(_seconds * 2.4) * 0.05
	if voyage.safe_seconds > 0 and int(_seconds * 8) % 2 == 0:
		return
	BoatDrawing.draw(self, voyage.boat, 21, sail, lean, is_left)


func _draw_coin(coin: Level.Coin) -> void:
	var is_pearl := coin.value > 1
	var radius := 13.0 if is_pearl else 10.0
	var phase := _seconds * 2.2 + coin.place.x
	var turn := 1.0 if is_pearl else maxf(0.16, absf(cos(phase)))
	var place := coin.place + Vector2(0, sin(phase * 0.8) * 2)
	var shadow := Shapes.ellipse(coin.place + Vector2(0, radius + 4), Vector2(radius * 0.8, 3))
	draw_colored_polygon(shadow, Color(0, 0.05, 0.1, 0.35))
	draw_set_transform(place, 0, Vector2(turn, 1))
	var dark := Color("d58fc0") if is_pearl else Color("c9830c")
	var plain := Color("ffe3f2") if is_pearl else Color("ffd34e")
	draw_circle(Vector2.ZERO, radius, dark, true, -1, true)
	draw_circle(Vector2(-0.8, -0.9), radius * 0.86, plain, true, -1, true)
	if not is_pearl:
		draw_arc(Vector2.ZERO, radius * 0.6, 0, TAU, 32, Color(0.55, 0.32, 0, 0.55), 1.6, true)
	draw_circle(Vector2(-0.34, -0.4) * radius, radius * 0.24, Color(1, 1, 1, 0.85), true, -1, true)
	draw_set_transform(Vector2.ZERO)


func _draw_shark(shark: Level.Shark) -> void:
	var place := shark.place(voyage.seconds)
	var is_left := shark.place(voyage.seconds + 0.05).x < place.x
	draw_set_transform(place, 0, Vector2(-1 if is_left else 1, 1))
	draw_polyline(Shapes.ellipse(Vector2(0, 9), Vector2(19, 5)), Color(0.88, 0.98, 1, 0.4), 1.8, true)
	var fin := PackedVector2Array([Vector2(-15, 9)])
	Shapes.bend(fin, Vector2(-9, -15), Vector2(5, -17))
	Shapes.bend(fin, Vector2(1, -4), Vector2(13, 9))
	Shapes.fill(self, fin, Color("1b2836"))
	Shapes.outline(self, fin, Color("93a9ba"), 1.6)
	draw_set_transform(Vector2.ZERO)


func _draw_effects() -> void:
	for spark in effects.sparks:
		var alpha := maxf(0, 1 - spark.seconds / Effects.SPARK_SECONDS)
		draw_circle(spark.place, 2.6, Color(spark.colour, alpha), true, -1, true)
	for word in effects.words:
		var age := word.seconds / Effects.WORD_SECONDS
		var place := word.place + Vector2(-60, -24)
		var colour := Color(word.colour, 1 - age * age)
		draw_string(Look.bold(), place, word.text, HORIZONTAL_ALIGNMENT_CENTER, 120, 19, colour)
