## Two devices changed one path. The three states are copies, which the game may edit.
class_name PlaykeepConflict
extends RefCounted

const Rebase := preload("rebase.gd")

## The state upon which the device's changes were made.
var base: Dictionary
## The service's state with the device's changes. Additions are left out; they come after any decision.
var mine: Dictionary
## The service's state.
var theirs: Dictionary
## That of [member theirs].
var etag: String


static func of(rebase: Rebase, their_etag: String) -> PlaykeepConflict:
	var conflict := PlaykeepConflict.new()
	conflict.base = PlaykeepJson.copy(rebase.base)
	conflict.mine = PlaykeepJson.copy(rebase.mine)
	conflict.theirs = PlaykeepJson.copy(rebase.theirs)
	conflict.etag = their_etag
	return conflict
