## The client of Playkeep, as the autoload [code]Playkeep[/code]. [method configure] comes first. Its operations are
## awaited and answer a [PlaykeepResult]. It works while the tree is paused.
@icon("res://addons/playkeep/icon.svg")
extends Node

## The service refuses a fresh token (401): the player signs in again.
signal sign_in_needed(error: PlaykeepError)

const Lifecycle := preload("lifecycle.gd")
const OpenSave := preload("save/open_save.gd")
const SaveClock := preload("save/save_clock.gd")
const TokenSource := preload("http/token_source.gd")
const Transport := preload("http/transport.gd")
const Options := preload("options.gd")
const Settings := preload("settings.gd")

const _OPTIONS: Dictionary[String, Array] = {
	"url": [TYPE_STRING],
	"token": [TYPE_CALLABLE],
	"player": [TYPE_STRING],
}

static var _address := RegEx.create_from_string("^https?://[^/?#\\s]+(/[^?#\\s]*)?$")

## The operations on metadata. Null before [method configure].
var metadata: PlaykeepMetadata
## The operations on play sessions. Null before [method configure].
var sessions: PlaykeepSessions
## Tells when the app sleeps and wakes.
var lifecycle: Lifecycle
## Sends the requests of all operations. Null before [method configure].
var transport: Transport
## As the service names the player; empty where only the token says it.
var player := ""
## Time and chance of saves that are opened. A test may replace it.
var save_clock := SaveClock.new()


func _init() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	lifecycle = Lifecycle.new()
	add_child(lifecycle)


## Names the service and the player. Options: [code]url[/code], the address of the service, by default
## [code]playkeep/url[/code] of Project Settings;
## [code]token[/code], a function that answers the player's access token, and may await; [code]player[/code], as the
## service names the player, by default the token's [code]sub[/code]. The token is asked for when there is none and once
## after a 401, never twice within 30 seconds, which it has to answer.
##
## For another player configure again. Sessions and requests from before go on to their end: a node that is freed would
## leave their callers waiting for ever.
func configure(options: Dictionary) -> PlaykeepResult:
	var refusal := Options.check(options, _OPTIONS)
	if refusal != null:
		return refusal
	var url: String = options.get("url", Settings.value_of(Settings.URL))
	if (url.is_empty() and not options.has("url")) or not options.has("token"):
		return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.REFUSED, "\"url\" and \"token\" are needed"))
	if _address.search(url) == null:
		return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.REFUSED, "\"url\" is no address of a service"))
	player = options.get("player", "")
	var tokens := TokenSource.new(options["token"], get_tree())
	transport = Transport.new(url, tokens)
	transport.player = player
	transport.sign_in_needed.connect(sign_in_needed.emit)
	add_child(transport)
	metadata = PlaykeepMetadata.new(transport)
	add_child(metadata)
	sessions = PlaykeepSessions.new(transport, lifecycle)
	add_child(sessions)
	return PlaykeepResult.success()


## Opens the player's save, which works without a network. [member PlaykeepResult.value] is a [PlaykeepSave].
## Options: [code]initial[/code], the data of a save that neither the device nor the service has;
## [code]resolve[/code], a function that gets a [PlaykeepConflict], may await, and answers the data to store
## where two devices changed one path; [code]session[/code], a [PlaykeepPlay] that must be the active session
## for each write, or null for none; [code]folder[/code], by default [code]user://playkeep[/code];
## [code]set_damaged_aside[/code], true to rename damaged files and begin again.
##
## It answers at once where the device has a copy, and otherwise waits for the service for at most a second. It
## fails with [code]storage[/code] for a save that is damaged or open in another place, and with
## [code]unauthorized[/code] where neither [member player] nor a token says who plays, or [code]network[/code] where no
## token comes.
func open_save(options := {}) -> PlaykeepResult:
	if transport == null:
		return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.REFUSED, "configure() comes first"))
	var opening := OpenSave.Client.new()
	opening.transport = transport
	opening.player = player
	opening.lifecycle = lifecycle
	opening.clock = save_clock
	return await OpenSave.open(opening, options, self)
