## A kept version of a player's metadata: a state that was replaced. In a list of versions it has no metadata.
class_name PlaykeepVersion
extends PlaykeepRecord

## Names the version when it is read or restored.
var version: int
## ISO 8601 in UTC; empty for a state from before there was a history.
var written_at: String
## [code]player[/code] or [code]server[/code].
var written_by: String
## The session that was active when it was written; empty where there was none.
var session_id: String
## ISO 8601 in UTC.
var replaced_at: String
## UTF-8 bytes of the metadata; 0 where none was stored.
var size_bytes: int


## Null for members that are no version.
static func of_version(members: Variant) -> PlaykeepVersion:
	if not members is Dictionary or not members.get("version") is int:
		return null
	var found := PlaykeepVersion.new()
	found.version = members["version"]
	found.etag = str(members.get("etag", ""))
	found.written_by = str(members.get("writtenBy", ""))
	found.replaced_at = str(members.get("replacedAt", ""))
	found.size_bytes = members.get("sizeBytes", 0)
	found.written_at = members["writtenAt"] if members.get("writtenAt") is String else ""
	found.session_id = members["sessionId"] if members.get("sessionId") is String else ""
	return found
