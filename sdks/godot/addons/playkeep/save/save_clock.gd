## Time and chance of a save, which a test replaces. The device's date is for display, and decides nothing.
extends RefCounted

const Transport := preload("../http/transport.gd")

## Pauses take this part of their time.
var hurry := 1.0
## Added to the device's date.
var skew_milliseconds := 0
## A number from 0 to below 1.
var random: Callable = randf


## Milliseconds since the epoch by the device's clock.
func now_milliseconds() -> int:
	return int(Time.get_unix_time_from_system() * 1000.0) + skew_milliseconds


## A timer that goes on while the tree is paused, and whatever the time scale of the game.
func timer(seconds: float) -> SceneTreeTimer:
	var tree := Engine.get_main_loop() as SceneTree
	return tree.create_timer(seconds * hurry, true, false, true)


## The pause before a repetition. [param failures] counts from 1.
func pause_seconds(failures: int, retry_after_seconds: float) -> float:
	return Transport.pause_seconds(failures, retry_after_seconds, random.call())
