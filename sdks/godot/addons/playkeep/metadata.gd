## The operations on metadata. Each answers a [PlaykeepResult] and is awaited. Each write carries an idempotency key, so
## that its repetitions have one effect.
##
## Options of writes: [code]if_match[/code], an entity tag, or [code]*[/code] for any stored metadata;
## [code]if_none_match[/code], [code]*[/code] for a write that only begins the metadata; [code]session_id[/code], the
## session that must be the active one; [code]idempotency_key[/code], by default a random one.
@icon("res://addons/playkeep/icon.svg")
class_name PlaykeepMetadata
extends Node

const Transport := preload("http/transport.gd")
const Options := preload("options.gd")
const RandomId := preload("random_id.gd")
const Shape := preload("http/shape.gd")

const PATH := "/api/game/metadata"
const JSON_TYPE := "application/json"
const MERGE_PATCH_TYPE := "application/merge-patch+json"
const PLAYKEEP_PATCH_TYPE := "application/vnd.playkeep.patch+json"
const _WRITE_OPTIONS: Dictionary[String, Array] = {
	"if_match": [TYPE_STRING],
	"if_none_match": [TYPE_STRING],
	"session_id": [TYPE_STRING],
	"idempotency_key": [TYPE_STRING],
}

var _transport: Transport


func _init(transport: Transport) -> void:
	_transport = transport


## The player's own record: a [PlaykeepRecord].
func fetch() -> PlaykeepResult:
	return _record(await _transport.send_with_retries(_own(_request("GET", PATH, {}))))


## Another player's [PlaykeepRecord].
func fetch_by_sequential_id(sequential_id: int) -> PlaykeepResult:
	return _record(await _read("%s/%d" % [PATH, sequential_id], Shape.record_of(sequential_id)))


## The records of 1 to 100 players: a dictionary of [code]records[/code], an array of [PlaykeepRecord] without entity
## tags, and [code]unknown[/code], the ids that are no player's.
func lookup(sequential_ids: Array) -> PlaykeepResult:
	var request := _request("POST", PATH + "/lookup", {"Content-Type": JSON_TYPE})
	request.body = PlaykeepJson.stringify({"sequentialIds": sequential_ids})
	request.shape = Shape.records(sequential_ids)
	var result := await _transport.send_with_retries(request)
	if not result.ok:
		return result
	var data: Dictionary = result.value.data
	var records: Array[PlaykeepRecord] = []
	for index: int in data["records"].size():
		var text: String = result.value.texts.get("data/records/%d/metadata" % index, "")
		records.append(PlaykeepRecord.of(data["records"][index], text, ""))
	return PlaykeepResult.success({"records": records, "unknown": data["unknown"]})


## Replaces the whole object. [param data] is a dictionary, or JSON text, which is sent to the last digit. The new
## [PlaykeepRecord].
func set_data(data: Variant, options := {}) -> PlaykeepResult:
	return await _write_body("POST", data, JSON_TYPE, options)


## A JSON Merge Patch (RFC 7396): a dictionary, or JSON text. The new [PlaykeepRecord].
func merge(patch_members: Variant, options := {}) -> PlaykeepResult:
	return await _write_body("PATCH", patch_members, MERGE_PATCH_TYPE, options)


## A JSON Patch (RFC 6902), which may hold [code]increment[/code] and [code]append[/code] (docs/api.md): an array of
## dictionaries, or JSON text. The new [PlaykeepRecord].
func patch(operations: Variant, options := {}) -> PlaykeepResult:
	return await _write_body("PATCH", operations, PLAYKEEP_PATCH_TYPE, options)


## Removes all metadata. It has no value.
func delete(options := {}) -> PlaykeepResult:
	var result := await _write("DELETE", PATH, "", "", options, Shape.deleted())
	return PlaykeepResult.success() if result.ok else result


## The kept versions, newest first: an array of [PlaykeepVersion] without metadata.
func history() -> PlaykeepResult:
	var result := await _read(PATH + "/history", Shape.versions())
	if not result.ok:
		return result
	var versions: Array[PlaykeepVersion] = []
	for members: Dictionary in result.value.data["versions"]:
		versions.append(PlaykeepVersion.of_version(members))
	return PlaykeepResult.success(versions)


## A kept version with its metadata: a [PlaykeepVersion].
func version(number: int) -> PlaykeepResult:
	var result := await _read("%s/history/%d" % [PATH, number], Shape.version(number))
	if not result.ok:
		return result
	var reply: Transport.Reply = result.value
	var found := PlaykeepVersion.of_version(reply.data)
	found.take(reply.data, reply.texts.get("data/metadata", ""), found.etag)
	return PlaykeepResult.success(found)


## Makes a kept version the player's metadata again. The new [PlaykeepRecord].
func restore(number: int, options := {}) -> PlaykeepResult:
	return _record(await _write("POST", "%s/history/%d/restore" % [PATH, number], "", "", options))


func _read(path: String, shape: Shape) -> PlaykeepResult:
	var request := _request("GET", path, {})
	request.shape = shape
	return await _transport.send_with_retries(request)


func _write_body(method: String, content: Variant, type: String, options: Dictionary) -> PlaykeepResult:
	var text := ""
	if content is String:
		text = content
	else:
		var written := PlaykeepJson.write(content)
		if not written.ok:
			return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.REFUSED, written.error))
		text = written.value
	var body := "{\"data\":%s}" % text if type == JSON_TYPE else text
	return _record(await _write(method, PATH, body, type, options))


func _write(
	method: String,
	path: String,
	body: String,
	type: String,
	options: Dictionary,
	shape: Shape = Shape.own_record()
) -> PlaykeepResult:
	var refusal := Options.check(options, _WRITE_OPTIONS)
	if refusal != null:
		return refusal
	var headers: Dictionary[String, String] = {
		"If-Match": options.get("if_match", ""),
		"If-None-Match": options.get("if_none_match", ""),
		"X-Session-Id": options.get("session_id", ""),
		"Idempotency-Key": options.get("idempotency_key", RandomId.make()),
		"Content-Type": type,
	}
	var request := _own(_request(method, path, headers))
	request.body = body
	request.shape = shape
	return await _transport.send_with_retries(request)


static func _request(
	method: String, path: String, headers: Dictionary[String, String]
) -> Transport.Request:
	var request := Transport.Request.new()
	request.method = method
	request.path = path
	request.headers = headers
	return request


static func _own(request: Transport.Request) -> Transport.Request:
	request.is_own = true
	return request


static func _record(result: PlaykeepResult) -> PlaykeepResult:
	return PlaykeepResult.success(Transport.record_of(result.value)) if result.ok else result
