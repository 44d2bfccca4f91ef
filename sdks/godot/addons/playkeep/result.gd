## The outcome of an operation that is awaited. GDScript has no exceptions: every operation answers one of these, and
## never null. [codeblock]
## var result := await Playkeep.metadata.fetch()
## if result.ok:
##     print(result.value.metadata)
## else:
##     print(result.error.code)
## [/codeblock]
class_name PlaykeepResult
extends RefCounted

## Did the operation succeed?
var ok: bool
## Of a success; each operation says its type.
var value: Variant
## Of a failure; else null.
var error: PlaykeepError


## A success with the operation's value.
static func success(of_value: Variant = null) -> PlaykeepResult:
	var result := PlaykeepResult.new()
	result.ok = true
	result.value = of_value
	return result


## A failure. It has no value.
static func failure(of_error: PlaykeepError) -> PlaykeepResult:
	var result := PlaykeepResult.new()
	result.error = of_error
	return result
