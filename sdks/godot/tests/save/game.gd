## A game that is killed, and one that has a save open beside others. Arguments: the address of the service, a token,
## the number of the first change, what to do, and by how many seconds the clock is wrong. It is to "play", to change
## the save without end; to "finish", to send what is left and end; to "hold" the save open; to play a "session" beside
## it; or to "tell" the id of the installation. It tells each change before it makes it and after it was kept.
extends Node

const Installation := preload("res://addons/playkeep/installation.gd")
const INITIAL := {"count": 0, "log": []}

var _save: PlaykeepSave


func _ready() -> void:
	var arguments := OS.get_cmdline_user_args()
	success(Playkeep.configure({"url": arguments[0], "token": func() -> String: return arguments[1]}))
	Playkeep.save_clock.hurry = 0.02
	Playkeep.save_clock.skew_milliseconds = arguments[4].to_int() * 1000
	if arguments[3] == "tell":
		say("installation %s" % Installation.id_of("user://together", arguments[0]))
		get_tree().quit()
		return
	if arguments[3] == "session":
		success(await Playkeep.sessions.play({"on_active": "replace"}))
	var opened: PlaykeepResult = await Playkeep.open_save({"initial": INITIAL})
	if not opened.ok:
		say("failed %s" % opened.error)
		get_tree().quit(1)
		return
	_save = opened.value
	say("open %s" % _save.durable)
	match arguments[3]:
		"play":
			await change_for_ever(arguments[2].to_int())
		"finish":
			await finish()


func success(result: PlaykeepResult) -> void:
	if not result.ok:
		say("failed %s" % result.error)


func say(line: String) -> void:
	print(line)


func change_for_ever(first: int) -> void:
	var number := first
	while true:
		say("made %d" % number)
		success(change(number))
		say("kept %d" % number)
		# Some changes come in one frame, and others after some frames.
		for frame in number % 4:
			await get_tree().process_frame
		number += 1


## Makes the number appear in the record once: in the log, as a member, or in the sum.
func change(number: int) -> PlaykeepResult:
	match number % 5:
		0:
			return _save.patch([{"op": "append", "path": "/log", "value": number}])
		1:
			return _save.append("/log", number)
		2:
			return _save.merge({"last": number, "k%d" % number: number})
		3:
			return _save.set_data(_save.data.merged({"last": number, "k%d" % number: number}, true))
	return _save.increment("/count", [1, 1_000, 1_000_000][number % 3])


func finish() -> void:
	var failures := 0
	var result := await _save.flush()
	while not result.ok and failures < 20:
		failures += 1
		result = await _save.flush()
	success(result)
	_save.close()
	say("finished")
	get_tree().quit()
