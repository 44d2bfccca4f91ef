-- A save of `length` bytes that does not lose most of the bytes of a state (losses.ts). The length of a text is read without the text. A null
-- `lossBytes` means that no losses are marked.
(:lossBytes IS NULL OR metadata.text IS NULL OR octet_length(metadata.text) < :lossBytes
    OR input.length * 2 >= octet_length(metadata.text))
