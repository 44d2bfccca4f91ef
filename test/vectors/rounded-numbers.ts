// Numbers that JavaScript rounds or writes in another way, kept as marked strings while JavaScript calculates with documents.

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

export const isHeldNumber = (text: string): boolean => JSON.stringify(Number(text)) === text;

const isRounded = (token: string): boolean => !token.startsWith('"') && !isHeldNumber(token);

/** The numbers of a JSON text that JavaScript would write otherwise. */
export const roundedNumbers = (text: string): string[] => (text.match(tokens) ?? []).filter(isRounded);

/** The JSON text with a string for each of these numbers. */
export const mark = (text: string): string =>
  text.replace(tokens, (token) => (isRounded(token) ? `"\\u0000number ${token}"` : token));

export const unmark = (text: string): string => text.replace(/"\\u0000number (?<token>[^"]+)"/g, '$<token>');
