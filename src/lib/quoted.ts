// Texts of callers within the sentences of errors.

/** Text of the caller, short enough for a sentence. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
