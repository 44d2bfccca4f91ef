## The client against answers that a service, a proxy, a captive portal or a broken connection gives: which it repeats,
## which it reports, and how often it asks for a token.
extends "res://tests/test_case.gd"

signal _never

const TokenSource := preload("res://addons/playkeep/http/token_source.gd")
const Transport := preload("res://addons/playkeep/http/transport.gd")

var _asked := 0


func _count_tokens(made: Node, tokens: Array[String]) -> void:
	_asked = 0
	var ask := func() -> String:
		_asked += 1
		await get_tree().create_timer(0.05).timeout
		return tokens[mini(_asked, tokens.size()) - 1]
	made.transport.tokens = TokenSource.new(ask, get_tree())


func test_temporary_failures_are_repeated_with_the_same_key() -> void:
	for status: String in ["408", "429", "502", "503", "504"]:
		var made := _planned("temporary-" + status, "%s,later" % status)
		var record: PlaykeepRecord = success(await made.metadata.merge({"gold": 1}))
		equal(record.metadata, {"gold": 1})
		var requests := await sent("temporary-" + status)
		equal(requests.size(), 3, status)
		var keys := requests.map(func(request: Dictionary) -> String: return request["headers"]["idempotency-key"])
		check(keys[0].length() == 36 and keys[0] == keys[1] and keys[1] == keys[2], "keys %s" % [keys])
		equal(_pauses, [0.75, 7.0] as Array[float], status)


func test_repetitions_end_after_four() -> void:
	var made := _planned("endless", "busy,busy,busy,busy,busy,busy")
	var error := failure(await made.metadata.set_data({}))
	equal([error.code, error.status], [PlaykeepError.UNAVAILABLE, 503])
	equal((await sent("endless")).size(), 5)
	equal(_pauses, [0.75, 1.25, 2.25, 4.25] as Array[float])


func test_additions_over_a_bad_network_count_once() -> void:
	var made := client("bad network", setting("PLAYKEEP_PROXY"))
	made.transport.pause = func(_seconds: float) -> void: await get_tree().process_frame
	var count := setting("PLAYKEEP_CHANGES").to_int()
	var failures_seen := 0
	for index in count:
		var add := {"op": "increment", "path": "/n", "by": 1}
		var append := {"op": "append", "path": "/list", "value": index}
		var result := PlaykeepResult.new()
		while not result.ok:
			result = await made.metadata.patch([add, append], {"idempotency_key": "change %d" % index})
			failures_seen += int(not result.ok)
			if not result.ok and not result.error.is_temporary():
				check(false, "change %d: %s" % [index, result.error])
				return
	var record: PlaykeepRecord = success(await client("bad network").metadata.fetch())
	equal(record.metadata, {"n": count, "list": range(count)})
	check(failures_seen < count, "%d calls failed" % failures_seen)


func test_pauses_are_bounded() -> void:
	equal(Transport.pause_seconds(1, -1.0, 0.0), 0.5)
	equal(Transport.pause_seconds(1000, -1.0, 1.0), 60.0)
	equal(Transport.pause_seconds(1000, 1.0, 1.0), 20.0, "the service is there")
	equal(Transport.pause_seconds(1, 1.0, 0.0), 1.0)
	equal(Transport.pause_seconds(1, 120.0, 0.5), 120.0)


func test_answers_that_are_not_the_services_are_network_faults() -> void:
	for step: String in ["portal", "cut", "403", "404", "empty", "redirect"]:
		var made := _planned("foreign-" + step, step)
		equal(success(await made.metadata.fetch()).player_id, "ann", step)
		equal((await sent("foreign-" + step)).size(), 2, step)
	equal(await sent("stolen"), [], "the token went to another address")


func test_a_service_that_cannot_be_reached_is_a_network_fault() -> void:
	_pauses.clear()
	var made := client("ann", "http://127.0.0.1:9")
	made.transport.pause = func(seconds: float) -> void: _pauses.append(seconds)
	var error := failure(await made.metadata.fetch())
	equal([error.code, error.status], [PlaykeepError.NETWORK, 0])
	equal(_pauses.size(), 4)


func test_an_attempt_ends_while_the_games_time_stands_still() -> void:
	var made := _planned("silence", "silence")
	made.transport.attempt_seconds = 0.3
	Engine.time_scale = 0.0
	equal(success(await made.metadata.fetch()).player_id, "ann")
	equal((await sent("silence")).size(), 2)


func test_a_client_that_is_freed_ends_its_calls() -> void:
	var made := _planned("freed", "silence")
	var done := []
	_fetch_into(made, done)
	await sent("freed")
	equal(done, [])
	made.queue_free()
	await until(func() -> bool: return not done.is_empty(), "the call ended")
	equal(failure(done[0]).code, PlaykeepError.CLOSED)


func test_a_token_that_never_comes_fails_the_call_and_is_asked_for_again() -> void:
	var made := _planned("never", "pass")
	var ask := func() -> Variant:
		_asked += 1
		if _asked == 1:
			await _never
		return token_of("ann")
	_asked = 0
	made.transport.tokens = TokenSource.new(ask, get_tree())
	made.transport.tokens.most_seconds = 0.3
	var done := []
	_fetch_into(made, done)
	await until(func() -> bool: return not done.is_empty(), "the call ended")
	var error := failure(done[0])
	equal([error.code, error.message], [PlaykeepError.NETWORK, "The token did not come within 30 seconds"])
	equal(_pauses, [] as Array[float], "the call is not repeated")
	equal(success(await made.metadata.fetch()).player_id, "ann")
	_never.emit()
	equal(success(await made.metadata.fetch()).player_id, "ann")
	equal(_asked, 2, "a token that comes late changes nothing")


func test_a_token_that_comes_late_is_taken_while_there_is_no_other() -> void:
	var made := _planned("late", "pass")
	_asked = 0
	var ask := func() -> Variant:
		_asked += 1
		await _never
		return token_of("ann")
	made.transport.tokens = TokenSource.new(ask, get_tree())
	equal(made.transport.tokens.most_seconds, 30.0)
	made.transport.tokens.most_seconds = 0.1
	equal(failure(await made.metadata.fetch()).code, PlaykeepError.NETWORK)
	_never.emit()
	equal(success(await made.metadata.fetch()).player_id, "ann")
	equal(_asked, 1)


func test_other_refusals_are_reported_at_once() -> void:
	var made := _planned("refusals", "suspended,413,500")
	var error := failure(await made.metadata.set_data({}))
	equal([error.code, error.status, error.message], [PlaykeepError.REFUSED, 403, "Player suspended"])
	equal(error.detail, "suspended forever")
	equal(failure(await made.metadata.set_data({})).code, PlaykeepError.TOO_LARGE)
	equal(success(await made.metadata.set_data({})).metadata, {}, "a proxy's 500 is a network fault")
	equal(_pauses, [0.75] as Array[float])


func test_a_tag_that_a_proxy_made_weak_is_strong_again() -> void:
	var made := _planned("weak", "weak,weak")
	var record: PlaykeepRecord = success(await made.metadata.set_data({"gold": 1}))
	check(record.etag.begins_with("\""), record.etag)
	success(await made.metadata.merge({"gold": 2}, {"if_match": record.etag}))


func test_codes_are_those_of_the_closed_set() -> void:
	for row: Array in [
		[400, "Invalid metadata format", "refused"], [400, "Session already active", "conflict"],
		[401, "Unauthorized", "unauthorized"], [404, "Player not found", "refused"], [408, "", "unavailable"],
		[409, "Session not current", "superseded"], [409, "Patch does not apply", "refused"],
		[412, "Precondition failed", "conflict"], [413, "Metadata too large", "too-large"],
		[422, "Idempotency key reused", "refused"], [429, "Too many requests", "rate-limited"],
		[500, "Internal server error", "unavailable"], [503, "Service unavailable", "unavailable"]
	]:
		equal(PlaykeepError.code_of(row[0], row[1]), StringName(row[2]), str(row))
	for end: StringName in [&"expired", &"replaced", &"stopped", &"terminated"]:
		var code := PlaykeepError.code_of(409, "Session not current", end)
		equal(code, PlaykeepError.SUPERSEDED if end == &"replaced" else PlaykeepError.REFUSED, end)


func test_calls_at_once_ask_for_one_token_and_for_one_more_after_a_401() -> void:
	var made := _planned("tokens", "pass")
	_count_tokens(made, ["no.token", token_of("ann")])
	var done := []
	for index in 10:
		_fetch_into(made, done)
	await until(func() -> bool: return done.size() == 10, "all calls ended")
	equal(done.filter(func(result: PlaykeepResult) -> bool: return result.ok).size(), 10)
	equal(_asked, 2)
	success(await made.metadata.fetch())
	equal(_asked, 2, "the token is kept")


func _fetch_into(made: Node, done: Array) -> void:
	done.append(await made.metadata.fetch())


func test_a_401_after_a_new_token_asks_to_sign_in() -> void:
	var made := _planned("sign-in", "refused,refused")
	var told := []
	made.sign_in_needed.connect(func(error: PlaykeepError) -> void: told.append(error))
	_count_tokens(made, [token_of("ann")])
	var error := failure(await made.metadata.fetch())
	equal([error.code, error.status, error.detail], [PlaykeepError.UNAUTHORIZED, 401, "the token has expired"])
	equal([_asked, told.size()], [2, 1])
	success(await made.metadata.fetch())
	equal(_asked, 3, "the refused token is forgotten")


func test_a_token_that_cannot_be_obtained_fails_the_call_alone() -> void:
	var made := _planned("no-token", "pass")
	for token: Variant in ["", null, 7, "<html>\nSign in</html>", "tökén"]:
		made.transport.tokens = TokenSource.new(func() -> Variant: return token, get_tree())
		var error := failure(await made.metadata.fetch())
		equal([error.code, error.status], [PlaykeepError.UNAUTHORIZED, 0])
	made.transport.tokens = TokenSource.new(Callable(), get_tree())
	equal(failure(await made.metadata.fetch()).code, PlaykeepError.UNAUTHORIZED)
	equal(await sent("no-token"), [])


func test_a_line_break_does_not_reach_the_headers() -> void:
	var made := _planned("headers", "pass")
	var error := failure(await made.metadata.set_data({}, {"if_match": "*\r\nX-Session-Id: 1"}))
	equal(error.code, PlaykeepError.REFUSED)
	equal(await sent("headers"), [])


func test_values_without_a_form_are_refused_before_anything_is_sent() -> void:
	var made := _planned("values", "pass")
	for value: Variant in [{"gold": NAN}, {"at": Vector2.ONE}, {1: 2}]:
		equal(failure(await made.metadata.merge(value)).code, PlaykeepError.REFUSED)
	equal(failure(await made.metadata.merge({}, {"ifMatch": "*"})).message, "There is no option \"ifMatch\"")
	equal(failure(await made.metadata.merge({}, {"if_match": 7})).code, PlaykeepError.REFUSED)
	equal(await sent("values"), [])


func test_requests_work_while_the_tree_is_paused_and_time_stands_still() -> void:
	var made := client()
	get_tree().paused = true
	Engine.time_scale = 0.0
	success(await made.metadata.set_data({"level": 1}))
	var start := Time.get_ticks_msec()
	await made.transport.pause.call(0.5)
	check(Time.get_ticks_msec() - start < 5000, "the pause took %d ms" % (Time.get_ticks_msec() - start))
	Engine.time_scale = 1.0
	get_tree().paused = false


func test_the_player_is_the_subject_of_the_token() -> void:
	equal(TokenSource.subject_of(token_of("ann 漢 😀")), "ann 漢 😀")
	for text: String in ["", "a", "a.b.c", "a.e30.c", "a.eyJzdWIiOjd9.c"]:
		equal(TokenSource.subject_of(text), "", text)


func test_identifiers_are_uuids_of_version_4() -> void:
	var form := RegEx.create_from_string("^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")
	var seen := {}
	for index in 100:
		var id: String = load("res://addons/playkeep/random_id.gd").make()
		check(form.search(id) != null, id)
		seen[id] = true
	equal(seen.size(), 100)
