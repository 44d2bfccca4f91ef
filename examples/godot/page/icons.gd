## The pictures on the switches, from outlines in SVG.
class_name Icons
extends RefCounted

const AEROPLANE := "M21 16v-2l-8-5V3.5a1.5 1.5 0 0 0-3 0V9l-8 5v2l8-2.5V19l-2 1.5V22l3.5-1 3.5 1v-1.5L13 19v-5.5z"
const PHONE := (
	"M7 1h10a2 2 0 0 1 2 2v18a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2m0 4v13h10V5z"
	+ "m5 14.2a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6"
)


## White, 18 pixels wide on the screen. [param scale] is that of the window.
static func texture(outline: String, scale: float) -> Texture2D:
	var image := Image.new()
	var picture := (
		'<svg xmlns="http://www.w3.org/2000/svg" width="18" height="18" viewBox="0 0 24 24">'
		+ '<path fill="#fff" d="%s"/></svg>'
	)
	if image.load_svg_from_string(picture % outline, maxf(scale, 1.0)) != OK:
		return null
	var made := ImageTexture.create_from_image(image)
	made.set_size_override(Vector2i(18, 18))
	return made
