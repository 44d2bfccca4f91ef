## Random numbers from a seed, so that a level is the same on every device (the generator mulberry32).
class_name SeededRandom
extends RefCounted

const _MASK := 0xffffffff

var _state: int


func _init(seed_number: int) -> void:
	_state = seed_number & _MASK


## A number from 0 to below 1.
func next() -> float:
	_state = (_state + 0x6d2b79f5) & _MASK
	var mixed := ((_state ^ (_state >> 15)) * (_state | 1)) & _MASK
	mixed ^= (mixed + (((mixed ^ (mixed >> 7)) * (mixed | 61)) & _MASK)) & _MASK
	return (mixed ^ (mixed >> 14)) / 4294967296.0
