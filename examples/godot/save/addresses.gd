## Where the service and the sign-in of the example are. `npm run example -- --godot` writes them into a file of this
## project; without it they are the example's usual ones.
class_name Addresses
extends RefCounted

const FILE := "res://addresses.cfg"

var service := "http://127.0.0.1:8080"
## The server that gives out tokens.
var sign_in := "http://127.0.0.1:8070"


static func read() -> Addresses:
	var addresses := Addresses.new()
	var file := ConfigFile.new()
	if file.load(FILE) == OK:
		addresses.service = file.get_value("example", "service", addresses.service)
		addresses.sign_in = file.get_value("example", "sign_in", addresses.sign_in)
	return addresses
