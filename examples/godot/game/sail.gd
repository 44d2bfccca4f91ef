## The sails of the boat, with their prices in coins and their colours. A sail without a price is everybody's.
class_name Sail
extends RefCounted

var id: String
var title: String
var price: int
var cloth: Color
## Transparent for a sail without stripes.
var stripes := Color.TRANSPARENT

static var all: Array[Sail] = [
	_make("linen", "Linen", 0, "f4ead2"),
	_make("poppy", "Poppy", 0, "e4572e"),
	_make("lagoon", "Lagoon", 0, "2fc4b2", "e9fffb"),
	_make("corsair", "Corsair", 5, "2b2438", "c9a6ff"),
]


## The first sail for an id that this version of the game does not know.
static func of(wanted: String) -> Sail:
	for sail in all:
		if sail.id == wanted:
			return sail
	return all[0]


static func _make(of_id: String, of_title: String, of_price: int, colour: String, stripe := "") -> Sail:
	var sail := Sail.new()
	sail.id = of_id
	sail.title = of_title
	sail.price = of_price
	sail.cloth = Color(colour)
	if not stripe.is_empty():
		sail.stripes = Color(stripe)
	return sail
