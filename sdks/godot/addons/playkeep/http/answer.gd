## The judgement of answers. Only a complete answer in the envelope of the service counts. A redirect, the page of a
## captive portal or of a proxy, and the JSON of somebody else are network faults, whatever their status is.
extends RefCounted

const Transport := preload("transport.gd")
const Attempt := preload("attempt.gd")
const Reader := preload("../json/json_reader.gd")
const Shape := preload("shape.gd")

## The service asks for seconds. A longer pause is the mistake of somebody on the way.
const MOST_RETRY_AFTER_SECONDS := 600.0
## The envelope has levels around the metadata.
const ENVELOPE_DEPTH := 6


## A [Transport.Reply], or the failure that the answer is. The answer must be about [param player] if it names
## one; empty where nobody knows.
static func judge(
	attempt: Attempt, request: Transport.Request, player: String
) -> PlaykeepResult:
	if attempt.is_closed:
		return _failure(PlaykeepError.CLOSED, "The client was closed")
	if attempt.status == 0:
		return _network("The service could not be reached")
	var reply := Transport.Reply.new()
	reply.status = attempt.status
	reply.etag = _tag_of(attempt.headers.get("etag", ""))
	var asked: String = request.headers.get("If-None-Match", "")
	if attempt.status == 304 and not asked.is_empty() and reply.etag == asked:
		return PlaykeepResult.success(reply)
	var reader := Reader.new(attempt.text)
	reader.noted_key = "metadata"
	reader.noted_depth = 4
	var envelope: Variant = reader.read(PlaykeepJson.MAX_DEPTH + ENVELOPE_DEPTH)
	if not _is_envelope(envelope, attempt.status):
		return _foreign(request, attempt.status)
	reply.data = envelope.get("data")
	reply.texts = reader.noted
	if not envelope.has("error"):
		var fault := _fault_of(reply, request.shape, player)
		return PlaykeepResult.success(reply) if fault == null else fault
	return _refusal(attempt, reply, envelope["error"], player)


static func _refusal(
	attempt: Attempt, reply: Transport.Reply, error: Dictionary, player: String
) -> PlaykeepResult:
	var message: String = error["message"]
	var session_end := StringName(str(attempt.headers.get("x-session-end", "")))
	var result := _failure(PlaykeepError.code_of(reply.status, message, session_end), message, reply.status)
	result.error.reason = PlaykeepError.reason_of(message)
	result.error.session_end = session_end
	result.error.retry_after_seconds = _retry_after_of(attempt)
	var detail: Variant = error.get("detail", attempt.headers.get("x-error-detail", ""))
	result.error.detail = detail if detail is String else ""
	if reply.status != 412:
		return result
	var fault := _fault_of(reply, Shape.own_record(), player)
	if fault != null:
		return fault
	result.error.record = Transport.record_of(reply)
	return result


## Null for a complete answer.
static func _fault_of(reply: Transport.Reply, shape: Shape, player: String) -> PlaykeepResult:
	if not shape.fits(reply.data):
		return _network("The answer is not complete")
	if not player.is_empty() and reply.data is Dictionary and reply.data.get("playerId", player) != player:
		return PlaykeepResult.failure(about_another())
	if shape.is_tagged and reply.etag.is_empty():
		var untagged := _network("The answer has no entity tag")
		untagged.error.detail = "a proxy or CORS hides it"
		return untagged
	return null


## A proxy keeps answers, and gives them to somebody else.
static func about_another() -> PlaykeepError:
	var error := PlaykeepError.of(PlaykeepError.NETWORK, "The answer is about another player")
	error.detail = "give the option `player` where another claim of the token than `sub` names the player"
	return error


## False for text that is no envelope of this status, such as one whose end was cut off.
static func _is_envelope(envelope: Variant, status: int) -> bool:
	if not envelope is Dictionary or not envelope.get("statusCode") is int or envelope["statusCode"] != status:
		return false
	if status >= 400:
		return envelope.get("error") is Dictionary and envelope["error"].get("message") is String
	return status >= 200 and status < 300 and not envelope.has("error")


## An answer outside the envelope. A gateway that refuses the size of a write would refuse it again, so this alone is
## told as it is.
static func _foreign(request: Transport.Request, status: int) -> PlaykeepResult:
	if status == 413 and request.shape.is_tagged and not request.body.is_empty():
		return _failure(PlaykeepError.TOO_LARGE, "The request is too large", status)
	return _network("The answer of status %d is not one of the service" % status)


static func _retry_after_of(attempt: Attempt) -> float:
	var text := attempt.headers.get("retry-after", "") as String
	if not text.is_valid_int() or text.to_float() < 0.0:
		return -1.0
	return minf(text.to_float(), MOST_RETRY_AFTER_SECONDS)


static func _network(message: String) -> PlaykeepResult:
	return _failure(PlaykeepError.NETWORK, message)


## The tags of the service are strong. A proxy that compresses makes them weak or names the coding in them, and If-Match
## takes the tags of the service alone (RFC 9110 section 8.8.3.2).
static func _tag_of(text: String) -> String:
	var tag := text.trim_prefix("W/")
	for coding: String in ["br", "gzip", "zstd"]:
		var ending := '-%s"' % coding
		if tag.ends_with(ending):
			return tag.trim_suffix(ending) + '"'
	return tag


static func _failure(code: StringName, message: String, status := 0) -> PlaykeepResult:
	return PlaykeepResult.failure(PlaykeepError.of(code, message, status))
