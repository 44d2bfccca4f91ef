## A device of a player for the tests of saves: its pauses are short, and the test takes its network away.
extends PlaykeepTransport

enum Network { WELL, OFFLINE, REQUESTS_ARE_LOST, ANSWERS_ARE_LOST }

var network := Network.WELL
## Requests that left the device.
var requests: Array[Request] = []
## Answers in the place of the service: a [PlaykeepResult], or null to ask the service.
var answer := Callable()
## Before a request leaves and before its answer is seen.
var delay_seconds := 0.0
var client := PlaykeepOpenSave.Client.new()
var folder: String


## Signs a token of a player, as a studio's backend does.
static func sign_token(player: String) -> String:
	var secret := OS.get_environment("PLAYKEEP_TEST_SECRET").to_utf8_buffer()
	var parts: Array = [{"alg": "HS256"}, {"sub": player}].map(
		func(part: Dictionary) -> String: return _coded(JSON.stringify(part).to_utf8_buffer())
	)
	var text := ".".join(PackedStringArray(parts))
	var digest := Crypto.new().hmac_digest(HashingContext.HASH_SHA256, secret, text.to_utf8_buffer())
	return text + "." + _coded(digest)


static func _coded(bytes: PackedByteArray) -> String:
	return Marshalls.raw_to_base64(bytes).replace("+", "-").replace("/", "_").replace("=", "")


## [param token] is a function; by default it signs tokens of the player.
func _init(service_url: String, player: String, of_folder: String, token := Callable()) -> void:
	var ask := token if token.is_valid() else func() -> String: return sign_token(player)
	super(service_url, PlaykeepTokenSource.new(ask, Engine.get_main_loop() as SceneTree))
	folder = of_folder
	client.transport = self
	client.lifecycle = PlaykeepLifecycle.new()
	client.clock.hurry = 0.01
	add_child(client.lifecycle)


func open(options := {}) -> PlaykeepResult:
	return await PlaykeepOpenSave.open(client, options.merged({"folder": folder}), self)


func send(request: Request) -> PlaykeepResult:
	await get_tree().process_frame
	if network == Network.OFFLINE:
		return _lost()
	requests.append(request)
	if answer.is_valid():
		var result: PlaykeepResult = answer.call(request)
		if result != null:
			return result
	if network == Network.REQUESTS_ARE_LOST:
		return _lost()
	if delay_seconds > 0.0:
		await get_tree().create_timer(delay_seconds).timeout
	var sent: PlaykeepResult = await super(request)
	if delay_seconds > 0.0:
		await get_tree().create_timer(delay_seconds).timeout
	if network == Network.ANSWERS_ARE_LOST and request.method != "GET":
		return _lost()
	return sent


## The requests that may change the record.
func writes() -> Array[Request]:
	return requests.filter(func(request: Request) -> bool: return request.method != "GET")


static func _lost() -> PlaykeepResult:
	return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.NETWORK, "lost"))
