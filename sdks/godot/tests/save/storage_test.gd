## The files of a save: a restart with changes that were not sent, files that are damaged, drafts of a game that was
## killed, a device that keeps nothing, and two games in one folder.
extends "save_case.gd"

const SaveFiles := preload("res://addons/playkeep/save/save_files.gd")
const SaveLock := preload("res://addons/playkeep/save/save_lock.gd")
const DAMAGED := "The save on the device is damaged"
const ELSEWHERE := "The save is open in another place on this device"


func offline(of_player: String, of_folder := "") -> Device:
	var phone := device(of_player, of_folder)
	phone.network = Device.Network.OFFLINE
	return phone


func files_of(phone: Device, ending := "") -> PackedStringArray:
	var found := PackedStringArray()
	for name in DirAccess.get_files_at(phone.folder):
		if name.ends_with(ending):
			found.append(phone.folder.path_join(name))
	return found


func replace_file(path: String, bytes: PackedByteArray) -> void:
	var file := FileAccess.open(path, FileAccess.WRITE)
	file.store_buffer(bytes)
	file.close()


func test_a_restart_keeps_unsent_changes_of_each_kind_in_order_and_with_every_digit() -> void:
	var named := player()
	await set_record(named, '{"exact":0.10000000000000000001,"text":"\\u0000\\ud800","log":[]}')
	var phone := device(named)
	var save := await opened(phone)
	phone.network = Device.Network.OFFLINE
	success(save.merge({"level": PlaykeepJson.parse("12345678901234567890"), "line\nbreak": "é\n漢😀"}))
	success(save.increment("/gold", 0.3, {"initial": 0.1}))
	success(save.append("/log", {"n": 1.0}))
	success(save.patch([{"op": "copy", "from": "/level", "path": "/copy"}]))
	success(save.set_data(save.data.merged({"last": -0.0})))
	var view := save.data
	save.close()
	var again := await opened(offline(named, phone.folder))
	expect(again.data, view, "the view")
	expect(kinds_of(again.pending()), ["merge", "increment", "append", "patch", "set"], "what waits")
	again.close()
	var online := await opened(device(named, phone.folder))
	expect((await settle(online)).ok, true, "the flush")
	var text := await stored(named)
	expect(PlaykeepJson.parse(text), view, "the record")
	check(text.begins_with('{"exact":0.10000000000000000001,"text":"\\u0000\\ud800",'), text)
	check(text.contains('"level":12345678901234567890,') and text.contains('"gold":0.4'), text)


func test_a_damaged_file_is_told_and_kept_and_may_be_set_aside() -> void:
	for ending: String in [".queue", ".base-0", ".base-1"]:
		for damage: String in ["cut", "empty", "changed", "gone"]:
			var named := player()
			var phone := device(named)
			var save := await opened(phone, {"initial": {"level": 1}})
			await save.flush()
			# The record goes to the other place.
			success(save.merge({"level": 2}))
			await save.flush()
			phone.network = Device.Network.OFFLINE
			success(save.merge({"level": 3}))
			save.close()
			var path := files_of(phone, ending)[0]
			var bytes := FileAccess.get_file_as_bytes(path)
			match damage:
				"cut": replace_file(path, bytes.slice(0, bytes.size() - 1))
				"empty": replace_file(path, PackedByteArray())
				"gone": DirAccess.remove_absolute(path)
				"changed":
					bytes[bytes.size() - 3] += 1
					replace_file(path, bytes)
			var result := await offline(named, phone.folder).open()
			# One of the two places does not count, and without a queue there is no save.
			if result.ok:
				var is_fresh := ending == ".queue" and damage == "gone"
				expect(result.value.data, {} if is_fresh else {"level": 3}, "the view after %s %s" % [ending, damage])
				check(is_fresh or ending != ".queue", "a %s queue is told" % damage)
				result.value.close()
				continue
			expect([result.error.code, result.error.message], ["storage", DAMAGED], "the failure")
			check(result.error.detail.ends_with(ending), result.error.detail)
			var files := files_of(phone).size()
			expect(failure(await offline(named, phone.folder).open()).code, "storage", "the failure stays")
			var anew := await opened(device(named, phone.folder), {"set_damaged_aside": true})
			var told: Array = []
			anew.status_changed.connect(
				func(_status: StringName, _durable: bool, error: PlaykeepError) -> void: told.append(error)
			)
			await until(func() -> bool: return not told.is_empty(), "it is told")
			expect(told[0].message, DAMAGED, "what is told")
			expect(anew.data, {"level": 2}, "the view is the record")
			check(files_of(phone).size() > files, "the damaged files are still there")
			anew.close()


func test_each_damage_of_a_save_is_told_wherever_a_byte_changed() -> void:
	var named := player()
	var phone := offline(named)
	var save := await opened(phone, {"initial": {"level": 1, "gold": 12}})
	success(save.increment("/gold", 1))
	save.close()
	var path := files_of(phone, ".queue")[0]
	var whole := FileAccess.get_file_as_bytes(path)
	for place in whole.size():
		var bytes := whole.duplicate()
		bytes[place] = bytes[place] ^ 1
		replace_file(path, bytes)
		expect(SaveFiles.new(path.trim_suffix(".queue")).read().ok, false, "byte %d" % place)
	replace_file(path, whole)
	expect(SaveFiles.new(path.trim_suffix(".queue")).read().ok, true, "the whole file")


func test_a_draft_counts_where_the_game_ended_between_the_two_steps_of_renaming() -> void:
	var named := player()
	var phone := offline(named)
	var save := await opened(phone, {"initial": {"level": 1}})
	save.close()
	var path := files_of(phone, ".queue")[0]
	# A part of a draft, beside the file before it.
	replace_file(path + ".tmp", FileAccess.get_file_as_bytes(path).slice(0, 99))
	var beside := await opened(offline(named, phone.folder))
	expect(beside.data, {"level": 1}, "the view beside a part of a draft")
	beside.close()
	DirAccess.rename_absolute(path, path + ".tmp")
	var again := await opened(offline(named, phone.folder))
	expect(again.data, {"level": 1}, "the view from a draft")
	again.close()


func test_a_device_that_keeps_nothing_says_so_and_goes_on() -> void:
	var named := player()
	var phone := device(named)
	var save := await opened(phone, {"initial": {"level": 1}})
	await save.flush()
	var statuses: Array = []
	save.status_changed.connect(
		func(_status: StringName, durable: bool, error: PlaykeepError) -> void:
			statuses.append([durable, error.code if error != null else &""])
	)
	# Nothing can be written under the name of a folder.
	var draft := files_of(phone, ".queue")[0] + ".tmp"
	DirAccess.make_dir_absolute(draft)
	expect(success(save.merge({"level": 2})).durable, false, "the change")
	expect([save.durable, save.data], [false, {"level": 2}], "the save")
	check([false, &"storage"] in statuses, "it is told")
	expect((await settle(save)).ok, true, "the flush")
	expect(await stored(named), '{"level":2}', "the record")
	DirAccess.remove_absolute(draft)
	expect(success(save.merge({"level": 3})).durable, true, "a change after the device keeps again")
	check([true, &""] in statuses, "it is told again")
	save.close()
	var again := await opened(offline(named, phone.folder))
	expect(again.data, {"level": 3}, "the view after a restart")


func test_a_folder_that_cannot_be_made_leaves_a_save_in_memory() -> void:
	var named := player()
	replace_file("user://a-file", "x".to_utf8_buffer())
	var phone := device(named, "user://a-file/saves")
	var save := await opened(phone, {"initial": {"level": 1}})
	var told: Array = []
	save.status_changed.connect(
		func(_status: StringName, durable: bool, _error: PlaykeepError) -> void: told.append(durable)
	)
	expect(success(save.merge({"level": 2})).durable, false, "the change")
	expect((await settle(save)).ok, true, "the flush")
	expect(await stored(named), '{"level":2}', "the record")
	check(false in told, "it is told")


func test_a_record_whose_file_is_gone_is_written_again() -> void:
	var named := player()
	var phone := device(named)
	var save := await opened(phone, {"initial": {"level": 1}})
	await save.flush()
	phone.network = Device.Network.OFFLINE
	for path in files_of(phone):
		DirAccess.remove_absolute(path)
	success(save.merge({"level": 2}))
	save.close()
	var again := await opened(offline(named, phone.folder))
	expect(again.data, {"level": 2}, "the view")


func test_two_saves_of_one_player_in_a_folder_lock_each_other_out() -> void:
	var named := player()
	var phone := offline(named)
	var save := await opened(phone, {"initial": {"level": 1}})
	var refusal := failure(await offline(named, phone.folder).open())
	expect([refusal.code, refusal.message], ["storage", ELSEWHERE], "the failure")
	var other := await opened(offline(player(), phone.folder), {"initial": {"other": 1}})
	other.close()
	save.close()
	var again := await opened(offline(named, phone.folder))
	expect(again.data, {"level": 1}, "the view after the first one closed")


func test_a_game_in_another_process_locks_the_save_until_it_is_killed() -> void:
	var named := player()
	var folder := "user://playkeep"
	expect(await control("/game?player=" + named.uri_encode()), "open true", "the other game")
	expect(failure(await device(named, folder).open()).code, "storage", "the failure")
	expect(await control("/game?player=" + named.uri_encode()), "failed storage: " + ELSEWHERE, "a third game")
	await control("/kill-games")
	var begun := Time.get_ticks_msec()
	var save := await opened(device(named, folder))
	check(Time.get_ticks_msec() < begun + 2_000, "it opens at once")
	save.close()
	var locks := Array(DirAccess.get_directories_at(folder)).filter(func(name: String) -> bool: return ".lock-" in name)
	expect(locks.size(), 1, "no lock of before is left")


func test_where_processes_cannot_be_seen_silence_tells_that_an_owner_is_gone() -> void:
	var path := "user://locks/one"
	DirAccess.make_dir_recursive_absolute("user://locks")
	SaveLock.is_by_silence = true
	var first: SaveLock = success(await SaveLock.take(path))
	SaveLock._held.clear()
	expect(failure(await SaveLock.take(path)).code, "storage", "while the first one lives")
	# The first one is stopped, as by a debugger.
	first._is_released = true
	var second: SaveLock = success(await SaveLock.take(path))
	var lost: Array = []
	first._is_released = false
	first.lost.connect(func() -> void: lost.append(true))
	first._beat()
	await until(func() -> bool: return not lost.is_empty(), "the first one sees that it lost the lock")
	SaveLock._held.clear()
	second.release()
	var begun := Time.get_ticks_msec()
	var third: SaveLock = success(await SaveLock.take(path))
	check(Time.get_ticks_msec() < begun + 1_000, "a released lock is free at once")
	third.release()
	SaveLock.is_by_silence = false


func test_a_save_that_lost_its_lock_changes_no_file() -> void:
	var named := player()
	var phone := offline(named)
	var save := await opened(phone, {"initial": {"level": 1}})
	save._lock.lost.emit()
	expect([save.status, save.error.code], ["blocked", "storage"], "the status")
	expect(failure(save.merge({"level": 2})).code, "closed", "a change")
