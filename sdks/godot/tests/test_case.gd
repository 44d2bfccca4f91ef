## The base of a test file: checks that count, players with tokens, and connections to the service of the run.
extends Node

var checks := 0
var failures := PackedStringArray()
## Of a client of planned answers, in seconds.
var _pauses: Array[float] = []


func check(condition: bool, message: String) -> void:
	checks += 1
	if not condition:
		failures.append(message + _place())


## Compares type and value, to any depth that Godot compares.
func equal(actual: Variant, expected: Variant, what := "") -> void:
	checks += 1
	if typeof(actual) != typeof(expected) or actual != expected:
		var message := "%s is %s, expected %s" % [what, var_to_str(actual), var_to_str(expected)]
		failures.append(message.strip_edges() + _place())


## The value of a result that must be a success.
func success(result: PlaykeepResult) -> Variant:
	check(result.ok, "it failed with %s" % [result.error])
	return result.value


## The error of a result that must be a failure. For a success it is an error without a code.
func failure(result: PlaykeepResult) -> PlaykeepError:
	check(not result.ok, "it succeeded")
	return result.error if not result.ok else PlaykeepError.new()


func _place() -> String:
	for frame in get_stack():
		if not frame["source"].ends_with("test_case.gd"):
			return " (line %d)" % frame["line"]
	return ""


func setting(variable: String) -> String:
	return OS.get_environment(variable)


## A token for a player, signed as the service of the run expects (RFC 7515, HS256).
func token_of(player: String) -> String:
	var head := _base64url("{\"alg\":\"HS256\"}".to_utf8_buffer())
	var body := _base64url(PlaykeepJson.stringify({"sub": player}).to_utf8_buffer())
	var signed := "%s.%s" % [head, body]
	var key := setting("PLAYKEEP_SECRET").to_utf8_buffer()
	var digest := Crypto.new().hmac_digest(HashingContext.HASH_SHA256, key, signed.to_utf8_buffer())
	return "%s.%s" % [signed, _base64url(digest)]


static func _base64url(bytes: PackedByteArray) -> String:
	return Marshalls.raw_to_base64(bytes).replace("+", "-").replace("/", "_").rstrip("=")


## A client of its own, besides the autoload, on a device of its own. By default it calls the service as a player with a
## new name.
func client(player := "", url := "") -> Node:
	var named := player if not player.is_empty() else "player %d" % randi()
	var made: Node = load("res://addons/playkeep/playkeep.gd").new()
	add_child(made)
	var token := token_of(named)
	success(
		made.configure(
			{"url": url if not url.is_empty() else setting("PLAYKEEP_URL"), "token": func() -> String: return token}
		)
	)
	made.sessions._folder = "user://devices/%d" % made.get_instance_id()
	return made


## The address of planned answers, which test/nightly/sdks/godot/planned-answers.ts explains.
func plan(plan_name: String, steps: String) -> String:
	return "%s/plan/%s/%s" % [setting("PLAYKEEP_ANSWERS"), plan_name, steps]


## A client of planned answers, whose pauses are noted and not made.
func _planned(plan_name: String, steps: String) -> Node:
	_pauses.clear()
	var made := client("ann", plan(plan_name, steps))
	made.transport.random = func() -> float: return 0.5
	made.transport.pause = func(seconds: float) -> void: _pauses.append(seconds)
	return made


## The requests that came in under the name of a plan.
func sent(plan_name: String) -> Array:
	return await _ask("sent/" + plan_name)


## Lets time pass for the service.
func pass_time(seconds: float) -> void:
	await _ask("clock/%d" % roundi(seconds * 1000.0))


func _ask(path: String) -> Variant:
	var node := HTTPRequest.new()
	node.process_mode = Node.PROCESS_MODE_ALWAYS
	add_child(node)
	node.request("%s/%s" % [setting("PLAYKEEP_ANSWERS"), path])
	var answer: Array = await node.request_completed
	node.queue_free()
	return PlaykeepJson.parse(answer[3].get_string_from_utf8())


## Waits for a condition, at most a minute.
func until(condition: Callable, what: String) -> void:
	var end := Time.get_ticks_msec() + 60000
	while not condition.call() and Time.get_ticks_msec() < end:
		await get_tree().process_frame
	check(condition.call(), what)
