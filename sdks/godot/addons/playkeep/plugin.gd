## The autoload [code]Playkeep[/code] is added where the plugin is enabled, and removed where it is disabled. While it
## is enabled, its values are in Project Settings.
@tool
extends EditorPlugin

const Settings := preload("settings.gd")
const AUTOLOAD := "Playkeep"


func _enter_tree() -> void:
	Settings.register()


func _enable_plugin() -> void:
	add_autoload_singleton(AUTOLOAD, "playkeep.gd")


func _disable_plugin() -> void:
	remove_autoload_singleton(AUTOLOAD)
