## Tells signals one after the other: one that a listener causes comes after the one that it hears of, so that all
## listeners hear one order. A chain of listeners and changes needs no stack, and ends at the bound of the queue.
extends RefCounted

## Emissions that are not told yet.
var _waiting: Array[Callable] = []
var _is_telling := false


func tell(emission: Callable) -> void:
	_waiting.append(emission)
	if _is_telling:
		return
	_is_telling = true
	while not _waiting.is_empty():
		var next: Callable = _waiting.pop_front()
		next.call()
	_is_telling = false
