## The device's copy of one save: the last record of the service, the request that is on its way, and the changes in
## order. Its files follow each change of it.
extends RefCounted

const Batch := preload("batch.gd")
const Change := preload("change.gd")

## The last known state of the service, as text.
var text := "{}"
## Empty before the service was reached for the first time.
var etag := ""
## As the service names the player; empty before the service was reached.
var player_id := ""
## The request on its way; null for none.
var batch: Batch
## All that are kept, in order.
var changes: Array[Change] = []
## The highest number that a change had.
var last_number := 0
