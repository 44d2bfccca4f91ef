## The player of a save. No change is sent with another player's token, on a device that several people use.
extends RefCounted

const TokenSource := preload("../http/token_source.gd")
const Answer := preload("../http/answer.gd")


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
## A token with a record of another player, which was seen once.
var _doubted := []


func _init(of_player: String, given_player: String) -> void:
	player = of_player
	given = given_player


## Before a write: null, or why the token must not be used.
func check_token(token: String) -> PlaykeepError:
	if token == _confirmed or TokenSource.subject_of(token) == player:
		return null
	return OtherPlayer.new() if given.is_empty() else UnconfirmedPlayer.new()


## Null, or why the record, which was read with [param token], is not of this save.
func check_record(record: PlaykeepRecord, token: String) -> PlaykeepError:
	if record.player_id == player:
		_confirmed = token
		return null
	if token == _confirmed or TokenSource.subject_of(token) == player:
		return Answer.about_another()
	# One answer alone may be a mistake of somebody on the way.
	var witness := [token, record.player_id]
	if _doubted == witness:
		return OtherPlayer.new()
	_doubted = witness
	return Answer.about_another()
