## Runs the tests of this folder: all files that end with [code]_test.gd[/code], or those whose names the arguments
## after [code]--[/code] contain. Each test has a fresh object. The last line counts them. A script error ends a test
## early and is seen in the output alone, which test/nightly/sdks/godot/godot.test.ts reads.
extends Node

const FirstOf := preload("res://addons/playkeep/http/first_of.gd")
const MOST_SECONDS := 240.0
const MOST_SECONDS_OF_A_NIGHT := 1_500.0

## The folder of the test files.
@export var folder := "res://tests"

var _tests := 0
var _checks := 0
var _failed := 0


func _ready() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	for file in DirAccess.get_files_at(folder):
		if file.ends_with("_test.gd") and _is_chosen(file):
			await _run_file(file)
	print("%d tests, %d checks, %d failed" % [_tests, _checks, _failed])
	get_tree().quit(1 if _failed > 0 or _tests == 0 else 0)


func _is_chosen(file: String) -> bool:
	var parts := OS.get_cmdline_user_args()
	return parts.is_empty() or Array(parts).any(func(part: String) -> bool: return file.contains(part))


func _run_file(file: String) -> void:
	var script: GDScript = load(folder.path_join(file))
	if script == null or not script.can_instantiate():
		_failed += 1
		print("not ok %s: it cannot be loaded" % file)
		return
	for method in script.get_script_method_list():
		if method["name"].begins_with("test_"):
			await _run_test(file, script, method["name"])


func _run_test(file: String, script: GDScript, method: String) -> void:
	var instance: Node = script.new()
	add_child(instance)
	var ended := FirstOf.new()
	var is_night := OS.get_environment("NIGHTLY") == "1"
	ended.settle_after(get_tree(), MOST_SECONDS_OF_A_NIGHT if is_night else MOST_SECONDS, "it did not end")
	_call(instance, method, ended)
	var why: String = await ended.outcome()
	if why.is_empty() and instance.failures.is_empty() and instance.checks == 0:
		why = "it checks nothing"
	var problems: PackedStringArray = instance.failures
	if not why.is_empty():
		problems.append(why)
	_tests += 1
	_checks += instance.checks
	_failed += 0 if problems.is_empty() else 1
	var outcome := "ok" if problems.is_empty() else "not ok"
	print("%s %s: %s" % [outcome, file.trim_suffix(".gd"), method.trim_prefix("test_")])
	for problem in problems:
		print("  " + problem)
	instance.queue_free()
	get_tree().paused = false
	Engine.time_scale = 1.0


func _call(instance: Node, method: String, ended: FirstOf) -> void:
	await instance.call(method)
	ended.settle("")
