## Runs the tests of saves: each function test_… of each script *_test.gd in this folder, one after the other. It prints a
## line for each and the counts, and ends with status 1 after a failure. An argument names a part of the titles to run.
extends SceneTree

const MOST_MILLISECONDS := 60_000


func _initialize() -> void:
	Engine.max_fps = 1000
	_run.call_deferred()


func _run() -> void:
	var arguments := OS.get_cmdline_user_args()
	var part := arguments[0] if not arguments.is_empty() else ""
	var tests := 0
	var checks := 0
	var failed := 0
	for file in DirAccess.get_files_at("res://tests/save"):
		if not file.ends_with("_test.gd") or file == "save_test.gd":
			continue
		var script: GDScript = load("res://tests/save/" + file)
		for method in script.get_script_method_list():
			if not method.name.begins_with("test_") or not _is_wanted(file + method.name, part):
				continue
			var case: RefCounted = script.new()
			case.title = method.name.trim_prefix("test_").replace("_", " ")
			var begun := Time.get_ticks_msec()
			_perform(case, method.name)
			while not case.is_done and Time.get_ticks_msec() < begun + MOST_MILLISECONDS:
				await process_frame
			if not case.is_done:
				case.failures.append(case.title + ": it does not end")
			await case.clean_up()
			tests += 1
			checks += case.checks
			if case.checks == 0:
				case.failures.append(case.title + ": it checks nothing")
			failed += 0 if case.failures.is_empty() else 1
			var outcome := "ok" if case.failures.is_empty() else "FAILED"
			print("%s %s (%d ms)" % [outcome, case.title, Time.get_ticks_msec() - begun])
			for failure: String in case.failures:
				print(failure)
	print("%d tests, %d checks, %d failed" % [tests, checks, failed])
	quit(1 if failed > 0 or tests == 0 else 0)


## A script error ends the function without an end of the test.
func _perform(case: RefCounted, method: String) -> void:
	await case.call(method)
	case.is_done = true


static func _is_wanted(name: String, part: String) -> bool:
	return part.is_empty() or name.contains(part)
