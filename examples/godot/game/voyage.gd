## A voyage through a level: the boat moves, takes coins, is bitten and comes home. It draws nothing, and the same steps
## give the same voyage.
class_name Voyage
extends RefCounted

signal coin_taken(coin: Level.Coin)
signal bitten(place: Vector2)
## The hull has no bite left. The voyage is over.
signal sank
## Every coin is taken, and the boat is in the harbour. The voyage is over.
signal came_home(after_seconds: float)

const MOST_HULL := 3
const _THRUST := 520.0
const _DRAG := 2.4
const _REACH := 30.0
const _BITE := 27.0
const _SAFE_SECONDS := 2.0
const _BOAT_RADIUS := 15.0

var level: Level
var boat: Vector2
var velocity := Vector2.ZERO
## Radians, 0 to the right, clockwise.
var heading := -PI / 4
## Those that are left.
var coins: Array[Level.Coin]
var seconds := 0.0
## Bites until the boat sinks.
var hull := MOST_HULL
## Seconds in which no shark bites.
var safe_seconds := 0.0
var is_over := false


func _init(of_level: Level) -> void:
	level = of_level
	boat = level.harbour
	coins = level.coins.duplicate()


## The place to sail to: the nearest coin, or the harbour when there is none.
func destination() -> Vector2:
	var nearest: Level.Coin
	for coin in coins:
		if nearest == null or boat.distance_to(coin.place) < boat.distance_to(nearest.place):
			nearest = coin
	return level.harbour if nearest == null else nearest.place


## Steering is a direction, whose length from 0 to 1 is the force. [param elapsed] is in seconds, at most a tenth.
func sail(steering: Vector2, elapsed: float) -> void:
	if is_over:
		return
	seconds += elapsed
	safe_seconds = maxf(0.0, safe_seconds - elapsed)
	_move(steering.limit_length(1.0), elapsed)
	for coin: Level.Coin in coins.duplicate():
		if coin.place.distance_to(boat) < _REACH:
			coins.erase(coin)
			coin_taken.emit(coin)
	if safe_seconds == 0.0:
		for shark in level.sharks:
			if shark.place(seconds).distance_to(boat) < _BITE:
				_take_bite()
				return
	if coins.is_empty() and boat.distance_to(level.harbour) < Level.HARBOUR_RADIUS:
		is_over = true
		came_home.emit(seconds)


func _take_bite() -> void:
	hull -= 1
	bitten.emit(boat)
	boat = level.harbour
	velocity = Vector2.ZERO
	heading = -PI / 4
	safe_seconds = _SAFE_SECONDS
	if hull == 0:
		is_over = true
		sank.emit()


func _move(steering: Vector2, elapsed: float) -> void:
	velocity = (velocity + steering * _THRUST * elapsed) * exp(-_DRAG * elapsed)
	boat += velocity * elapsed
	for island in level.islands:
		var least := island.radius + _BOAT_RADIUS
		if boat.distance_to(island.place) >= least or boat == island.place:
			continue
		# The boat slides along the shore: it keeps the speed that does not lead ashore.
		var normal := island.place.direction_to(boat)
		velocity -= minf(0.0, velocity.dot(normal)) * normal
		boat = island.place + normal * least
	boat = boat.clamp(Vector2.ONE * _BOAT_RADIUS, level.field - Vector2.ONE * _BOAT_RADIUS)
	if velocity.length() > 8.0:
		heading = velocity.angle()
