// Formats JSON by its white space alone: numbers keep every digit, strings their escapes, members their order.
import { type JsonToken, scanJson } from './scan.ts';

const step = '  ';

/** Deeper levels are indented like this one, so that a hostile document of many levels stays of bounded size. */
const deepestIndent = 32;

const lineBreak = (depth: number): string => `\n${step.repeat(Math.min(depth, deepestIndent))}`;

/**
 * The text with each member and element on a line of its own, indented by two spaces. Empty objects and arrays stay on one line.
 * @throws JsonFault
 */
export function formatJson(text: string): string {
  const pieces: string[] = [];
  let before: JsonToken['kind'] | undefined;
  scanJson(text, (token, depth) => {
    const source = text.slice(token.start, token.end);
    if (token.kind === 'close') {
      pieces.push(before === 'open' ? source : lineBreak(depth) + source);
    } else if (before === 'open' || before === 'comma') {
      pieces.push(lineBreak(depth) + source);
    } else {
      pieces.push(before === 'colon' ? ` ${source}` : source);
    }
    before = token.kind;
  });
  return pieces.join('');
}

/** The text without white space between its tokens. @throws JsonFault */
export function minifyJson(text: string): string {
  const pieces: string[] = [];
  scanJson(text, ({ start, end }) => pieces.push(text.slice(start, end)));
  return pieces.join('');
}
