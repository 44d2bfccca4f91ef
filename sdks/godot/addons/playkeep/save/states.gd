## The states of a save and of its changes: the state after each event. An event that a state does not name changes
## nothing there.
extends RefCounted

## By status of the save. [code]work[/code] and [code]no_work[/code] are told by the queue, [code]retry[/code] and
## [code]retry_idle[/code] by the game, with and without changes that wait. The sender tells each status itself.
const STATUSES: Dictionary[StringName, Dictionary] = {
	&"saved": {&"work": &"saving"},
	&"saving": {&"no_work": &"saved"},
	&"waiting": {&"no_work": &"saved"},
	&"blocked": {&"retry": &"saving", &"retry_idle": &"saved"},
}

## By state of a change; [code]gone[/code] for one that is kept no more. It waits; the request with it is stored, and
## may have arrived; it was set aside, and waits for the game.
const CHANGES: Dictionary[StringName, Dictionary] = {
	&"queued": {&"compose": &"sent", &"join": &"gone", &"discard": &"gone"},
	&"sent": {&"acknowledge": &"gone", &"withdraw": &"queued", &"refuse": &"refused"},
	&"refused": {&"discard": &"gone"},
}
