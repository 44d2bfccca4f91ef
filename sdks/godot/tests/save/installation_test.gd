## The id of the installation: one for a folder and a service, whoever plays and however many games start at once. It is
## made anew where the folder was cleared, and lasts for the run where the folder cannot be used.
extends "save_case.gd"

const Installation := preload("res://addons/playkeep/installation.gd")
const SaveFolder := preload("res://addons/playkeep/save/save_folder.gd")
const URL := "http://localhost:1"


func id_file_of(folder: String) -> String:
	return folder.path_join(DirAccess.get_directories_at(folder)[0]).path_join("id")


func write_id(folder: String, bytes: PackedByteArray) -> void:
	var file := FileAccess.open(id_file_of(folder), FileAccess.WRITE)
	file.store_buffer(bytes)
	file.close()


func check_form(id: String) -> void:
	check(RegEx.create_from_string("\\A[A-Za-z0-9_-]{16,64}\\z").search(id) != null, "the form of %s" % id)


func test_a_folder_and_a_service_have_one_id_of_the_right_form() -> void:
	var id := Installation.id_of("user://ids/one", URL)
	check_form(id)
	expect(Installation.id_of("user://ids/one", URL + "/"), id, "the id at the second time")
	check(Installation.id_of("user://ids/one", "http://localhost:2") != id, "another service has another id")
	check(Installation.id_of("user://ids/two", URL) != id, "another folder has another id")


func test_all_players_of_a_folder_and_their_sessions_go_with_its_id() -> void:
	var phone := device(player())
	var other := device(player(), phone.folder)
	var id := Installation.id_of(phone.folder, phone.url)
	for one: Device in [phone, other]:
		var sessions := sessions_of(one)
		var session: PlaykeepPlay = success(await sessions.play())
		expect(one.requests.back().headers["X-Installation-Id"], id, "the start of a session")
		expect(success(await sessions.active()).installation_id, id, "the active session")
		success(await session.end())
		var ended: Array = success(await sessions.history()).sessions
		expect(ended[0].installation_id, id, "the session in the history")
		var save := await opened(one, {"initial": {}})
		save.merge({"level": 2})
		expect((await settle(save)).ok, true, "the flush")
		expect(one.writes().back().headers["X-Installation-Id"], id, "a write")
		save.close()


func test_games_that_start_together_end_with_one_id() -> void:
	var ids := (await control("/installations?games=4")).split(" ")
	expect(ids.size(), 4, "the games")
	check_form(ids[0])
	expect(Array(ids).all(func(id: String) -> bool: return id == ids[0]), true, "the ids %s" % [ids])


func test_the_first_game_that_stores_an_id_stays() -> void:
	var place := "user://ids/first.installation"
	SaveFolder.make("user://ids")
	for id: String in ["first-installation", "second-installation"]:
		Installation._store(place, id)
	expect(Installation._read(place), "first-installation", "the id")
	for name in DirAccess.get_directories_at("user://ids"):
		check(not name.ends_with(".tmp"), "no draft is left")


func test_a_cleared_folder_and_a_damaged_file_have_a_new_id() -> void:
	var folder := "user://ids/damaged"
	var seen: Dictionary[String, bool] = {Installation.id_of(folder, URL): true}
	for bytes: PackedByteArray in [
		PackedByteArray(),
		PackedByteArray([255, 0, 1]),
		"short".to_utf8_buffer(),
		("x".repeat(20) + "\n").to_utf8_buffer(),
		"x".repeat(65).to_utf8_buffer(),
	]:
		write_id(folder, bytes)
		var id := Installation.id_of(folder, URL)
		check_form(id)
		expect(Installation.id_of(folder, URL), id, "the id stays")
		seen[id] = true
	expect(seen.size(), 6, "the ids")
	DirAccess.remove_absolute(id_file_of(folder))
	DirAccess.remove_absolute(id_file_of(folder).get_base_dir())
	check(not seen.has(Installation.id_of(folder, URL)), "a cleared folder")


func test_a_folder_that_cannot_be_used_has_an_id_for_this_run() -> void:
	var file := FileAccess.open("user://no-folder", FileAccess.WRITE)
	file.close()
	var id := Installation.id_of("user://no-folder/saves", URL)
	check_form(id)
	expect(Installation.id_of("user://no-folder/saves", URL), id, "the id in the same run")
	var phone := device(player(), "user://no-folder/saves")
	var save := await opened(phone, {"initial": {"level": 1}})
	expect((await settle(save)).ok, true, "the flush")
	check_form(phone.writes().back().headers["X-Installation-Id"])
