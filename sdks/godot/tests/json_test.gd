## Exact JSON: documents come back byte for byte, and floats are those of every other client.
extends "res://tests/test_case.gd"

const FloatText := preload("res://addons/playkeep/json/float_text.gd")


func _lines(sample: String) -> PackedStringArray:
	var path := setting("PLAYKEEP_SAMPLES").path_join(sample)
	return FileAccess.get_file_as_string(path).split("\n")


func test_documents_come_back_byte_for_byte() -> void:
	var lines := _lines("documents")
	check(lines.size() >= 10000, "there are %d documents" % lines.size())
	for line in lines:
		checks += 1
		var result := PlaykeepJson.parse_document(line)
		if not result.ok or PlaykeepJson.stringify(result.value) != line:
			check(false, "%s came back as %s %s" % [line, result.error, PlaykeepJson.stringify(result.value)])


func test_another_form_has_the_same_values() -> void:
	var documents := _lines("documents")
	var disguised := _lines("disguised")
	check(disguised.size() >= 1000, "there are %d" % disguised.size())
	for index in disguised.size():
		checks += 1
		var expected: Variant = PlaykeepJson.parse(documents[index])
		var source: String = PlaykeepJson.parse(disguised[index])
		var result := PlaykeepJson.parse_document(source)
		_remove_gone(result.value)
		if not result.ok or not PlaykeepJson.is_equal(result.value, expected):
			check(false, "%s was read as %s %s" % [source, result.error, PlaykeepJson.stringify(result.value)])


## The disguise puts these members in.
func _remove_gone(value: Variant) -> void:
	var waiting := [value]
	while not waiting.is_empty():
		var container: Variant = waiting.pop_back()
		if container is Dictionary:
			container.erase("gone")
			waiting.append_array(container.values())
		elif container is Array:
			waiting.append_array(container)


func test_floats_are_read_and_written_as_by_javascript() -> void:
	var lines := _lines("numbers")
	check(lines.size() >= 10000, "there are %d numbers" % lines.size())
	for line in lines:
		checks += 1
		var parts := line.split(" ")
		var number := FloatText.parse(parts[0])
		if FloatText._bits_of(number) != parts[1].to_int():
			check(false, "%s is read as %s" % [line, number])
		var held: Variant = PlaykeepJson.parse(parts[0])
		if not held is int and FloatText._bits_of(PlaykeepNumber.to_float(held)) != parts[1].to_int():
			check(false, "%s is held as %s" % [line, held])
		if is_finite(number) and number != 0.0:
			# A float without a fraction keeps its point.
			var expected := parts[2] if parts[2].contains(".") or parts[2].contains("e") else parts[2] + ".0"
			if FloatText.write(number) != expected:
				check(false, "%s is written as %s" % [line, FloatText.write(number)])


func test_numbers_have_the_type_that_keeps_their_text() -> void:
	var types: Dictionary[String, int] = {
		"0": TYPE_INT,
		"-1": TYPE_INT,
		"9223372036854775807": TYPE_INT,
		"-9223372036854775808": TYPE_INT,
		"9223372036854775808": TYPE_OBJECT,
		"-9223372036854775809": TYPE_OBJECT,
		"-0": TYPE_OBJECT,
		"1.0": TYPE_FLOAT,
		"-0.0": TYPE_FLOAT,
		"0.1": TYPE_FLOAT,
		"0.30000000000000004": TYPE_FLOAT,
		"1e+21": TYPE_FLOAT,
		"0.50": TYPE_OBJECT,
		"1e5": TYPE_OBJECT,
		"1E5": TYPE_OBJECT,
		"1e400": TYPE_OBJECT,
		"12345678901234567890": TYPE_OBJECT,
	}
	for text in types:
		var value: Variant = PlaykeepJson.parse(text)
		equal(typeof(value), types[text], text)
		equal(PlaykeepJson.stringify(value), text)
	equal(PlaykeepJson.parse("12345678901234567890").value, 12345678901234567890.0)
	equal(PlaykeepNumber.to_float(PlaykeepJson.parse("1e5")), 100000.0)
	equal(PlaykeepNumber.to_float(7), 7.0)
	equal(PlaykeepNumber.to_float("7", -1.0), -1.0)


func test_text_that_is_no_json_is_refused_with_the_position() -> void:
	for text: String in [
		"", " ", "[1,]", "{\"a\" 1}", "{\"a\":1,}", "{,}", "{a:1}", "{1:1}", "\"abc", "01", "1.", ".5", "+1", "-", "1e",
		"--1", "nul", "True", "[1] 2", "[", "{", "{\"a\":", "]", "[}", "{]", "\"\\x\"", "\"\\u12g4\"", "\"\\u+123\"",
		"\"\\u12\"",
		"\"\t\"", "\"\n\"", "'a'", "NaN", "Infinity", "[1 2]", "\ufeff1", "/**/1", "\"a\\\"", "1 ,"
	]:
		var result := PlaykeepJson.parse_document(text)
		check(not result.ok and result.error.contains("position"), "%s was read as %s" % [text, result.value])
		equal(PlaykeepJson.parse(text), null)


func test_nesting_is_bounded_as_in_the_service() -> void:
	var deepest := "[".repeat(1024) + "]".repeat(1024)
	equal(PlaykeepJson.stringify(PlaykeepJson.parse(deepest)), deepest)
	check(not PlaykeepJson.parse_document("[%s]" % deepest).ok, "1025 levels were read")
	check(not PlaykeepJson.parse_document("[".repeat(1000000)).ok, "a million levels were read")
	var value: Variant = []
	for level in 1024:
		value = [value]
	equal(PlaykeepJson.write(value).error, "nested deeper than 1024 levels")
	var endless := []
	endless.append(endless)
	check(not PlaykeepJson.write(endless).ok, "a value that holds itself was written")
	endless.clear()


func test_long_documents_are_read_in_linear_time() -> void:
	var longest := {}
	for text: String in ["\\u0001", "\\\"", "a", "1"]:
		for count: int in [25000, 100000]:
			var source := "\"%s\"" % text.repeat(count) if text != "1" else "[1%s]" % ",1".repeat(count)
			# The shortest of several times, since the machine may do other work.
			var shortest := INF
			for time in 5:
				var start := Time.get_ticks_usec()
				check(PlaykeepJson.parse_document(source).ok, "it was refused")
				shortest = minf(shortest, Time.get_ticks_usec() - start)
			longest[count] = maxf(longest.get(count, 0.0), shortest)
	check(longest[100000] < 12.0 * longest[25000] + 50000.0, "%s" % [longest])


func test_values_without_a_form_are_refused() -> void:
	for value: Variant in [NAN, INF, Vector2.ONE, self, {"a": [Color.RED]}, {1: 2}, {null: 1}]:
		check(not PlaykeepJson.write(value).ok, "%s was written" % [value])
		equal(PlaykeepJson.stringify(value), "")


func test_types_of_godot_are_written_as_json() -> void:
	var typed: Dictionary[StringName, int] = {&"level": 3}
	equal(PlaykeepJson.stringify(typed), "{\"level\":3}")
	var packed := [&"name", PackedInt32Array([1, 2]), PackedStringArray(["a"])]
	equal(PlaykeepJson.stringify(packed), "[\"name\",[1,2],[\"a\"]]")
	equal(PlaykeepJson.stringify([true, null, 1.0, 0.5, 1e300]), "[true,null,1.0,0.5,1e+300]")
	var copied: Dictionary = PlaykeepJson.copy({&"a": PackedFloat64Array([0.5]), "b": typed})
	equal(copied, {"a": [0.5], "b": {"level": 3}})
	copied["b"]["level"] = "any type"
	equal(typed[&"level"], 3)


func test_strings_that_godot_cannot_hold_are_kept() -> void:
	var source := "{\"a\\u0000b\":\"\\ud83d\",\"c\":\"😀\"}"
	var value: Dictionary = PlaykeepJson.parse(source)
	equal(value["c"], "😀")
	equal(value.values()[0].value, "\ufffd")
	equal(PlaykeepJson.stringify(value), source)
	var same: Variant = PlaykeepJson.parse("{\"c\":\"\\ud83d\\ude00\",\"\\u0061\\u0000b\":\"\\uD83D\"}")
	check(PlaykeepJson.is_equal(value, same), "not equal")
	check(not PlaykeepJson.is_equal(value, PlaykeepJson.parse(source.replace("d83d\"", "d83e\""))), "equal")


func test_the_last_of_several_members_counts() -> void:
	equal(PlaykeepJson.parse("{\"a\":1,\"b\":2,\"a\":{\"c\":3}}"), {"a": {"c": 3}, "b": 2})


func test_equality_is_that_of_values() -> void:
	var are_equal := func(pair: Array) -> bool:
		return PlaykeepJson.is_equal(PlaykeepJson.parse(pair[0]), PlaykeepJson.parse(pair[1]))
	for pair: Array in [
		["1", "1.0"], ["100", "1e2"], ["0.50", "5E-1"], ["-0", "0"], ["0e5", "0.00"],
		["{\"a\":1,\"b\":[2]}", "{\"b\":[2.0],\"a\":1e0}"],
		["12345678901234567890", "1234567890123456789e1"], ["1e999", "10e998"], ["\"a\"", "\"\\u0061\""]
	]:
		check(are_equal.call(pair), "%s differ" % [pair])
	for pair: Array in [
		["1", "true"], ["0", "null"], ["0", "false"], ["\"1\"", "1"], ["[]", "{}"], ["[1]", "[1,1]"],
		["{\"a\":1}", "{\"b\":1}"],
		["12345678901234567890", "12345678901234567891"], ["9007199254740993", "9007199254740992.0"],
		["1e999", "1e998"], ["1", "-1"],
		["null", "{}"], ["\"\"", "null"]
	]:
		check(not are_equal.call(pair), "%s are equal" % [pair])
