## Opens a save: finds out whose it is, takes the device's copy or asks the service, and starts to send.
class_name PlaykeepOpenSave
extends RefCounted

const OPTIONS: Array[String] = ["initial", "resolve", "session", "folder", "set_damaged_aside"]
const FOLDER := "user://playkeep"
## How long a save without a copy on the device waits for the service.
const PATIENCE_SECONDS := 1.0


## Of a client, for its saves.
class Client:
	extends RefCounted
	## Of the service.
	var url: String
	## The option of that name; empty for none.
	var player := ""
	## Answers a [PlaykeepResult] with the text of a token, and may be awaited.
	var token: Callable
	## Text of a token to its claim [code]sub[/code]; an empty text for none.
	var subject_of: Callable
	var transport: PlaykeepTransport
	var clock := PlaykeepSaveClock.new()


## The first of two: it ends by the answer of the service, or by time.
class Race:
	extends RefCounted
	signal ended
	var is_over := false
	var record: PlaykeepRecord

	func end(with_record: PlaykeepRecord = null) -> void:
		if is_over:
			return
		is_over = true
		record = with_record
		ended.emit()


## A [PlaykeepSave] as [member PlaykeepResult.value], below [param parent]. It fails with [code]unauthorized[/code] where
## neither the option [code]player[/code] nor a token says who plays, with [code]storage[/code] for a save that is open
## elsewhere or damaged, and with [code]refused[/code] for options that are none.
static func open(client: Client, options: Dictionary, parent: Node) -> PlaykeepResult:
	var problem := _problem_of(options)
	if not problem.is_empty():
		var invalid := PlaykeepError.of(
			PlaykeepError.REFUSED, "The options of the save are not valid"
		)
		invalid.detail = problem
		return PlaykeepResult.failure(invalid)
	var player := client.player
	if player.is_empty():
		var token: PlaykeepResult = await client.token.call()
		if not token.ok:
			return token
		player = client.subject_of.call(token.value)
	if player.is_empty():
		var unknown := "Neither `player` nor the token names the player"
		return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.UNAUTHORIZED, unknown))
	var path := _path_of(options.get("folder", FOLDER), client.url, player)
	var lock := await PlaykeepSaveLock.take(path)
	if not lock.ok and lock.error is PlaykeepSaveLock.OpenElsewhere:
		return lock
	var files: PlaykeepSaveFiles = PlaykeepSaveFiles.new(path) if lock.ok else null
	var content := _read(files, options.get("set_damaged_aside", false))
	if not content.ok:
		lock.value.release()
		return content
	var identity := PlaykeepIdentity.new(player, client.player, client.subject_of)
	var queue := PlaykeepSaveQueue.new(content.value, files)
	var is_new := queue.etag().is_empty() and queue.changes().is_empty()
	if is_new:
		await _begin(queue, client, identity, options.get("initial"))
	var save := _start(client, options, identity, queue, lock.value)
	parent.add_child(save)
	save.begin(not is_new, lock.error)
	return PlaykeepResult.success(save)


static func _problem_of(options: Dictionary) -> String:
	for option: Variant in options:
		if str(option) not in OPTIONS:
			return "there is no option `%s`" % str(option)
	if options.has("initial"):
		var initial := PlaykeepSettlement.read_document(options.initial)
		if not initial.ok:
			return "`initial`: " + initial.error
	return ""


static func _path_of(folder: String, url: String, player: String) -> String:
	DirAccess.make_dir_recursive_absolute(folder)
	var name := "%s %s" % [url.rstrip("/"), player]
	return folder.path_join(name.sha256_text().left(40))


## The device's copy, or an empty one. It fails for a damaged one, unless that may be set aside.
static func _read(files: PlaykeepSaveFiles, may_set_aside: bool) -> PlaykeepResult:
	var result := PlaykeepResult.success(null)
	if files != null:
		result = files.read()
	if not result.ok and may_set_aside and files.set_aside():
		push_warning("%s. It was renamed: %s" % [result.error.message, result.error.detail])
		result = PlaykeepResult.success(null)
	if result.ok and result.value == null:
		return PlaykeepResult.success(PlaykeepSaveContent.new())
	return result


## The beginning of a save without a copy on the device: the record of the service if it answers in time, else
## [param initial], which may be null.
static func _begin(
	queue: PlaykeepSaveQueue, client: Client, identity: PlaykeepIdentity, initial: Variant
) -> void:
	var race := Race.new()
	_read_record(race, client, identity)
	if not race.is_over:
		client.clock.timer(PATIENCE_SECONDS / client.clock.hurry).timeout.connect(race.end)
		await race.ended
	if race.record != null:
		var update := PlaykeepSaveQueue.Update.new()
		update.record = race.record
		queue.commit(update)
	if initial == null or (race.record != null and race.record.text != "{}"):
		return
	var body := {"data": PlaykeepSettlement.read_document(initial).value}
	queue.add(PlaykeepChange.of(PlaykeepChange.INITIAL, body, client.clock.now_milliseconds()))


## Ends the race with the record. Without one the sender finds out why.
static func _read_record(race: Race, client: Client, identity: PlaykeepIdentity) -> void:
	var request := PlaykeepTransport.Request.new()
	request.path = PlaykeepBatch.PATH
	var result := await client.transport.send(request)
	var record: PlaykeepRecord
	if result.ok:
		record = PlaykeepTransport.record_of(result.value)
	if record != null and identity.check_record(record, "", result.value.token) != null:
		record = null
	race.end(record)


static func _start(
	client: Client,
	options: Dictionary,
	identity: PlaykeepIdentity,
	queue: PlaykeepSaveQueue,
	lock: PlaykeepSaveLock
) -> PlaykeepSave:
	var session: Object = options.get("session")
	var resolve: Callable = options.get("resolve", Callable())
	var settlement := PlaykeepSettlement.new(queue, resolve, client.clock)
	var session_id := func() -> String: return str(session.session_id) if session != null else ""
	var exchange := PlaykeepExchange.new(
		queue, client.transport, settlement, identity, client.clock, session_id
	)
	var sender := PlaykeepSender.new(queue, exchange, client.clock)
	var save := PlaykeepSave.new(queue, sender, client.clock, lock)
	settlement.conflict.connect(save.conflict.emit)
	return save
