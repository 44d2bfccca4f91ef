## A change that is on the device, as the game sees it.
class_name PlaykeepPendingChange
extends RefCounted

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
## Why it was refused; null in the other states.
var error: PlaykeepError


static func of(change: PlaykeepChange, is_sent: bool) -> PlaykeepPendingChange:
	var pending := PlaykeepPendingChange.new()
	pending.id = change.id
	pending.kind = change.kind
	pending.made_at = change.made_at
	pending.error = change.refusal_error()
	pending.state = SENT if is_sent else QUEUED
	if change.is_refused():
		pending.state = REFUSED
	return pending
