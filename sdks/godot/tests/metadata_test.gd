## The operations on metadata against the service, to the last digit.
extends "res://tests/test_case.gd"

const EXACT := "{\"n\":12345678901234567890, \"d\":1.00,\"s\":\"}\\\"]\\u0000\",\"i\":9223372036854775807}"


func test_a_record_has_values_beside_its_exact_text_and_tag() -> void:
	var made := client("exact")
	var record: PlaykeepRecord = success(await made.metadata.set_data(EXACT))
	equal([record.player_id, record.text], ["exact", EXACT])
	check(record.sequential_id > 0 and record.etag.begins_with("\""), "%d %s" % [record.sequential_id, record.etag])
	equal(record.metadata["i"], 9223372036854775807)
	equal(record.metadata["n"].text, "12345678901234567890")
	var merged: PlaykeepRecord = success(await made.metadata.merge({"i": 9223372036854775806}))
	equal(merged.text, EXACT.replace("5807}", "5806}"))
	var fetched: PlaykeepRecord = success(await made.metadata.fetch())
	equal([fetched.text, fetched.etag, fetched.sequential_id], [merged.text, merged.etag, record.sequential_id])
	equal(success(await made.metadata.set_data(fetched.metadata)).text, PlaykeepJson.stringify(fetched.metadata))


func test_other_players_are_read_and_looked_up() -> void:
	var ann := client("looked up")
	var own: PlaykeepRecord = success(await ann.metadata.set_data("{\"metadata\": {\"metadata\":1.50}}"))
	var bob := client("looking up")
	var read: PlaykeepRecord = success(await bob.metadata.fetch_by_sequential_id(own.sequential_id))
	equal([read.player_id, read.text], ["looked up", own.text])
	success(await bob.metadata.set_data({}))
	var found: Dictionary = success(await bob.metadata.lookup([own.sequential_id, 999999999]))
	equal(found["unknown"], [999999999])
	equal([found["records"].size(), found["records"][0].text, found["records"][0].etag], [1, own.text, ""])
	var error := failure(await bob.metadata.fetch_by_sequential_id(999999999))
	equal([error.code, error.status, error.message], [PlaykeepError.REFUSED, 404, "Player not found"])
	equal(failure(await bob.metadata.lookup([])).code, PlaykeepError.REFUSED)


func test_conditions_hold_or_tell_the_current_record() -> void:
	var made := client("conditions")
	var first: PlaykeepRecord = success(await made.metadata.set_data({"n": 1}, {"if_none_match": "*"}))
	var error := failure(await made.metadata.set_data({"n": 2}, {"if_none_match": "*"}))
	equal([error.code, error.status], [PlaykeepError.CONFLICT, 412])
	equal([error.record.text, error.record.etag], ["{\"n\":1}", first.etag])
	var second: PlaykeepRecord = success(await made.metadata.merge({"n": 2}, {"if_match": first.etag}))
	check(second.etag != first.etag, "the tag stayed")
	equal(failure(await made.metadata.delete({"if_match": first.etag})).record.metadata, {"n": 2})


func test_patches_add_exactly_and_tell_what_does_not_apply() -> void:
	var made := client("patches")
	success(await made.metadata.set_data("{\"gold\":1.50}"))
	var add := {"op": "increment", "path": "/gold", "by": 0.5, "min": 0}
	var append := {"op": "append", "path": "/l", "value": null}
	equal(success(await made.metadata.patch([add, append])).text, "{\"gold\":2.00,\"l\":[null]}")
	var error := failure(await made.metadata.patch([{"op": "increment", "path": "/gold", "by": -3, "min": 0}]))
	equal([error.code, error.status, error.message], [PlaykeepError.REFUSED, 409, "Patch does not apply"])
	check(error.detail.contains("min"), error.detail)
	var source := "[{\"op\":\"add\",\"path\":\"/x\",\"value\":0.10}]"
	equal(success(await made.metadata.patch(source)).metadata["x"].text, "0.10")


func test_a_key_makes_a_repetition_harmless() -> void:
	var made := client("keys")
	success(await made.metadata.set_data({"gold": 1}))
	for time in 2:
		var add := [{"op": "increment", "path": "/gold", "by": 1}]
		equal(success(await made.metadata.patch(add, {"idempotency_key": "once"})).metadata["gold"], 2)
	equal(failure(await made.metadata.patch([], {"idempotency_key": "once"})).status, 422)


func test_versions_are_listed_read_and_restored() -> void:
	var made := client("versions")
	var first: PlaykeepRecord = success(await made.metadata.set_data("{\"level\":41.0}"))
	await pass_time(3600)
	success(await made.metadata.set_data({"level": 0}))
	var versions: Array = success(await made.metadata.history())
	check(not versions.is_empty(), "there is no version")
	var kept: PlaykeepVersion = versions.filter(func(one: PlaykeepVersion) -> bool: return one.etag == first.etag)[0]
	equal([kept.written_by, kept.size_bytes, kept.session_id], ["player", 14, ""])
	check(kept.replaced_at > kept.written_at and kept.written_at.ends_with("Z"), kept.replaced_at)
	var version: PlaykeepVersion = success(await made.metadata.version(kept.version))
	equal([version.text, version.player_id, version.version], ["{\"level\":41.0}", "versions", kept.version])
	equal(success(await made.metadata.restore(kept.version)).text, "{\"level\":41.0}")
	equal(failure(await made.metadata.version(12345)).status, 404)


func test_deleted_metadata_is_empty() -> void:
	var made := client("deleted")
	success(await made.metadata.set_data({"a": 1}))
	equal(success(await made.metadata.delete()), null)
	equal(success(await made.metadata.fetch()).metadata, {})


func test_the_deepest_and_the_longest_metadata_come_back() -> void:
	var made := client("deep")
	var deepest := "{\"a\":".repeat(1023) + "{}" + "}".repeat(1023)
	equal(success(await made.metadata.set_data(deepest)).text, deepest)
	equal(failure(await made.metadata.set_data("{\"a\":%s}" % deepest)).message, "Invalid metadata format")
	var longest := "{\"a\":\"%s\"}" % "é".repeat(500000)
	equal(success(await made.metadata.set_data(longest)).text == longest, true)
	equal(failure(await made.metadata.set_data("{\"a\":\"%s\"}" % "é".repeat(600000))).code, PlaykeepError.TOO_LARGE)


func test_the_autoload_is_the_client() -> void:
	equal(Playkeep.metadata, null)
	equal(failure(Playkeep.configure({"url": "http://127.0.0.1"})).code, PlaykeepError.REFUSED)
	for url: String in ["", "no address", "http://", "ftp://a", "http://a b", "http://a?b=c"]:
		var refused := failure(Playkeep.configure({"url": url, "token": func() -> String: return ""}))
		equal(refused.message, "\"url\" is no address of a service", url)
	equal(failure(Playkeep.configure({"url": 7, "token": func() -> String: return ""})).code, PlaykeepError.REFUSED)
	equal(failure(Playkeep.configure({"address": ""})).message, "There is no option \"address\"")
	var token := token_of("autoload")
	success(Playkeep.configure({"url": setting("PLAYKEEP_URL") + "/", "token": func() -> String: return token}))
	equal(success(await Playkeep.metadata.set_data({"a": 1})).player_id, "autoload")
	var other := token_of("other")
	success(Playkeep.configure({"url": setting("PLAYKEEP_URL"), "token": func() -> String: return other}))
	equal(success(await Playkeep.metadata.fetch()).player_id, "other")
