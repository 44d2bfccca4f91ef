## The request that is on its way: changes that leave as one patch, under one key. It is on the device before it is
## sent, and is never altered: the service knows a repetition by it.
extends RefCounted

const Batch := preload("batch.gd")
const Change := preload("change.gd")

const PATH := "/api/game/metadata"
const PLAYKEEP_PATCH := "application/vnd.playkeep.patch+json"
const MERGE_PATCH := "application/merge-patch+json"
const JSON_TYPE := "application/json"
## The service allows 1,000.
const MOST_OPERATIONS := 500
const MOST_CHARACTERS := 200_000

## The idempotency key.
var key: String
## Of its changes.
var numbers: Array[int] = []
var method: String
var type: String
var body: String
## Empty for none, as [member if_none_match].
var if_match := ""
var if_none_match := ""
## The id of the installation that made it. Empty for one that an earlier version of the client left on the device.
var installation := ""


## The next request for changes that wait, in order. [param data] is the state of the service, which has the tag.
static func compose(
	changes: Array[Change], data: Dictionary, etag: String, installation_id: String
) -> Batch:
	var batch := Batch.new()
	batch.key = Change.RandomId.make()
	batch.installation = installation_id
	var first := changes[0]
	if first.kind == Change.INITIAL:
		if first.is_upon_deleted:
			batch.if_match = etag
		else:
			batch.if_none_match = "*"
		batch.numbers = [first.number]
		batch._set_request(data, first, true)
		return batch
	batch.if_match = etag
	var operations: Array[Dictionary] = []
	var count := _combine(changes, data, operations)
	if count < 2:
		batch.numbers = [first.number]
		batch._set_request(data, first, false)
		return batch
	for change: Change in changes.slice(0, count):
		batch.numbers.append(change.number)
	batch._set_patch(operations)
	return batch


## Fills in the operations of as many changes as go together, and answers how many these are.
static func _combine(
	changes: Array[Change], data: Dictionary, operations: Array[Dictionary]
) -> int:
	var state := data
	var characters := 0
	var count := 0
	for change in changes:
		if change.is_alone or change.kind == Change.INITIAL:
			break
		var own := change.operations_upon(state)
		characters += PlaykeepJson.stringify(own).length()
		if operations.size() + own.size() > MOST_OPERATIONS or characters > MOST_CHARACTERS:
			break
		var result := PlaykeepPatch.apply(state, own)
		if not result.ok:
			# The service decides about it, by itself.
			break
		state = result.value
		operations.append_array(own)
		count += 1
	return count


## One change as a request. A [code]set[/code] is sent as the paths that differ, so that other devices' paths stay.
func _set_request(data: Dictionary, change: Change, is_whole: bool) -> void:
	if change.body.has("patch"):
		method = "PATCH"
		type = MERGE_PATCH
		body = PlaykeepJson.stringify(change.body.patch)
		return
	var operations: Array[Dictionary] = []
	if not is_whole:
		operations = change.operations_upon(data)
	if change.body.has("data") and (is_whole or operations.size() > MOST_OPERATIONS):
		method = "POST"
		type = JSON_TYPE
		var whole: Dictionary = change.body.data if is_whole else PlaykeepPatch.apply(data, operations).value
		body = PlaykeepJson.stringify({"data": whole})
		return
	_set_patch(operations)


func _set_patch(operations: Array[Dictionary]) -> void:
	method = "PATCH"
	type = PLAYKEEP_PATCH
	body = PlaykeepJson.stringify(operations)


func to_stored() -> Dictionary:
	return {
		"key": key,
		"numbers": numbers,
		"method": method,
		"type": type,
		"body": body,
		"ifMatch": if_match,
		"ifNoneMatch": if_none_match,
		"installation": installation,
	}


static func of_stored(stored: Dictionary) -> Batch:
	var batch := Batch.new()
	batch.key = stored.key
	batch.numbers.assign(stored.numbers)
	batch.method = stored.method
	batch.type = stored.type
	batch.body = stored.body
	batch.if_match = stored.ifMatch
	batch.if_none_match = stored.ifNoneMatch
	batch.installation = stored.get("installation", "")
	return batch
