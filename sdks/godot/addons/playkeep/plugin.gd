## Adds the autoload [code]Playkeep[/code] where the plugin is enabled, and removes it where it is disabled.
@tool
extends EditorPlugin

const AUTOLOAD := "Playkeep"


func _enable_plugin() -> void:
	add_autoload_singleton(AUTOLOAD, "playkeep.gd")


func _disable_plugin() -> void:
	remove_autoload_singleton(AUTOLOAD)
