## The values of a game in Project Settings, below Playkeep. The plugin shows them there, and [code]configure[/code],
## sessions and saves take them where an option is left out.
extends RefCounted

## The address of the service.
const URL := "playkeep/url"
## The pause between two heartbeats of a session.
const HEARTBEAT_SECONDS := "playkeep/heartbeat_seconds"
## The folder of saves on the device.
const SAVE_FOLDER := "playkeep/save_folder"

const _DEFAULTS: Dictionary[String, Variant] = {
	URL: "",
	HEARTBEAT_SECONDS: 300.0,
	SAVE_FOLDER: "user://playkeep",
}


## The value of the project, or the default.
static func value_of(setting: String) -> Variant:
	if not ProjectSettings.has_setting(setting):
		return _DEFAULTS[setting]
	return ProjectSettings.get_setting_with_override(setting)


## Shows the settings in the editor. Values that are the default are not written into the project's file.
static func register() -> void:
	for setting: String in _DEFAULTS:
		if not ProjectSettings.has_setting(setting):
			ProjectSettings.set_setting(setting, _DEFAULTS[setting])
		ProjectSettings.set_initial_value(setting, _DEFAULTS[setting])
		ProjectSettings.set_as_basic(setting, true)
		ProjectSettings.add_property_info({"name": setting, "type": typeof(_DEFAULTS[setting])})
