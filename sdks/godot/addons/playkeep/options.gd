## Options of operations: dictionaries whose keys are known. A misspelt key is refused, since it would go unnoticed.
extends RefCounted


## Null for options that are in order, else why they are not. [param types] has the types of each key.
static func check(options: Dictionary, types: Dictionary[String, Array]) -> PlaykeepResult:
	for key: Variant in options:
		if not types.has(str(key)):
			return _refusal("There is no option \"%s\"" % [key])
		if not typeof(options[key]) in types[str(key)]:
			return _refusal("The option \"%s\" is of another type" % [key])
	return null


static func _refusal(message: String) -> PlaykeepResult:
	return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.REFUSED, message))
