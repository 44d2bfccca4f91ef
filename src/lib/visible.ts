// Text of players on a terminal: what a terminal would obey is written as an escape of JSON, so a line that is JSON stays the same value.

/** Control characters but tabs and line breaks, and those that turn the direction of the text beside them. */
const obeyed = /[^\P{Cc}\t\n\r]|\p{Bidi_Control}/gu;
/** In lines of the log, which may have colours: JSON has escaped the lower control characters of texts. */
const obeyedInLog = /[\u007f-\u009f]|\p{Bidi_Control}/gu;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const visible = (text: string): string => text.replace(obeyed, escaped);
export const visibleInLog = (line: string): string => line.replace(obeyedInLog, escaped);
