// Sizes in UTF-8 of text that has not been encoded.

/** The most bytes of UTF-8 that one UTF-16 code unit takes. A surrogate pair, two units, takes four. */
export const UTF8_MAX_BYTES_PER_UNIT = 3;
