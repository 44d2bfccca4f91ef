## Opens a save: finds out whose it is, takes the device's copy or asks the service, and starts to send.
class_name PlaykeepOpenSave
extends RefCounted

const Options := preload("../options.gd")
const FirstOf := preload("../http/first_of.gd")

const FOLDER := "user://playkeep"
## How long a save without a copy on the device waits for the service.
const PATIENCE_SECONDS := 1.0
const _OPTIONS: Dictionary[String, Array] = {
	"initial": [TYPE_DICTIONARY],
	"resolve": [TYPE_CALLABLE],
	"session": [TYPE_OBJECT, TYPE_NIL],
	"folder": [TYPE_STRING],
	"set_damaged_aside": [TYPE_BOOL],
}


## The client of which a save is opened.
class Client:
	extends RefCounted
	var transport: PlaykeepTransport
	## As the service names the player; empty where only the token says it.
	var player := ""
	var lifecycle: PlaykeepLifecycle
	var clock := PlaykeepSaveClock.new()


## A [PlaykeepSave] as [member PlaykeepResult.value], below [param parent]. It fails with [code]unauthorized[/code]
## where neither the option [code]player[/code] nor a token says who plays, with [code]storage[/code] for a save that
## is open elsewhere or damaged, and with [code]refused[/code] for options that are none.
static func open(client: Client, options: Dictionary, parent: Node) -> PlaykeepResult:
	var refusal := _check(options)
	if refusal != null:
		return refusal
	var player := client.player
	if player.is_empty():
		var token: PlaykeepResult = await client.transport.tokens.current()
		if not token.ok:
			return token
		player = PlaykeepTokenSource.subject_of(token.value.text)
	if player.is_empty():
		var unknown := "Neither `player` nor the token names the player"
		return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.UNAUTHORIZED, unknown))
	var path := _path_of(options.get("folder", FOLDER), client.transport.url, player)
	var lock := await PlaykeepSaveLock.take(path)
	if not lock.ok and lock.error is PlaykeepSaveLock.OpenElsewhere:
		return lock
	var files: PlaykeepSaveFiles = PlaykeepSaveFiles.new(path) if lock.ok else null
	var content := _read(files, options.get("set_damaged_aside", false))
	if not content.ok:
		lock.value.release()
		return content
	var identity := PlaykeepIdentity.new(player, client.player)
	var queue := PlaykeepSaveQueue.new(content.value, files)
	var is_new := queue.etag().is_empty() and queue.changes().is_empty()
	if is_new:
		await _begin(queue, client, identity, options.get("initial"))
	var save := _start(client, options, identity, queue, lock.value)
	parent.add_child(save)
	save.begin(not is_new, content.error if lock.ok else lock.error)
	return PlaykeepResult.success(save)


## Null for options that are in order.
static func _check(options: Dictionary) -> PlaykeepResult:
	var refusal := Options.check(options, _OPTIONS)
	if refusal != null or not options.has("initial"):
		return refusal
	var initial := PlaykeepSettlement.read_document(options.initial)
	if initial.ok:
		return null
	var error := PlaykeepError.of(PlaykeepError.REFUSED, "The option \"initial\" is no JSON")
	error.detail = initial.error
	return PlaykeepResult.failure(error)


static func _path_of(folder: String, url: String, player: String) -> String:
	_make_folder(folder)
	var name := "%s %s" % [url.rstrip("/"), player]
	return folder.path_join(name.sha256_text().left(40))


## Tells nothing where a folder cannot be made: the lock does.
static func _make_folder(folder: String) -> void:
	if DirAccess.dir_exists_absolute(folder) or folder.get_base_dir() == folder:
		return
	_make_folder(folder.get_base_dir())
	DirAccess.make_dir_absolute(folder)


## The device's copy, or an empty one. It fails for a damaged one, unless that may be set aside.
static func _read(files: PlaykeepSaveFiles, may_set_aside: bool) -> PlaykeepResult:
	var result := PlaykeepResult.success(null)
	if files != null:
		result = files.read()
	if not result.ok and may_set_aside and files.set_aside():
		# The failure stays in the result, so that it is told.
		result.ok = true
	if result.ok and result.value == null:
		result.value = PlaykeepSaveContent.new()
	return result


## The beginning of a save without a copy on the device: the record of the service if it answers in time, else
## [param initial], which may be null.
static func _begin(
	queue: PlaykeepSaveQueue, client: Client, identity: PlaykeepIdentity, initial: Variant
) -> void:
	var first := FirstOf.new()
	_read_record(first, client, identity)
	first.settle_after(client.transport.get_tree(), PATIENCE_SECONDS, null)
	var record: PlaykeepRecord = await first.outcome()
	if record != null:
		var update := PlaykeepSaveQueue.Update.new()
		update.record = record
		queue.commit(update)
	if initial == null or (record != null and record.text != "{}"):
		return
	var body := {"data": PlaykeepSettlement.read_document(initial).value}
	queue.add(PlaykeepChange.of(PlaykeepChange.INITIAL, body, client.clock.now_milliseconds()))


## Settles with the record. Without one the sender finds out why.
static func _read_record(first: FirstOf, client: Client, identity: PlaykeepIdentity) -> void:
	var request := PlaykeepTransport.Request.new()
	request.path = PlaykeepBatch.PATH
	var result := await client.transport.send(request)
	var record: PlaykeepRecord
	if result.ok:
		record = PlaykeepTransport.record_of(result.value)
	if record != null and identity.check_record(record, "", result.value.token) != null:
		record = null
	first.settle(record)


static func _start(
	client: Client,
	options: Dictionary,
	identity: PlaykeepIdentity,
	queue: PlaykeepSaveQueue,
	lock: PlaykeepSaveLock
) -> PlaykeepSave:
	var resolve: Callable = options.get("resolve", Callable())
	var settlement := PlaykeepSettlement.new(queue, resolve, client.clock)
	var session := PlaykeepSaveSession.new()
	session.use(options.get("session"))
	var exchange := PlaykeepExchange.new(
		queue, client.transport, settlement, identity, client.clock, session
	)
	var sender := PlaykeepSender.new(queue, exchange, client.clock)
	var save := PlaykeepSave.new(queue, sender, client.clock, session, lock)
	settlement.conflict.connect(save.conflict.emit)
	save.follow(client.lifecycle)
	return save
