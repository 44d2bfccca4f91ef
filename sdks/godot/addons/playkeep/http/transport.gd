## Sends requests and judges answers. Only an answer in the envelope of the service counts: the page of a captive portal
## or of a proxy is a network fault. Only requests that are safe to repeat are repeated.
class_name PlaykeepTransport
extends Node


## A request. Its members are set before it is sent.
class Request:
	extends RefCounted
	## GET, POST, PATCH or DELETE.
	var method := "GET"
	## From [code]/api[/code] on.
	var path: String
	## Without those whose value is empty.
	var headers: Dictionary[String, String] = {}
	## Text; empty for none.
	var body := ""
	## Called with each token before it is used. It answers null, or the [PlaykeepError] with which the request ends.
	var check_token := Callable()


## The answer to a request that succeeded.
class Reply:
	extends RefCounted
	var status: int
	## The text of the envelope.
	var text: String
	## Empty where there is none.
	var etag: String
	## The token with which it was sent.
	var token: String


## One attempt, but for a second one with a new token after a 401. [member PlaykeepResult.value] is a [Reply].
func send(request: Request) -> PlaykeepResult:
	return null


## The same with repetitions after faults that allow them, at most four.
func send_patiently(request: Request) -> PlaykeepResult:
	return null


## The JSON text of the member [code]data[/code] of an envelope; empty where there is none.
static func data_text(reply: Reply) -> String:
	return ""


## The record of a success; null for another answer.
static func record_of(reply: Reply) -> PlaykeepRecord:
	return null
