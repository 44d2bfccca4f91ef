// The lines of a file of answers, each one JSON value.
import { createBoundedBytes } from '../files/bounded-bytes.ts';
import { type Input, textChunksOf } from '../files/input.ts';
import type { JsonElement } from '../files/json-elements.ts';
import { readJsonPart } from '../files/json-part.ts';
import type { SourceRefusal } from '../source.ts';

const lineFeed = 0x0a;

export async function* jsonLines(input: Input): AsyncGenerator<JsonElement | SourceRefusal> {
  const bytes = createBoundedBytes();
  let number = 0;
  function* finish(): Generator<JsonElement | SourceRefusal> {
    number += 1;
    const isEmpty = bytes.length === 0;
    const part = readJsonPart(bytes.take());
    const at = `${input.name} line ${number}`;
    if (!isEmpty) yield 'problem' in part ? { at, reason: part.problem } : { at, text: part.text };
  }
  for await (const chunk of textChunksOf(input)) {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      bytes.add(chunk.subarray(from, at));
      yield* finish();
      from = at + 1;
    }
    bytes.add(chunk.subarray(from));
  }
  yield* finish();
}
