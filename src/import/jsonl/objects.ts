// The objects of a file: one a line, or the elements of one JSON array. White space around an object does not count, and a blank line is none.

import { createBoundedBytes } from '../files/bounded-bytes.ts';
import { type Input, peek } from '../files/input.ts';
import { type BadJson, type JsonElement, jsonElements } from '../files/json-elements.ts';
import { readJsonPart } from '../files/json-part.ts';
import { isSpace } from '../files/value-end.ts';
import { SourceUnreadable } from '../source.ts';

const openBracket = 0x5b;
const lineFeed = 0x0a;

/** @throws SourceUnreadable that names the file and the place */
export async function* jsonObjects(input: Input): AsyncGenerator<JsonElement | BadJson> {
  const { first, input: all } = await peek(input);
  yield* first === openBracket ? jsonElements(all) : jsonLines(all);
}

async function* jsonLines({ name, chunks }: Input): AsyncGenerator<JsonElement | BadJson> {
  const line = createBoundedBytes();
  let number = 1;
  function finish(isLast: boolean): JsonElement | BadJson | undefined {
    const at = `${name} line ${number}`;
    number += 1;
    const taken = line.take();
    if (!taken.isCut && taken.bytes.every(isSpace)) return undefined;
    const part = readJsonPart(taken);
    if ('text' in part) return { at, text: part.text };
    if (isLast && part.isSyntax)
      throw new SourceUnreadable(
        `${at}: the file ends within this line, which ${part.problem}; is it complete?`,
      );
    return { at, reason: part.problem, opening: part.opening };
  }

  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      line.add(chunk.subarray(from, end));
      const object = finish(false);
      if (object) yield object;
      from = end + 1;
    }
    line.add(chunk.subarray(from));
  }
  const last = line.length > 0 ? finish(true) : undefined;
  if (last) yield last;
}
