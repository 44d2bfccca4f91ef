## The client against answers that come from somebody else than the service.
extends "res://tests/test_case.gd"


func test_no_operation_takes_the_answer_of_somebody_else() -> void:
	var foreign := PackedStringArray(["portal", "cut", "empty", "nothing", "object", "no-data", "data", "error-200"])
	foreign.append_array(["data-404", "text-error", "other-status", "bare-conflict", "untagged", "stranger"])
	for status in [301, 302, 303, 307, 308]:
		foreign.append("redirect-%d" % status)
	for status in [200, 400, 401, 403, 404, 409, 412, 422, 429, 431, 500, 503]:
		foreign.append(str(status))
	var operations: Array[Callable] = [
		func(made: Node) -> PlaykeepResult: return await made.metadata.fetch(),
		func(made: Node) -> PlaykeepResult: return await made.metadata.set_data({}),
		func(made: Node) -> PlaykeepResult: return await made.metadata.patch([]),
		func(made: Node) -> PlaykeepResult: return await made.metadata.restore(3),
		func(made: Node) -> PlaykeepResult: return await made.metadata.fetch_by_sequential_id(7),
		func(made: Node) -> PlaykeepResult: return await made.metadata.lookup([7]),
		func(made: Node) -> PlaykeepResult: return await made.metadata.delete(),
		func(made: Node) -> PlaykeepResult: return await made.metadata.history(),
		func(made: Node) -> PlaykeepResult: return await made.metadata.version(3),
		func(made: Node) -> PlaykeepResult: return await made.sessions.start(),
		func(made: Node) -> PlaykeepResult: return await made.sessions.heartbeat({"session_id": "s"}),
		func(made: Node) -> PlaykeepResult: return await made.sessions.stop(),
		func(made: Node) -> PlaykeepResult: return await made.sessions.active(),
		func(made: Node) -> PlaykeepResult: return await made.sessions.history(),
	]
	for index in operations.size():
		for step in foreign:
			# Other operations may be about anybody, and have no tag.
			if step in ["untagged", "stranger"] and index > 3:
				continue
			var made := _planned("%s-%d" % [step, index], ",".join([step, step, step, step, step]))
			var error := failure(await operations[index].call(made))
			equal([error.code, error.status], [PlaykeepError.NETWORK, 0], "%s %d" % [step, index])
			made.queue_free()
	equal(await sent("stolen"), [], "a redirect was followed")


func test_retry_after_counts_in_the_envelope_alone_and_up_to_ten_minutes() -> void:
	success(await _planned("patient", "patient").metadata.fetch())
	equal(_pauses, [600.0] as Array[float])
	success(await _planned("patient-page", "patient-page").metadata.fetch())
	equal(_pauses, [0.75] as Array[float])


func test_an_answer_over_64_mebibytes_is_a_network_fault() -> void:
	var error := failure(await _planned("huge", "huge,huge,huge,huge,huge").metadata.fetch())
	equal([error.code, error.status], [PlaykeepError.NETWORK, 0])
