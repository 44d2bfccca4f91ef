// Finds the end of a JSON value in chunks of any size. It knows strings and brackets alone; a scan of the whole value checks the rest.

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

export const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** A value whose first byte is known and whose end is not. */
export interface ValueEnd {
  /** @returns the index after the value, or -1 where the chunk ends within it */
  find(chunk: Uint8Array, from: number): number;
}

/** @param first the first byte of the value, which is the first one that `find` gets */
export function createValueEnd(first: number): ValueEnd {
  if (first === quote || first === openBrace || first === openBracket) return createNestedEnd();
  return {
    find(chunk, from) {
      for (let at = from; at < chunk.length; at += 1) {
        const byte = chunk[at];
        if (byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte)) return at;
      }
      return -1;
    },
  };
}

/** The end of a string or a container. */
function createNestedEnd(): ValueEnd {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  return {
    find(chunk, from) {
      for (let at = from; at < chunk.length; at += 1) {
        const byte = chunk[at];
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (byte === backslash) isEscaped = true;
          else if (byte === quote) {
            isInString = false;
            if (depth === 0) return at + 1;
          }
        } else if (byte === quote) isInString = true;
        else if (byte === openBrace || byte === openBracket) depth += 1;
        else if (byte === closeBrace || byte === closeBracket) {
          depth -= 1;
          if (depth === 0) return at + 1;
        }
      }
      return -1;
    },
  };
}
