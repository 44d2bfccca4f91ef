// A copy of a text that holds nothing else in memory. The runtime makes a piece of a text as a view into the whole, so a name of ten
// characters that is kept can keep a document of many megabytes.

export const ownText = (text: string): string =>
  // UTF-8 has no half of a surrogate pair, and UTF-16 takes twice the memory of most texts.
  text.isWellFormed() ? Buffer.from(text).toString() : Buffer.from(text, 'utf16le').toString('utf16le');
