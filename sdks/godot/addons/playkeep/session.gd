## A play session as an answer of the service tells it. A member that the operation does not tell is empty.
class_name PlaykeepSession
extends RefCounted

## A UUID of version 7.
var session_id: String
## When it began. Times are ISO 8601 in UTC with milliseconds.
var start_time: String
## The time of the latest activity.
var last_activity: String
## When it ended.
var end_time: String
## In seconds, with millisecond precision. Of an ended session.
var duration := 0.0
## [code]stopped[/code], [code]expired[/code], [code]replaced[/code], [code]terminated[/code] by a server, or
## [code]erased[/code] with its player. Of a session in the history.
var reason: String
## The context that the start brought along; empty for none.
var context: Dictionary = {}
## The id of the installation that began it; empty for none, and where the service does not tell it.
var installation_id: String
## The claim of the token that names the player.
var player_id: String


## Null for members that are no session.
static func of(members: Variant) -> PlaykeepSession:
	if not members is Dictionary or not members.get("sessionId") is String:
		return null
	var session := PlaykeepSession.new()
	session.session_id = members["sessionId"]
	session.start_time = str(members.get("startTime", ""))
	session.last_activity = str(members.get("lastActivity", ""))
	session.end_time = str(members.get("endTime", ""))
	session.duration = PlaykeepNumber.to_float(members.get("duration"))
	session.reason = str(members.get("reason", ""))
	session.player_id = str(members.get("playerId", ""))
	if members.get("installationId") is String:
		session.installation_id = members["installationId"]
	if members.get("context") is Dictionary:
		session.context = members["context"]
	return session
