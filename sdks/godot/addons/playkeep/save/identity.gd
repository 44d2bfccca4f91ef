## Keeps one player's changes from being sent with another player's token, on a device that several people use.
class_name PlaykeepIdentity
extends RefCounted


## The token or the record is another player's. Nothing of this save is sent with it.
class OtherPlayer:
	extends PlaykeepError

	func _init() -> void:
		code = UNAUTHORIZED
		message = "The token is of another player"


## A token whose [code]sub[/code] is not the option [code]player[/code]: only a record says whose it is.
class UnconfirmedPlayer:
	extends PlaykeepError

	func _init() -> void:
		code = NETWORK
		message = "It is not known yet whose the token is"


## The player as the save names it.
var player: String
## The option [code]player[/code], which a claim other than [code]sub[/code] may hold; empty for none.
var given: String
var _confirmed := ""


func _init(of_player: String, given_player: String) -> void:
	player = of_player
	given = given_player


## Before a write: null, or why the token must not be used.
func check_token(token: String) -> PlaykeepError:
	if token == _confirmed or PlaykeepTokenSource.subject_of(token) == player:
		return null
	return OtherPlayer.new() if given.is_empty() else UnconfirmedPlayer.new()


## Null, or why the record is not of this save. [param known] is the player of the last record, [param token] the one
## with which the record was read; each is empty where it is not known.
func check_record(record: PlaykeepRecord, known: String, token: String) -> PlaykeepError:
	var expected := known if given.is_empty() else given
	if not expected.is_empty() and record.player_id != expected:
		return OtherPlayer.new()
	if not token.is_empty():
		_confirmed = token
	return null
