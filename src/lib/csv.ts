// Fields of CSV (RFC 4180), for the service and the console. A spreadsheet would run a text that begins like a formula, so such a
// text gets an apostrophe before it. Pure.

/** A text that anybody may have chosen, as a field. */
export const csvTextField = (text: string): string => csvField(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/**
 * Any text as a field, to the last character, for programs that load a table: none of them runs a formula. It is in quotes, so that
 * an empty text differs from nothing, and a text of digits from a number.
 */
export const csvExactField = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A text of the service's own, such as a number or a date, as a field. */
export const csvField = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
