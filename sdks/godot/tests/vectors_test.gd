## The test vectors of all clients (sdks/vectors/README.md): this client gives the same bytes as the others.
extends "res://tests/test_case.gd"

const Answers := preload("res://tests/vector_answers.gd")
## The cases that this client can answer are those without these marks.
const SKIPPED: Array[String] = ["units", "paths"]
const MOST_FAILURES := 12


func _run(kind: String) -> void:
	var path := setting("PLAYKEEP_VECTORS").path_join(kind + ".jsonl")
	var skipped := 0
	for line in FileAccess.get_file_as_string(path).split("\n", false):
		var vector: Dictionary = PlaykeepJson.parse(line)
		if SKIPPED.any(func(mark: String) -> bool: return vector.has(mark)):
			skipped += 1
			continue
		checks += 1
		var answer := Answers.of(kind, vector)
		for member: String in answer:
			var expected: Variant = vector.get(member)
			if not PlaykeepJson.is_equal(answer[member], expected) and failures.size() < MOST_FAILURES:
				failures.append("%s of %s: %s" % [member, line, PlaykeepJson.stringify(answer[member])])
	check(checks >= 100, "there are %d vectors" % checks)
	print("%s: %d vectors, %d skipped" % [kind, checks - 1, skipped])


func test_random_edits_have_the_outcome_of_the_client_for_javascript() -> void:
	var text := FileAccess.get_file_as_string(setting("PLAYKEEP_SAMPLES").path_join("edits"))
	var lines := text.split("\n", false)
	check(lines.size() >= 10000, "there are %d edits" % lines.size())
	for line in lines:
		var edit: Dictionary = PlaykeepJson.parse(line)
		var patched := Answers.of("patch", edit)
		var merged := Answers.of("merge", edit)
		var difference := Answers.of("difference", {"before": edit.document, "after": edit.after})
		_compare(line, edit.result, patched.result)
		_compare(line, edit.merged, merged.result)
		_compare(line, edit.merging, merged.operations)
		_compare(line, edit.difference, difference.operations)
		_compare(line, edit.document, Answers.of("json", {"text": edit.document}).canonical)


func _compare(line: String, expected: Variant, actual: Variant) -> void:
	checks += 1
	if expected != actual and failures.size() < MOST_FAILURES:
		failures.append("%s gives %s" % [line, actual])


func test_json_is_read_and_written() -> void:
	_run("json")


func test_pointers_are_read_and_written() -> void:
	_run("pointer")


func test_values_are_compared() -> void:
	_run("equal")


func test_operations_are_applied() -> void:
	_run("patch")


func test_merge_patches_are_applied_and_made_operations() -> void:
	_run("merge")


func test_differences_are_operations() -> void:
	_run("difference")


func test_a_change_is_made_in_a_third_document() -> void:
	_run("upon")


func test_numbers_are_added() -> void:
	_run("sum")


func test_waiting_changes_are_made_fewer() -> void:
	_run("compact")


func test_changes_go_upon_another_record() -> void:
	_run("rebase")


func test_requests_are_composed() -> void:
	_run("batch")
