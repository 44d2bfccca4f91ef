// A file of a source that is one JSON value, and small enough to be read as a whole.
import { createBoundedBytes } from './bounded-bytes.ts';
import { type Input, textChunksOf } from './input.ts';
import { type JsonPart, readJsonPart } from './json-part.ts';

/** @throws SourceUnreadable for a file that cannot be read, or is in no form of text */
export async function readJsonFile(input: Input): Promise<JsonPart> {
  const bytes = createBoundedBytes();
  for await (const chunk of textChunksOf(input)) bytes.add(chunk);
  return readJsonPart(bytes.take());
}
