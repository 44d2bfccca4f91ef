## A failure of the client. [member code] is one of a closed set that a game may compare. Messages and details are for
## people.
class_name PlaykeepError
extends RefCounted

## No answer of the service arrived.
const NETWORK := &"network"
## No token, or the service refuses a fresh one (401).
const UNAUTHORIZED := &"unauthorized"
## A condition does not hold (412), or a session is active already. [member record] is the current record of a 412.
const CONFLICT := &"conflict"
## Another device or game plays (409 'Session not current' of a session that was replaced).
const SUPERSEDED := &"superseded"
## The service, or the client before it, refuses the request for another reason.
const REFUSED := &"refused"
## 413, or the queue of changes is full.
const TOO_LARGE := &"too-large"
## 429.
const RATE_LIMITED := &"rate-limited"
## 408, or a status of 500 and above.
const UNAVAILABLE := &"unavailable"
## The device cannot keep the data.
const STORAGE := &"storage"
## The save or the client was closed.
const CLOSED := &"closed"

## One of the constants above.
var code: StringName
## The error of the service: its constant message in small letters with hyphens, such as
## [code]no-active-session-found[/code]. Empty for other failures.
var reason := &""
## The HTTP status; 0 without an answer.
var status := 0
## In English. Messages of the service are from the closed list of docs/api.md.
var message: String
## [code]error.detail[/code] of the answer, or its header [code]X-Error-Detail[/code]; empty where there is none.
var detail := ""
## The current record, on a conflict (412); else null.
var record: PlaykeepRecord
## Why the session is over that the request named: [code]expired[/code], [code]replaced[/code], [code]stopped[/code] or
## [code]terminated[/code]. Empty for other failures.
var session_end := &""
## From [code]Retry-After[/code]; -1 where there is none.
var retry_after_seconds := -1.0


## A failure without the facts of an answer.
static func of(error_code: StringName, error_message: String, error_status := 0) -> PlaykeepError:
	var error := PlaykeepError.new()
	error.code = error_code
	error.message = error_message
	error.status = error_status
	return error


## The reason for a message of the service.
static func reason_of(error_message: String) -> StringName:
	return StringName(error_message.to_lower().replace(" ", "-"))


## The code for the status and message of an error of the service. One of an earlier version does not say why a session
## is over.
static func code_of(http_status: int, error_message: String, known_end := &"") -> StringName:
	var known := reason_of(error_message)
	if http_status == 401:
		return UNAUTHORIZED
	if http_status == 412 or known == &"session-already-active":
		return CONFLICT
	if http_status == 409 and known == &"session-not-current" and known_end in [&"replaced", &""]:
		return SUPERSEDED
	if http_status == 413:
		return TOO_LARGE
	if http_status == 429:
		return RATE_LIMITED
	if http_status == 408 or http_status >= 500:
		return UNAVAILABLE
	return REFUSED


## May the same request succeed later? Network faults, and statuses that say so.
func is_temporary() -> bool:
	return code == NETWORK or status in [408, 429, 502, 503, 504]


## Was a write refused since the session that it named is over, whatever ended it? Its save goes on in another one.
func is_session_over() -> bool:
	return reason == &"session-not-current"


func _to_string() -> String:
	var text := "%s: %s" % [code, message]
	return text if detail.is_empty() else "%s (%s)" % [text, detail]
