## A save that an earlier version of the client left on the device, with a request on its way: the request goes as it
## was, without an installation, and everything after it as the installation. Nothing is lost and nothing is doubled. A
## service of an earlier version knows a repetition by its key alone.
extends "save_case.gd"

const SaveFolder := preload("res://addons/playkeep/save/save_folder.gd")
const BODY := '[{"op":"increment","path":"/gold","by":10}]'


## Writes a file as that version did. Answers its first line.
func write_file(path: String, text: String) -> String:
	var head := "playkeep-save-1 " + text.sha256_text()
	var file := FileAccess.open(path, FileAccess.WRITE)
	file.store_string(head + "\n" + text)
	file.close()
	return head


func leave(of_device: Device, kept: PlaykeepRecord) -> void:
	SaveFolder.make(of_device.folder)
	var path := SaveFolder.path_of(of_device.folder, of_device.url, kept.player_id)
	var base_head := PlaykeepJson.stringify({"etag": kept.etag, "playerId": kept.player_id})
	var base := write_file(path + ".base-1", "%s\n%s" % [base_head, kept.text])
	var batch := {
		"key": "0b7a1f0e-4f0e-4a55-9b1c-6a2f3c4d5e6f",
		"numbers": [2],
		"method": "PATCH",
		"type": Batch.PLAYKEEP_PATCH,
		"body": BODY,
		"ifMatch": kept.etag,
		"ifNoneMatch": "",
		"madeAt": 1_790_000_000_000,
	}
	var change := '{"id":"%s","kind":"%s","madeAt":"2026-11-01T10:00:00.000Z","number":%d,"body":%s}'
	var lines := [
		PlaykeepJson.stringify({"lastNumber": 3, "place": 1, "base": base, "batch": batch}),
		change % ["one", "increment", 2, '{"operations":%s}' % BODY],
		change % ["two", "merge", 3, '{"patch":{"level":2}}'],
	]
	write_file(path + ".queue", "\n".join(PackedStringArray(lines)))


## The request as that version sent it, or its check of the key.
func request_of(kept: PlaykeepRecord, is_check: bool) -> Transport.Request:
	var request := Transport.Request.new()
	request.method = "PATCH"
	request.path = Batch.PATH
	request.body = '[{"op":"test","path":"","value":null}]' if is_check else BODY
	request.headers = {
		"Content-Type": Batch.PLAYKEEP_PATCH,
		"Idempotency-Key": "0b7a1f0e-4f0e-4a55-9b1c-6a2f3c4d5e6f",
		"If-Match": '"probe"' if is_check else kept.etag,
	}
	return request


func test_what_an_earlier_version_left_goes_on_without_loss_or_doubling() -> void:
	for before: String in ["nothing", "request", "check"]:
		for is_changed: bool in [false, true]:
			var about := "after %s%s" % [before, " and a change of another device" if is_changed else ""]
			var named := player()
			await set_record(named, '{"gold":1}')
			var kept := await record(named)
			var phone := device(named)
			leave(phone, kept)
			if before == "request":
				success(await device(named).send(request_of(kept, false)))
			elif before == "check":
				expect(failure(await device(named).send(request_of(kept, true))).status, 412, "the check")
			if is_changed:
				await add_as_other(named, "/gold", 1)
			phone.loses_first_attempts = true
			var save := await opened(phone)
			expect(save.data, {"gold": 11, "level": 2}, "the view " + about)
			save.increment("/gold", 100)
			expect((await settle(save)).ok, true, "the flush " + about)
			var expected := {"gold": 112 if is_changed else 111, "level": 2}
			expect((await record(named)).metadata, expected, "the record " + about)
			expect(save.pending().size(), 0, "nothing is set aside " + about)
			var first: Transport.Request = phone.writes()[0]
			expect([first.body, first.headers["If-Match"]], [BODY, kept.etag], "the first request " + about)
			expect(first.headers["X-Installation-Id"], "", "its installation " + about)
			check(not phone.writes().back().headers["X-Installation-Id"].is_empty(), "later ones have one " + about)
			save.close()


func test_at_an_earlier_service_each_change_is_there_once_and_no_session_is_its_own() -> void:
	var named := player()
	var phone := device(named)
	phone.loses_first_attempts = true
	phone.answer = func(request: Transport.Request) -> PlaykeepResult:
		request.headers.erase("X-Installation-Id")
		return null
	var save := await opened(phone, {"initial": {"gold": 0}})
	for count in 4:
		save.increment("/gold", 1)
		expect((await settle(save)).ok, true, "the flush")
	expect(await stored(named), '{"gold":4}', "the record")
	var sessions := sessions_of(phone)
	expect(failure(await sessions.start({"on_active": "replaceOwn"})).message, "Invalid request", "a start")
	success(await sessions.start({"on_active": "replace"}))
