## Asks the sign-in of the example for tokens: a name is enough. A real game asks its own sign-in.
class_name TokenIssuer
extends Node

const _SECONDS := 10.0


class Answer:
	extends RefCounted
	## Empty where there is none.
	var token := ""
	## Why there is none, for the player.
	var refusal := ""


var _url: String


func _init(sign_in_url: String) -> void:
	_url = sign_in_url
	process_mode = Node.PROCESS_MODE_ALWAYS


func ask(player: String) -> Answer:
	var request := HTTPRequest.new()
	request.timeout = _SECONDS
	# Browsers unpack by themselves.
	request.accept_gzip = not OS.has_feature("web")
	add_child(request)
	var answer := Answer.new()
	answer.refusal = "The sign-in does not answer. Is `npm run example` running?"
	var fields := PackedStringArray(["Content-Type: application/json"])
	var body := JSON.stringify({"name": player})
	if request.request(_url + "/token", fields, HTTPClient.METHOD_POST, body) == OK:
		var outcome: Array = await request.request_completed
		var text: String = outcome[3].get_string_from_utf8()
		if outcome[0] == HTTPRequest.RESULT_SUCCESS and outcome[1] == 200:
			answer.token = text
		elif outcome[0] == HTTPRequest.RESULT_SUCCESS:
			answer.refusal = text
	request.queue_free()
	return answer
