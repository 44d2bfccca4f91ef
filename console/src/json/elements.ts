// Cuts the sources of the elements out of a JSON array, exactly as they stand there.
import { scanJson } from './scan.ts';

/**
 * The source of each element of an array.
 * @returns undefined for JSON that is no array
 * @throws JsonFault if the text is not JSON
 */
export function elementSources(text: string): readonly string[] | undefined {
  const sources: string[] = [];
  let isArray: boolean | undefined;
  let start = -1;
  let end = -1;
  scanJson(text, (token, depth) => {
    if (isArray === undefined) {
      isArray = text[token.start] === '[';
      return;
    }
    const isBorder = (depth === 1 && token.kind === 'comma') || (depth === 0 && token.kind === 'close');
    if (!isBorder) {
      if (start === -1) start = token.start;
      end = token.end;
      return;
    }
    if (start !== -1) sources.push(text.slice(start, end));
    start = -1;
  });
  return isArray ? sources : undefined;
}
