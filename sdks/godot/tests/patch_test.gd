## Patches: the same outcomes as the service's, document by document.
extends "res://tests/test_case.gd"


const Decimal := preload("res://addons/playkeep/json/decimal.gd")
const SetUpon := preload("res://addons/playkeep/save/set_upon.gd")


func _samples(sample: String) -> PackedStringArray:
	return FileAccess.get_file_as_string(setting("PLAYKEEP_SAMPLES").path_join(sample)).split("\n")


func test_patches_apply_as_in_the_service() -> void:
	var lines := _samples("patches")
	var applied := 0
	for index in range(0, lines.size(), 3):
		checks += 1
		var document: Dictionary = PlaykeepJson.parse(lines[index])
		var result := PlaykeepPatch.apply(document, PlaykeepJson.parse(lines[index + 1]))
		var text := PlaykeepJson.stringify(result.value)
		applied += int(result.ok)
		if text != _canonical(lines[index + 2]):
			check(false, "%s gives %s %s" % [lines.slice(index, index + 3), text, result.error])
		if PlaykeepJson.stringify(document) != lines[index]:
			check(false, "%s was changed" % lines[index])
	check(applied > lines.size() / 9, "only %d applied" % applied)


func test_merge_patches_apply_as_in_the_service() -> void:
	var lines := _samples("merges")
	check(lines.size() >= 7500, "there are %d lines" % lines.size())
	for index in range(0, lines.size(), 3):
		checks += 1
		var document: Dictionary = PlaykeepJson.parse(lines[index])
		var patch: Dictionary = PlaykeepJson.parse(lines[index + 1])
		var expected: Variant = PlaykeepJson.parse(lines[index + 2])
		var merged := PlaykeepPatch.apply_merge(document, patch)
		if not PlaykeepJson.is_equal(merged, expected):
			check(false, "%s gives %s" % [lines.slice(index, index + 3), PlaykeepJson.stringify(merged)])
		var operations := PlaykeepPatch.operations_of_merge(document, patch)
		if not PlaykeepJson.is_equal(PlaykeepPatch.apply(document, operations).value, expected):
			check(false, "%s gives by operations %s" % [lines.slice(index, index + 3), operations])


func test_a_difference_leads_from_one_document_to_the_other() -> void:
	var lines := _samples("merges")
	var before: Dictionary = {}
	for index in range(0, lines.size(), 3):
		checks += 1
		var after: Dictionary = PlaykeepJson.parse(lines[index])
		var operations := PlaykeepPatch.difference(before, after)
		var result := PlaykeepPatch.apply(before, operations)
		if not PlaykeepJson.is_equal(result.value, after):
			check(false, "%s to %s by %s" % [PlaykeepJson.stringify(before), lines[index], operations])
		if not PlaykeepPatch.difference(after, after).is_empty():
			check(false, "%s differs from itself" % lines[index])
		before = after
	equal(
		PlaykeepPatch.difference({"a": {"b": 1, "c": [1, 2, 3]}, "d": 1}, {"a": {"b": 2, "c": [1, 5]}, "e": null}),
		[
			{"op": "remove", "path": "/d"},
			{"op": "replace", "path": "/a/b", "value": 2},
			{"op": "replace", "path": "/a/c/1", "value": 5},
			{"op": "remove", "path": "/a/c/2"},
			{"op": "add", "path": "/e", "value": null},
		] as Array[Dictionary]
	)


func test_a_change_below_a_key_that_godot_cannot_hold_goes_whole_upon_another_document() -> void:
	var upon := func(texts: Array[String]) -> String:
		var values := texts.map(PlaykeepJson.parse)
		return PlaykeepJson.stringify(SetUpon.operations(values[0], values[1], values[2]))
	equal(
		upon.call(['{"a":{"\\ud800":1},"b":1}', '{"a":{"\\ud800":2},"b":2}', '{"a":{"c":1},"b":1}'] as Array[String]),
		'[{"op":"add","path":"/a","value":{"\\ud800":2}},{"op":"add","path":"/b","value":2}]'
	)
	equal(
		upon.call(['{"\\ud800":1}', '{"\\ud800":2}', '{"c":1}'] as Array[String]),
		'[{"op":"add","path":"","value":{"\\ud800":2}}]'
	)


func test_deep_documents_differ_at_one_path() -> void:
	var levels := 1000
	var before: Variant = PlaykeepJson.parse("{\"a\":".repeat(levels) + "1" + "}".repeat(levels))
	var after: Variant = PlaykeepJson.parse("{\"a\":".repeat(levels) + "2" + "}".repeat(levels))
	var operations := PlaykeepPatch.difference(before, after)
	equal(operations, [{"op": "replace", "path": "/a".repeat(levels), "value": 2}] as Array[Dictionary])
	check(PlaykeepJson.is_equal(PlaykeepPatch.apply(before, operations).value, after), "it does not apply")


func test_sums_are_exact() -> void:
	for sum: Array in [
		["0.1", "0.2", "0.3"], ["1.50", "0.5", "2.00"], ["1e2", "1", "101"], ["-1", "1", "0"],
		["9223372036854775807", "1", "9223372036854775808"],
		["1e-3", "-2", "-1.999"], ["99999999999999999999.9", "0.1", "100000000000000000000.0"], ["-0", "-0", "0"]
	]:
		var result: Variant = Decimal.add(PlaykeepJson.parse(sum[0]), PlaykeepJson.parse(sum[1]))
		equal(PlaykeepJson.stringify(result), sum[2], "%s + %s" % [sum[0], sum[1]])
	equal(Decimal.add(PlaykeepJson.parse("1e1001"), 1), null)
	equal(Decimal.add(PlaykeepJson.parse("9".repeat(1000)), 1), null)


func test_constant_and_typed_dictionaries_are_patched() -> void:
	const CONSTANT := {"a": {"b": 1}}
	var typed: Dictionary[String, int] = {"gold": 1}
	equal(PlaykeepPatch.apply(CONSTANT, [{"op": "add", "path": "/a/c", "value": 2}]).value, {"a": {"b": 1, "c": 2}})
	var named := PlaykeepPatch.apply(typed, [{"op": "add", "path": "/name", "value": "ann"}])
	equal(named.value, {"gold": 1, "name": "ann"})
	equal(PlaykeepPatch.apply_merge(CONSTANT, {"a": {"b": null, "d": true}}), {"a": {"d": true}})


func test_malformed_operations_are_refused() -> void:
	for operation: Variant in [
		1, {}, {"op": "add", "path": "/a"}, {"op": "fly", "path": "/a"}, {"op": "add", "path": "a", "value": 1},
		{"op": "add", "path": "/~2", "value": 1}, {"op": "add", "path": "/~", "value": 1},
		{"op": "increment", "path": "/n"},
		{"op": "increment", "path": "/n", "by": "1"}, {"op": "increment", "path": "/n", "by": 1, "mim": 0},
		{"op": "append", "path": "/l", "value": 1, "maxItems": 0}, {"op": "move", "path": "/a"}
	]:
		var result := PlaykeepPatch.apply({"n": 1, "l": []}, [operation])
		check(not result.ok and result.error.begins_with("operation 0"), "%s gives %s" % [operation, result.value])


func test_pointers_are_read_and_written() -> void:
	var tokens: Dictionary[String, PackedStringArray] = {
		"": [], "/": [""], "/a/b": ["a", "b"], "/x~1y/m~0n": ["x/y", "m~n"], "/~01": ["~1"], "/0/-": ["0", "-"]
	}
	for pointer in tokens:
		check(PlaykeepPointer.is_pointer(pointer), "%s is none" % pointer)
		equal(PlaykeepPointer.parse(pointer), tokens[pointer], pointer)
		equal(PlaykeepPointer.format(tokens[pointer]), pointer)
	for text: String in ["a", "/~", "/~2", "/a~"]:
		check(not PlaykeepPointer.is_pointer(text), "%s is one" % text)
	for token: String in ["-", "01", "-1", "+1", "1.0", "", "a", "99999999999999999999"]:
		equal(PlaykeepPointer.index_of(token), -1, token)
	equal(PlaykeepPointer.value_at({"a": [{"b": null}]}, ["a", "0", "b"], 7), null)
	equal(PlaykeepPointer.value_at({"a": [{"b": null}]}, ["a", "1", "b"], 7), 7)
	check(PlaykeepPointer.is_prefix(["a"], ["a", "b"]) and not PlaykeepPointer.is_prefix(["a", "b"], ["a"]), "prefixes")


func _canonical(source: String) -> String:
	return "null" if source == "null" else PlaykeepJson.stringify(PlaykeepJson.parse(source))
