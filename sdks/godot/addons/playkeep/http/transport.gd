## Requests, with a token and with repetitions. Only requests that are safe to repeat are repeated.
@icon("res://addons/playkeep/icon.svg")
extends Node

## The service refuses a fresh token.
signal sign_in_needed(error: PlaykeepError)

const TokenSource := preload("token_source.gd")
const Answer := preload("answer.gd")
const Attempt := preload("attempt.gd")
const Shape := preload("shape.gd")

## The bounds of [method send_with_retries].
const MOST_ATTEMPTS := 5
const FIRST_PAUSE_SECONDS := 1.0
const LEAST_PAUSE_SECONDS := 0.5
const MOST_PAUSE_SECONDS := 60.0
## Where the service itself has answered with [code]Retry-After[/code]: it is there.
const MOST_ANSWERED_PAUSE_SECONDS := 20.0


## A request. Its members are set before it is sent.
class Request:
	extends RefCounted
	## Nobody waits for the answer any more.
	signal given_up
	## GET, POST, PATCH or DELETE.
	var method := "GET"
	## From [code]/api[/code] on.
	var path: String
	## Those whose value is empty are not sent.
	var headers: Dictionary[String, String] = {}
	## Text; empty for none.
	var body := ""
	## A complete answer holds this.
	var shape := Shape.own_record()
	## An answer that names a player must name the one who plays here.
	var is_own := false
	## Called with each token before it is used. It answers null, or the [PlaykeepError] with which the request ends.
	var check_token := Callable()
	var is_given_up := false

	## Ends the request, with the failure of a client that was closed.
	func give_up() -> void:
		is_given_up = true
		given_up.emit()


## The answer to a request that succeeded.
class Reply:
	extends RefCounted
	var status: int
	## The member [code]data[/code] of the envelope, by [PlaykeepJson].
	var data: Variant
	## The texts of metadata in the envelope, by path: [code]data/metadata[/code].
	var texts: Dictionary[String, String] = {}
	## Empty where there is none.
	var etag: String
	## The token with which it was sent.
	var token: String


## The address of the service without a slash at its end.
var url: String
## The player, where the game has named one; else the token's [code]sub[/code].
var player := ""
## Asks the game for tokens.
var tokens: TokenSource
## How long an attempt may take.
var attempt_seconds := 30.0
## A number from 0 to below 1. A test may replace it.
var random: Callable = randf
## Awaited for a pause in seconds. A test may replace it.
var pause: Callable = _pause


func _init(service_url: String, token_source: TokenSource) -> void:
	url = service_url.rstrip("/")
	tokens = token_source
	process_mode = Node.PROCESS_MODE_ALWAYS


## One attempt, but for a second one with a new token after a 401. [member PlaykeepResult.value] is a [Reply].
func send(request: Request) -> PlaykeepResult:
	var asked: PlaykeepResult = await tokens.current()
	if not asked.ok:
		return asked
	var result: PlaykeepResult = await _attempt(request, asked.value)
	if result.ok or result.error.status != 401:
		return result
	var renewed: PlaykeepResult = await tokens.renew(asked.value)
	if not renewed.ok:
		return renewed
	result = await _attempt(request, renewed.value)
	if not result.ok and result.error.status == 401:
		tokens.drop(renewed.value)
		sign_in_needed.emit(result.error)
	return result


## The same with repetitions after faults that allow them, at most four.
func send_with_retries(request: Request) -> PlaykeepResult:
	var failures := 0
	while true:
		var result: PlaykeepResult = await send(request)
		failures += 1
		if result.ok or not result.error.is_temporary() or failures >= MOST_ATTEMPTS:
			return result
		if result.error is TokenSource.LateToken:
			return result
		await pause.call(pause_seconds(failures, result.error.retry_after_seconds, random.call()))
	return null


## The pause before a repetition: full jitter between 0.5 s and a ceiling that doubles from 1 s to 60 s, or to 20 s
## where there is a [code]Retry-After[/code], and never less than that. [param failures] counts from 1, and
## [param chance] is from 0 to below 1.
static func pause_seconds(failures: int, retry_after_seconds: float, chance: float) -> float:
	var most := MOST_PAUSE_SECONDS if retry_after_seconds < 0.0 else MOST_ANSWERED_PAUSE_SECONDS
	var ceiling := minf(most, FIRST_PAUSE_SECONDS * (1 << mini(failures - 1, 10)))
	return maxf(LEAST_PAUSE_SECONDS + chance * (ceiling - LEAST_PAUSE_SECONDS), retry_after_seconds)


## The record of an answer whose shape holds one; null for another answer.
static func record_of(reply: Reply) -> PlaykeepRecord:
	return PlaykeepRecord.of(reply.data, reply.texts.get("data/metadata", ""), reply.etag)


func _attempt(request: Request, token: TokenSource.Held) -> PlaykeepResult:
	if request.check_token.is_valid():
		var refusal: Variant = request.check_token.call(token.text)
		if refusal is PlaykeepError:
			return PlaykeepResult.failure(refusal)
	var lines := PackedStringArray(["Authorization: Bearer " + token.text])
	for field in request.headers:
		if not request.headers[field].is_empty():
			lines.append("%s: %s" % [field, request.headers[field]])
	for line in lines:
		if line.contains("\n") or line.contains("\r"):
			return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.REFUSED, "A header has a line break"))
	var attempt: Attempt = await Attempt.run(self, request, url + request.path, lines, attempt_seconds)
	var result := Answer.judge(attempt, request, player_of(token) if request.is_own else "")
	if result.ok:
		result.value.token = token.text
	return result


## Who plays, by the game or by the token.
func player_of(token: TokenSource.Held) -> String:
	return player if not player.is_empty() else TokenSource.subject_of(token.text)


func _pause(seconds: float) -> void:
	await get_tree().create_timer(seconds, true, false, true).timeout
