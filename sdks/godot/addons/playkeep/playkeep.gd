## The client of Playkeep, as the autoload [code]Playkeep[/code]. [method configure] comes first. Its operations are
## awaited and answer a [PlaykeepResult]. It works while the tree is paused.
extends Node

## The service refuses a fresh token (401): the player signs in again.
signal sign_in_needed(error: PlaykeepError)

const Options := preload("options.gd")
const _OPTIONS: Dictionary[String, Array] = {
	"url": [TYPE_STRING],
	"token": [TYPE_CALLABLE],
	"player": [TYPE_STRING],
}

## The operations on metadata. Null before [method configure].
var metadata: PlaykeepMetadata
## The operations on play sessions. Null before [method configure].
var sessions: PlaykeepSessions
## Tells when the app sleeps and wakes.
var lifecycle: PlaykeepLifecycle
## Sends the requests of all operations. Null before [method configure].
var transport: PlaykeepTransport
## As the service names the player; empty where only the token says it.
var player := ""


func _init() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	lifecycle = PlaykeepLifecycle.new()
	add_child(lifecycle)


## Names the service and the player. Options: [code]url[/code], the address of the service;
## [code]token[/code], a function that answers the player's access token, and may await; [code]player[/code], as the
## service names the player, by default the token's [code]sub[/code]. The token is asked for when there is none and once
## after a 401, never twice at a time.
##
## For another player configure again. Sessions and requests from before go on to their end: a node that is freed would
## leave their callers waiting for ever.
func configure(options: Dictionary) -> PlaykeepResult:
	var refusal := Options.check(options, _OPTIONS)
	if refusal != null:
		return refusal
	if not options.has("url") or not options.has("token"):
		return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.REFUSED, "\"url\" and \"token\" are needed"))
	player = options.get("player", "")
	var tokens := PlaykeepTokenSource.new(options["token"], get_tree())
	transport = PlaykeepTransport.new(options["url"], tokens)
	transport.sign_in_needed.connect(sign_in_needed.emit)
	add_child(transport)
	metadata = PlaykeepMetadata.new(transport)
	add_child(metadata)
	sessions = PlaykeepSessions.new(transport, lifecycle)
	add_child(sessions)
	return PlaykeepResult.success()
