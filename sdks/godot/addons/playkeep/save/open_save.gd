## The opening of a save: its player is found out, its state comes from the device or the service, and sending begins.
extends RefCounted

const Batch := preload("batch.gd")
const Change := preload("change.gd")
const Exchange := preload("exchange.gd")
const Identity := preload("identity.gd")
const Installation := preload("../installation.gd")
const Lifecycle := preload("../lifecycle.gd")
const Listener := preload("listener.gd")
const RandomId := preload("../random_id.gd")
const SaveClock := preload("save_clock.gd")
const SaveContent := preload("save_content.gd")
const SaveFiles := preload("save_files.gd")
const SaveFolder := preload("save_folder.gd")
const SaveLock := preload("save_lock.gd")
const SaveQueue := preload("save_queue.gd")
const SaveSession := preload("save_session.gd")
const Sender := preload("sender.gd")
const Settlement := preload("settlement.gd")
const TokenSource := preload("../http/token_source.gd")
const Transport := preload("../http/transport.gd")
const Options := preload("../options.gd")
const Settings := preload("../settings.gd")
const FirstOf := preload("../http/first_of.gd")

## How long a save without a copy on the device waits for the service.
const PATIENCE_SECONDS := 1.0
const _OPTIONS: Dictionary[String, Array] = {
	"initial": [TYPE_DICTIONARY],
	"resolve": [TYPE_CALLABLE],
	"session": [TYPE_OBJECT, TYPE_NIL],
	"live": [TYPE_BOOL],
	"folder": [TYPE_STRING],
	"set_damaged_aside": [TYPE_BOOL],
}


## The client of which a save is opened.
class Client:
	extends RefCounted
	var transport: Transport
	## As the service names the player; empty where only the token says it.
	var player := ""
	var lifecycle: Lifecycle
	var clock := SaveClock.new()


## A [PlaykeepSave] as [member PlaykeepResult.value], below [param parent]. It fails with [code]unauthorized[/code]
## where neither the option [code]player[/code] nor a token says who plays, with [code]network[/code] where no token
## comes, with [code]storage[/code] for a save that is open elsewhere or damaged, and with [code]refused[/code] for
## options that are none.
static func open(client: Client, options: Dictionary, parent: Node) -> PlaykeepResult:
	var refusal := _check(options)
	if refusal != null:
		return refusal
	var player := client.player
	if player.is_empty():
		var token: PlaykeepResult = await client.transport.tokens.current()
		if not token.ok:
			return token
		player = TokenSource.subject_of(token.value.text)
	if player.is_empty():
		var unknown := "Neither `player` nor the token names the player"
		return PlaykeepResult.failure(PlaykeepError.of(PlaykeepError.UNAUTHORIZED, unknown))
	var folder: String = options.get("folder", Settings.value_of(Settings.SAVE_FOLDER))
	SaveFolder.make(folder)
	var path := SaveFolder.path_of(folder, client.transport.url, player)
	var lock := await SaveLock.take(path)
	if not lock.ok and lock.error is SaveLock.OpenElsewhere:
		return lock
	var files: SaveFiles = SaveFiles.new(path) if lock.ok else null
	var content := _read(files, options.get("set_damaged_aside", false))
	if not content.ok:
		lock.value.release()
		return content
	var identity := Identity.new(player, client.player)
	var queue := SaveQueue.new(content.value, files)
	var is_new := queue.etag().is_empty() and queue.changes().is_empty()
	if is_new:
		await _begin(queue, client, identity, options.get("initial"))
	# A save in memory shares its id with no other one.
	var installation := Installation.id_of(folder, client.transport.url) if lock.ok else RandomId.make()
	var save := _start(client, options, identity, queue, installation, lock.value)
	parent.add_child(save)
	save.begin(not is_new, content.error if lock.ok else lock.error)
	return PlaykeepResult.success(save)


## Null for options that are in order.
static func _check(options: Dictionary) -> PlaykeepResult:
	var refusal := Options.check(options, _OPTIONS)
	if refusal != null or not options.has("initial"):
		return refusal
	var initial := Settlement.read_document(options.initial)
	if initial.ok:
		return null
	var error := PlaykeepError.of(PlaykeepError.REFUSED, "The option \"initial\" is no JSON")
	error.detail = initial.error
	return PlaykeepResult.failure(error)


## The device's copy, or an empty one. It fails for a damaged one, unless that may be set aside.
static func _read(files: SaveFiles, may_set_aside: bool) -> PlaykeepResult:
	var result := PlaykeepResult.success(null)
	if files != null:
		result = files.read()
	if not result.ok and may_set_aside and files.set_aside():
		# The failure stays in the result, so that it is told.
		result.ok = true
	if result.ok and result.value == null:
		result.value = SaveContent.new()
	return result


## The beginning of a save without a copy on the device: the record of the service if it answers in time, else
## [param initial], which may be null.
static func _begin(
	queue: SaveQueue, client: Client, identity: Identity, initial: Variant
) -> void:
	var first := FirstOf.new()
	_read_record(first, client, identity)
	first.settle_after(client.transport.get_tree(), PATIENCE_SECONDS, null)
	var record: PlaykeepRecord = await first.outcome()
	if record != null:
		var update := SaveQueue.Update.new()
		update.record = record
		queue.commit(update)
	if initial == null or (record != null and record.text != "{}"):
		return
	var body := {"data": Settlement.read_document(initial).value}
	queue.add(Change.of(Change.INITIAL, body, client.clock.now_milliseconds()))


## Settles with the record. Without one the sender finds out why.
static func _read_record(first: FirstOf, client: Client, identity: Identity) -> void:
	var request := Transport.Request.new()
	request.path = Batch.PATH
	var result := await client.transport.send(request)
	var record: PlaykeepRecord
	if result.ok:
		record = Transport.record_of(result.value)
	if record != null and identity.check_record(record, result.value.token) != null:
		record = null
	first.settle(record)


static func _start(
	client: Client,
	options: Dictionary,
	identity: Identity,
	queue: SaveQueue,
	installation: String,
	lock: SaveLock
) -> PlaykeepSave:
	var resolve: Callable = options.get("resolve", Callable())
	var settlement := Settlement.new(queue, resolve, client.clock)
	var session := SaveSession.new()
	session.use(options.get("session"))
	var exchange := Exchange.new(queue, client.transport, settlement, identity, session, installation)
	var sender := Sender.new(queue, exchange, client.clock)
	if options.get("live", false):
		sender.listener = Listener.new(queue, client.transport, session, installation, client.clock)
	var save := PlaykeepSave.new(queue, sender, client.clock, session, lock)
	settlement.conflict.connect(save.tell_conflict)
	save.follow(client.lifecycle)
	return save
