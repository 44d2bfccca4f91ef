## A change that is on the device, as the game sees it.
class_name PlaykeepPendingChange
extends RefCounted

const Change := preload("change.gd")

## It waits.
const QUEUED := &"queued"
## It is on its way to the service.
const SENT := &"sent"
## It was set aside, and waits for [method PlaykeepSave.discard].
const REFUSED := &"refused"

var id: String
## [code]initial[/code], [code]set[/code], [code]merge[/code], [code]patch[/code], [code]increment[/code] or
## [code]append[/code].
var kind: StringName
## ISO 8601, by the device's clock.
var made_at: String
var state: StringName
## How many changes of the game it stands for. Without a network, changes that waited were joined into one where that
## has the same effect. It has the id, kind and time of the last of them, and is sent, refused and discarded as one.
var count := 1
## Why it was refused; null in the other states.
var error: PlaykeepError


static func of(change: Change, change_state: StringName) -> PlaykeepPendingChange:
	var pending := PlaykeepPendingChange.new()
	pending.id = change.id
	pending.kind = change.kind
	pending.made_at = change.made_at
	pending.count = change.count
	pending.error = change.refusal_error()
	pending.state = change_state
	return pending
