## The first outcome of several that are awaited at once. Later ones are ignored.
extends RefCounted

signal _settled

var is_settled := false
var _outcome: Variant


func settle(outcome: Variant) -> void:
	if is_settled:
		return
	is_settled = true
	_outcome = outcome
	_settled.emit()


## Settles after a time in seconds, whether the tree is paused and however fast the game's time goes.
func settle_after(tree: SceneTree, seconds: float, outcome: Variant) -> void:
	var timer := tree.create_timer(seconds, true, false, true)
	timer.timeout.connect(settle.bind(outcome))


## The first outcome. Any number of callers may await it.
func outcome() -> Variant:
	if not is_settled:
		await _settled
	return _outcome
