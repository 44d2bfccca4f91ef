## The places of a level: harbour, islands, coins and sharks. A level depends on its number and the shape of the field
## alone, and a boat can reach every coin.
class_name Level
extends RefCounted

const LANDSCAPE := Vector2(960, 640)
const PORTRAIT := Vector2(600, 800)
const HARBOUR_RADIUS := 44.0
## A boat passes between shores that are this far apart.
const _PASSAGE := 64.0
const _EDGE := 30.0


class Island:
	extends RefCounted
	var place: Vector2
	var radius: float
	var palms: int
	var seed_number: int


class Coin:
	extends RefCounted
	var place: Vector2
	var value := 1


## It swims around an island for ever.
class Shark:
	extends RefCounted
	var around: Vector2
	var distance: float
	var start_angle: float
	## Radians in a second; negative to the left.
	var speed: float

	func place(seconds: float) -> Vector2:
		return around + Vector2.from_angle(start_angle + speed * seconds) * distance


var number: int
## In units of the game, whatever the size on the screen.
var field: Vector2
var harbour: Vector2
var islands: Array[Island] = []
var coins: Array[Coin] = []
var sharks: Array[Shark] = []


func _init(of_number: int, of_field: Vector2) -> void:
	number = of_number
	field = of_field
	harbour = Vector2(74, field.y - 74)
	var random := SeededRandom.new(number * 7919 + int(field.x))
	_place_islands(random)
	_place_coins(random)
	for index in mini(mini(number - 1, 5), islands.size()):
		var shark := Shark.new()
		shark.around = islands[index].place
		shark.distance = islands[index].radius + 34.0
		shark.start_angle = random.next() * TAU
		var side := -1.0 if random.next() < 0.5 else 1.0
		shark.speed = side * (0.5 + 0.25 * random.next() + 0.02 * mini(number, 20))
		sharks.append(shark)


## The lamp of the lighthouse.
func lamp() -> Vector2:
	return harbour + Vector2(-34, -22)


func _place_islands(random: SeededRandom) -> void:
	var wanted := mini(3 + number / 2, 6)
	for attempt in 400:
		if islands.size() >= wanted:
			return
		var radius := 36.0 + random.next() * 34.0
		var place := _random_place(random, _EDGE + _PASSAGE + radius)
		var is_free := harbour.distance_to(place) >= HARBOUR_RADIUS + radius + 2 * _PASSAGE
		for other in islands:
			is_free = is_free and other.place.distance_to(place) > other.radius + radius + _PASSAGE
		if not is_free:
			continue
		var island := Island.new()
		island.place = place
		island.radius = radius
		island.palms = 1 + int(random.next() * 3)
		island.seed_number = int(random.next() * 1e6)
		islands.append(island)


func _place_coins(random: SeededRandom) -> void:
	var wanted := mini(6 + number, 14)
	for attempt in 2000:
		if coins.size() >= wanted:
			return
		var place := _random_place(random, _EDGE + 16.0)
		var is_free := harbour.distance_to(place) >= 3 * HARBOUR_RADIUS
		for island in islands:
			is_free = is_free and island.place.distance_to(place) > island.radius + 26.0
		for other in coins:
			is_free = is_free and other.place.distance_to(place) > 70.0
		if not is_free:
			continue
		var coin := Coin.new()
		coin.place = place
		# The first is a pearl.
		coin.value = 5 if coins.is_empty() else 1
		coins.append(coin)


func _random_place(random: SeededRandom, margin: float) -> Vector2:
	var x := margin + random.next() * (field.x - 2 * margin)
	return Vector2(x, margin + random.next() * (field.y - 2 * margin))
