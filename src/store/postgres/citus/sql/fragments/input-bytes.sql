-- The bytes of the text of a save. On Citus the texts come as an array.
octet_length(input.text)
