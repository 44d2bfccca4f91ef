## Sparks and words that rise from the sea for a moment, and the wake of the boat.
class_name Effects
extends RefCounted

const SPARK_SECONDS := 0.7
const WORD_SECONDS := 1.1
const WAKE_SECONDS := 1.4


## A thing that is drawn for a moment.
class Mark:
	extends RefCounted
	var place: Vector2
	var velocity := Vector2.ZERO
	var colour := Color.WHITE
	var text := ""
	var seconds := 0.0


var sparks: Array[Mark] = []
var words: Array[Mark] = []
var wake: Array[Mark] = []


func burst(place: Vector2, colour: Color, count: int) -> void:
	for index in count:
		var angle := TAU * index / count + randf()
		sparks.append(_mark(place, colour, Vector2.from_angle(angle) * randf_range(40, 130)))


func say(place: Vector2, text: String, colour: Color) -> void:
	var word := _mark(place, colour, Vector2(0, -24))
	word.text = text
	words.append(word)


func trail(place: Vector2) -> void:
	if wake.is_empty() or wake[-1].place.distance_to(place) > 5:
		wake.append(_mark(place, Color.WHITE, Vector2.ZERO))


func advance(elapsed: float) -> void:
	sparks = _older(sparks, elapsed, SPARK_SECONDS)
	words = _older(words, elapsed, WORD_SECONDS)
	wake = _older(wake, elapsed, WAKE_SECONDS)


func clear() -> void:
	sparks.clear()
	words.clear()
	wake.clear()


static func _mark(place: Vector2, colour: Color, velocity: Vector2) -> Mark:
	var mark := Mark.new()
	mark.place = place
	mark.colour = colour
	mark.velocity = velocity
	return mark


static func _older(marks: Array[Mark], elapsed: float, most_seconds: float) -> Array[Mark]:
	var left: Array[Mark] = []
	for mark in marks:
		mark.seconds += elapsed
		mark.place += mark.velocity * elapsed
		if mark.seconds < most_seconds:
			left.append(mark)
	return left
