-- The bytes of the text of a save.
input.length
