// Numbers that JavaScript rounds or writes in another way, kept as marked strings while JavaScript calculates with documents.

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

export const isHeldNumber = (text: string): boolean => JSON.stringify(Number(text)) === text;

const isRounded = (token: string): boolean => !token.startsWith('"') && !isHeldNumber(token);

/** Numbers with which JavaScript may calculate in another way than an exact client. */
export const roundableNumbers = (text: string): string[] =>
  (text.match(tokens) ?? []).filter((token) => {
    return !token.startsWith('"') && (!isHeldNumber(token) || /[eE]|^(?:\D*\d){16}/.test(token));
  });

/** The JSON text with a string for each of these numbers. */
export const mark = (text: string): string =>
  text.replace(tokens, (token) => (isRounded(token) ? `"\\u0000number ${token}"` : token));

export const unmark = (text: string): string => text.replace(/"\\u0000number (?<token>[^"]+)"/g, '$<token>');
