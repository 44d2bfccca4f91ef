## The answers of this client to test vectors, by their kind (sdks/vectors/README.md). An answer has the members that a
## vector expects.
extends RefCounted

const Batch := preload("res://addons/playkeep/save/batch.gd")
const Change := preload("res://addons/playkeep/save/change.gd")
const Compact := preload("res://addons/playkeep/save/compact.gd")
const Decimal := preload("res://addons/playkeep/json/decimal.gd")
const Rebase := preload("res://addons/playkeep/save/rebase.gd")
const SetUpon := preload("res://addons/playkeep/save/set_upon.gd")


static func of(kind: String, given: Dictionary) -> Dictionary:
	match kind:
		"json":
			return {"canonical": _canonical(given.text)}
		"pointer":
			return {"tokens": _tokens(PlaykeepJson.parse(given.pointer))}
		"equal":
			return {"isEqual": PlaykeepJson.is_equal(_value(given.left), _value(given.right))}
		"patch":
			return _patch(given)
		"merge":
			return _merge(given)
		"difference":
			return {"operations": _text(PlaykeepPatch.difference(_value(given.before), _value(given.after)))}
		"upon":
			var made := SetUpon.operations(_value(given.before), _value(given.after), _value(given.target))
			return {"operations": _text(made)}
		"sum":
			var sum: Variant = Decimal.add(_value(given.left), _value(given.right))
			return {"sum": null if sum == null else PlaykeepJson.number_text(sum)}
		"compact":
			return _compact(given)
		"rebase":
			return _rebase(given)
	return _batch(given)


static func _value(text: String) -> Variant:
	return PlaykeepJson.parse(text)


static func _text(value: Variant) -> String:
	return PlaykeepJson.stringify(value)


static func _canonical(text: String) -> Variant:
	var result := PlaykeepJson.parse_document(text)
	return _text(result.value) if result.ok else null


static func _tokens(pointer: String) -> Variant:
	if not PlaykeepPointer.is_pointer(pointer):
		return null
	var path := PlaykeepPointer.parse(pointer)
	return _text(path) if PlaykeepPointer.format(path) == pointer else "it comes back as another one"


static func _patch(given: Dictionary) -> Dictionary:
	var operations: Variant = _value(given.operations)
	if not operations is Array:
		# No game can hand it in.
		return {"result": null}
	var result := PlaykeepPatch.apply(_value(given.document), operations)
	return {"result": _text(result.value) if result.ok else null}


static func _merge(given: Dictionary) -> Dictionary:
	var document: Dictionary = _value(given.document)
	var patch: Dictionary = _value(given.patch)
	var operations := PlaykeepPatch.operations_of_merge(document, patch)
	var merged := _text(PlaykeepPatch.apply_merge(document, patch))
	if _text(PlaykeepPatch.apply(document, operations).value) != merged:
		return {"result": "the operations have another effect", "operations": _text(operations)}
	return {"result": merged, "operations": _text(operations)}


static func _changes(given: Array) -> Array[Change]:
	var changes: Array[Change] = []
	for each: Dictionary in given:
		var body := {}
		for member: String in ["data", "patch", "operations", "again"]:
			if each.has(member):
				body[member] = _value(each[member])
		var change := Change.of(StringName(each.kind), body, 0).with_number(each.number)
		change.id = str(each.number)
		change.count = each.get("count", 1)
		change.is_alone = each.get("isAlone", false)
		change.is_upon_deleted = each.get("isAgain", false)
		changes.append(change)
	return changes


static func _body(change: Change) -> Dictionary:
	for member: String in ["operations", "patch"]:
		if change.body.has(member):
			return {member: _text(change.body[member])}
	return {"data": _text(change.body.data)}


static func _compact(given: Dictionary) -> Dictionary:
	var stored := Compact.compact(_value(given.document), _changes(given.changes), given.isAny)
	var numbers := stored.keys()
	numbers.sort()
	var result := []
	for number: int in numbers:
		var change := stored[number]
		if change == null:
			result.append({"number": number})
			continue
		var written := {"number": number, "id": change.id, "kind": String(change.kind), "count": change.count}
		written.merge(_body(change))
		if change.body.has("data"):
			var again: Array = change.body.get("again", []).duplicate()
			again.sort()
			written["again"] = _text(again)
		result.append(written)
	return {"result": result}


static func _rebase(given: Dictionary) -> Dictionary:
	var rebase := Rebase.of(_changes(given.changes), _value(given.base), _value(given.theirs))
	var result := []
	for change in rebase.changes:
		var written := {"number": change.number}
		written.merge(_body(change))
		result.append(written)
	var answer := {"isConflict": rebase.is_conflict, "result": result, "mine": _text(rebase.mine)}
	if given.has("decision"):
		var decided := rebase.decided(_value(given.decision), 0)
		answer["decided"] = null if decided == null else _body(decided)
		answer["kept"] = rebase.kept().map(func(change: Change) -> int: return change.number)
	return answer


static func _batch(given: Dictionary) -> Dictionary:
	var batch := Batch.compose(_changes(given.changes), _value(given.document), given.get("etag", ""), "")
	var answer := {"method": batch.method, "type": batch.type, "body": batch.body, "numbers": batch.numbers}
	if not batch.if_match.is_empty():
		answer["ifMatch"] = batch.if_match
	if not batch.if_none_match.is_empty():
		answer["ifNoneMatch"] = batch.if_none_match
	return answer
