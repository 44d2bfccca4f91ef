## Judges answers. Only an answer in the envelope of the service counts: the page of a captive portal or of a proxy is a
## network fault.
extends RefCounted

const Attempt := preload("attempt.gd")
const Reader := preload("../json/json_reader.gd")

## Statuses of gateways and servers that refuse a size before the service sees the request.
const SIZE_STATUSES: Array[int] = [413, 414, 431]
const REPEATABLE: Array[int] = [408, 429, 502, 503, 504]
## The envelope has levels around the metadata.
const ENVELOPE_DEPTH := 6


## A [PlaykeepTransport.Reply], or the failure that the answer is.
static func judge(attempt: Attempt) -> PlaykeepResult:
	if attempt.is_closed:
		return _failure(PlaykeepError.CLOSED, "The client was closed", 0, -1.0)
	if attempt.status == 0:
		return _failure(PlaykeepError.NETWORK, "The service could not be reached", 0, -1.0)
	if attempt.status == 304:
		var unchanged := PlaykeepTransport.Reply.new()
		unchanged.status = attempt.status
		unchanged.etag = attempt.headers.get("etag", "")
		return PlaykeepResult.success(unchanged)
	var retry_after := attempt.headers.get("retry-after", "") as String
	var seconds := retry_after.to_float() if retry_after.is_valid_float() else -1.0
	var reader := Reader.new(attempt.text)
	reader.noted_key = "metadata"
	reader.noted_depth = 4
	var envelope: Variant = reader.read(PlaykeepJson.MAX_DEPTH + ENVELOPE_DEPTH)
	if not _is_envelope(envelope, attempt.status):
		return _foreign(attempt.status, seconds)
	var reply := PlaykeepTransport.Reply.new()
	reply.status = attempt.status
	reply.data = envelope.get("data")
	reply.texts = reader.noted
	# The tags of the service are strong. A proxy that compresses makes them weak, and If-Match takes strong ones alone
	# (RFC 9110 section 8.8.3.2).
	reply.etag = attempt.headers.get("etag", "").trim_prefix("W/")
	if not envelope.has("error"):
		return PlaykeepResult.success(reply)
	var message: String = envelope["error"]["message"]
	var result := _failure(PlaykeepError.code_of(reply.status, message), message, reply.status, seconds)
	var detail: Variant = envelope["error"].get("detail", attempt.headers.get("x-error-detail", ""))
	result.error.detail = detail if detail is String else ""
	if reply.status == 412:
		result.error.record = PlaykeepTransport.record_of(reply)
	return result


## False for text that is no whole envelope, such as one whose end was cut off.
static func _is_envelope(envelope: Variant, status: int) -> bool:
	if not envelope is Dictionary or not envelope.get("statusCode") is int or envelope["statusCode"] != status:
		return false
	if envelope.has("error"):
		return envelope["error"] is Dictionary and envelope["error"].get("message") is String
	return envelope.has("data")


static func _foreign(status: int, seconds: float) -> PlaykeepResult:
	if status in SIZE_STATUSES:
		return _failure(PlaykeepError.TOO_LARGE, "The request is too large", status, seconds)
	if status in REPEATABLE:
		return _failure(PlaykeepError.code_of(status, ""), "The answer was %d" % status, status, seconds)
	var message := "The answer of status %d is not one of the service" % status
	return _failure(PlaykeepError.NETWORK, message, 0, seconds)


static func _failure(code: StringName, message: String, status: int, seconds: float) -> PlaykeepResult:
	var error := PlaykeepError.of(code, message, status)
	error.retry_after_seconds = seconds
	return PlaykeepResult.failure(error)
