## One HTTP request on a node of its own, with a bound in time. A node does one request at a time, and works while the
## tree is paused as its parent does.
extends RefCounted

const FirstOf := preload("first_of.gd")
const Transport := preload("transport.gd")

## More than any answer of the service has.
const MOST_BYTES := 64 * 1024 * 1024
const CHUNK_BYTES := 256 * 1024

## The answer's HTTP status; 0 where no whole answer arrived.
var status := 0
var text := ""
## The client was freed before the answer, or nobody waited for it any more.
var is_closed := false
## By names in lower case.
var headers: Dictionary[String, String] = {}


## Sends a request and waits for its answer, at most [param seconds]. [param lines] are header fields.
static func run(
	parent: Node, request: Transport.Request, url: String, lines: PackedStringArray, seconds: float
) -> RefCounted:
	if request.is_given_up:
		return _read(null)
	var node := HTTPRequest.new()
	# Browsers unpack by themselves.
	node.accept_gzip = not OS.has_feature("web")
	# A redirect would take the token to another host. The service has none.
	node.max_redirects = 0
	node.body_size_limit = MOST_BYTES
	node.download_chunk_size = CHUNK_BYTES
	parent.add_child(node)
	var first := FirstOf.new()
	node.request_completed.connect(
		func(result: int, code: int, fields: PackedStringArray, bytes: PackedByteArray) -> void:
			first.settle([result, code, fields, bytes])
	)
	# A client that is freed ends its requests, or their callers would wait without an end.
	node.tree_exiting.connect(first.settle.bind(null))
	request.given_up.connect(first.settle.bind(null))
	# The node's own time-out goes with the game's time.
	first.settle_after(parent.get_tree(), seconds, [])
	if node.request(url, lines, _methods[request.method], request.body) != OK:
		first.settle([])
	var outcome: Variant = await first.outcome()
	node.queue_free()
	return _read(outcome)


static var _methods: Dictionary[String, HTTPClient.Method] = {
	"GET": HTTPClient.METHOD_GET,
	"POST": HTTPClient.METHOD_POST,
	"PATCH": HTTPClient.METHOD_PATCH,
	"DELETE": HTTPClient.METHOD_DELETE,
}


## An answer without a body, such as 204, has the result RESULT_NO_RESPONSE. The service gives none.
static func _read(outcome: Variant) -> RefCounted:
	var attempt := new()
	attempt.is_closed = outcome == null
	if attempt.is_closed or outcome.is_empty() or outcome[0] != HTTPRequest.RESULT_SUCCESS:
		return attempt
	attempt.status = outcome[1]
	var bytes: PackedByteArray = outcome[3]
	attempt.text = bytes.get_string_from_utf8()
	for line: String in outcome[2]:
		var name := line.get_slice(":", 0)
		attempt.headers[name.strip_edges().to_lower()] = line.substr(name.length() + 1).strip_edges()
	return attempt
