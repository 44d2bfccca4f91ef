## The access token of the client: asked for when there is none and after a 401, by one asking for all calls at a time.
## It is kept in memory alone.
extends RefCounted

const FirstOf := preload("first_of.gd")


## A token that is held. Two tokens of one text are different.
class Held:
	extends RefCounted
	var text: String


## The game's function did not answer in time. The next call asks again.
class LateToken:
	extends PlaykeepError

	func _init() -> void:
		code = NETWORK
		message = "The token did not come within 30 seconds"


static var _visible := RegEx.create_from_string("^[!-~]+$")
static var _base64 := RegEx.create_from_string("^[A-Za-z0-9+/]+$")

## How long the game may take to answer. An asking that waits for a node which is gone never ends.
var most_seconds := 30.0

var _ask: Callable
var _tree: SceneTree
var _held: Held
var _asking: FirstOf


## [param ask] is the game's function, which may await. It answers the token; another value is a failure.
func _init(ask: Callable, tree: SceneTree) -> void:
	_ask = ask
	_tree = tree


## [member PlaykeepResult.value] is a [Held]. A failure is [code]unauthorized[/code], and a
## token that does not come is [code]network[/code].
func current() -> PlaykeepResult:
	if _asking == null and _held != null:
		return PlaykeepResult.success(_held)
	return await _ask_together()


## After a 401: a newer token than the refused one.
func renew(refused: Held) -> PlaykeepResult:
	# Another call has a newer one already.
	if _held != null and _held != refused:
		return PlaykeepResult.success(_held)
	_held = null
	return await _ask_together()


## Forgets a token that was refused although it was fresh.
func drop(refused: Held) -> void:
	if _held == refused:
		_held = null


func _ask_together() -> PlaykeepResult:
	if _asking == null:
		_asking = FirstOf.new()
		_asking.settle_after(_tree, most_seconds, null)
		_run(_asking)
	var asking := _asking
	var token: Variant = await asking.outcome()
	if _asking == asking:
		_take(token)
	if _held == null:
		return _failure(token)
	return PlaykeepResult.success(_held)


## The first of the waiting calls that goes on takes the token for all.
func _take(token: Variant) -> void:
	_asking = null
	var text: String = token.strip_edges() if token is String else ""
	# Such as the page of a captive portal. No request could carry it, so no 401 would ever ask for another one.
	if _visible.search(text) == null:
		return
	_held = Held.new()
	_held.text = text


func _run(asking: FirstOf) -> void:
	var token: Variant = await _ask.call() if _ask.is_valid() else null
	if not asking.is_settled:
		# Null would be the time-out's outcome too.
		asking.settle(token if token is String else "")
	elif _asking == null and _held == null:
		# It came late, and there is no other.
		_take(token)


static func _failure(token: Variant) -> PlaykeepResult:
	if token == null:
		return PlaykeepResult.failure(LateToken.new())
	return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.UNAUTHORIZED, "No token was given"))


## The claim [code]sub[/code] of a token (RFC 7519 section 4.1.2), which is not verified here. Empty where there is
## none.
static func subject_of(token: String) -> String:
	var parts := token.split(".")
	if parts.size() < 2:
		return ""
	var coded := parts[1].replace("-", "+").replace("_", "/")
	if _base64.search(coded) == null or coded.length() % 4 == 1:
		return ""
	var bytes := Marshalls.base64_to_raw(coded + "=".repeat(-coded.length() & 3))
	var claims: Variant = PlaykeepJson.parse(bytes.get_string_from_utf8())
	if claims is Dictionary and claims.get("sub") is String:
		return claims["sub"]
	return ""
