// Sizes of text in UTF-8 that are known without encoding it.

/** The most bytes of UTF-8 that one UTF-16 code unit takes. A surrogate pair, two units, takes four. */
export const UTF8_MAX_BYTES_PER_UNIT = 3;
