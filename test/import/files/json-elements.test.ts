// The elements of a JSON array in a stream: every character of each, whatever the chunks, and clear refusals of hostile files.
import { describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { jsonElements } from '../../../src/import/files/json-elements.ts';
import { IMPORT_PART_MAX_BYTES, IMPORT_PART_MAX_DEPTH } from '../../../src/limits.ts';
import { all, growthOf, inputOf, repeated } from './inputs.ts';

const elements = [
  '{"a": 0.10, "b":\t9007199254740993}',
  '"text with ] and \\" and \\\\"',
  '-0.0e5',
  'true',
  '[ [ ] , {"]": "}"} ]',
  '{"Größe \u{1f3ae}": "\\ud83c\\udfae"}',
  'null',
];
const spaced = `\r\n[ ${elements.join(' ,\n')}\t]\n`;

const reading = (content: string | Uint8Array, member?: string, chunkBytes = 5) =>
  all(jsonElements(inputOf(content, chunkBytes), member === undefined ? {} : { member }));
const textsOf = (items: Awaited<ReturnType<typeof reading>>): string[] =>
  items.map((item) => ('text' in item ? item.text : item.reason));

describe('the elements of an array', () => {
  test.each([1, 7, 100_000])('keep every character, in chunks of %d bytes', async (chunkBytes) => {
    const items = await reading(spaced, undefined, chunkBytes);
    expect(textsOf(items)).toEqual(elements);
    expect(items[1]?.at).toBe('data.json element 2');
    const page = `{"links":{"results":[1]}, "a]":"[", "results":${spaced},"next":null }`;
    expect(textsOf(await reading(page, 'results', chunkBytes))).toEqual(elements);
  });

  test.each([
    ['an empty array', '[]', undefined],
    ['an empty array as a member', '{"results":[ ]}', 'results'],
    ['an array after a byte order mark', '\ufeff[]', undefined],
  ])('may be none: %s', async (_name, content, member) => {
    for (const chunkBytes of [1, 100]) expect(await reading(content, member, chunkBytes)).toEqual([]);
  });

  test.each([
    ['an empty file', '', undefined, 'data.json: is empty'],
    ['white space', ' \n', undefined, 'data.json: is empty'],
    ['an object for an array', '{}', undefined, 'data.json: is no JSON array'],
    ['an array for an object', '[]', 'results', 'data.json: is no JSON object'],
    ['no such member', '{"a":[]}', 'results', 'data.json: has no member "results"'],
    ['a member that is no array', '{"results":{}}', 'results', 'has a member "results" that is no array'],
    ['a member that comes twice', '{"results":[],"results":[]}', 'results', 'has the member "results" twice'],
    ['an end within an element', '[1,{"a":', undefined, 'ends early, after 1 whole elements'],
    ['an end after an element', '[1,2', undefined, 'ends early, after 1 whole elements'],
    ['an end after a comma', '[1,', undefined, 'ends early, after 1 whole elements'],
    ['an end after the array of a member', '{"results":[1]', 'results', 'ends early, after 1 whole elements'],
    ['a missing comma', '[1 2]', undefined, 'is no JSON at byte 4'],
    ['a comma too many', '[1,,2]', undefined, 'the element 2 that begins at byte 4 is no JSON at its end'],
    ['a comma before the end', '[1,]', undefined, 'element 2 that begins at byte 4 is no JSON at its end'],
    ['something after the end', '[1] 2', undefined, 'is no JSON at byte 5'],
    ['a key without quotes', '{a:[]}', 'a', 'is no JSON at byte 2'],
    ['no JSON', '[1,{"a":tru}]', undefined, 'the element 2 that begins at byte 4 is no JSON at its byte 9'],
    ['brackets of two kinds', '[{"a":1]]', undefined, 'that begins at byte 2 is no JSON at its byte 7'],
    ['a NUL', '["a\0b"]', undefined, 'the element 1 that begins at byte 2 is no JSON at its byte 3'],
    ['a NUL between elements', '[1,\0 2]', undefined, 'the element 2 that begins at byte 4 is no JSON'],
  ])('are refused with their file: %s', async (_name, content, member, message) => {
    for (const chunkBytes of [1, 3, 100]) {
      const refused = reading(content, member, chunkBytes);
      await expect(refused).rejects.toThrow(message);
      await expect(refused).rejects.toMatchObject({ name: 'SourceUnreadable' });
    }
  });

  test.each([
    ['gzip', gzipSync('[1]'), 'is compressed with gzip; unpack it by gunzip -k FILE'],
    ['UTF-16, low byte first', Buffer.from('\ufeff[1]', 'utf16le'), 'is UTF-16; turn it into UTF-8 by'],
    ['UTF-16, high byte first', Buffer.from('\ufeff[1]', 'utf16le').swap16(), 'is UTF-16; turn it into'],
    ['a zip', Buffer.from('PK\x03\x04 and more'), 'is a zip; unpack it by unzip FILE'],
  ])('are refused with the way to unpack: %s', async (_name, content, message) => {
    for (const chunkBytes of [1, 100])
      await expect(reading(content, undefined, chunkBytes)).rejects.toThrow(`data.json: ${message}`);
  });

  test('go on behind one that is not UTF-8', async () => {
    const content = Buffer.concat([Buffer.from('[1,"a'), Buffer.from([0xff]), Buffer.from('",2]')]);
    expect(await reading(content)).toEqual([
      { at: 'data.json element 1', text: '1' },
      { at: 'data.json element 2', reason: 'is not UTF-8', opening: '"a\ufffd"' },
      { at: 'data.json element 3', text: '2' },
    ]);
  });

  test('go on behind one that nests too deep, and take one at the bound', async () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    const content = `[${nested(IMPORT_PART_MAX_DEPTH + 1)},${nested(IMPORT_PART_MAX_DEPTH)},${nested(1_000_000)}]`;
    const items = await reading(content, undefined, 65_536);
    const reason = `nests deeper than ${IMPORT_PART_MAX_DEPTH} levels`;
    expect(textsOf(items)).toEqual([reason, nested(IMPORT_PART_MAX_DEPTH), reason]);
  });

  test('of a gigabyte are passed over in bounded memory', async () => {
    const chunks = repeated('[1,"', 'x', 1024 ** 3, '",2]');
    const { items, bytes } = await growthOf(jsonElements({ name: 'data.json', chunks }));
    expect(items).toEqual([
      { at: 'data.json element 1', text: '1' },
      {
        at: 'data.json element 2',
        reason: `is longer than ${IMPORT_PART_MAX_BYTES} bytes`,
        opening: '"'.padEnd(65_536, 'x'),
      },
      { at: 'data.json element 3', text: '2' },
    ]);
    expect(bytes).toBeLessThan(150 * 1024 * 1024);
  }, 60_000);

  test('of a million strings take linear time', async () => {
    const element = `[${'"",'.repeat(1_000_000)}""]`;
    expect(textsOf(await reading(`[${element}]`, undefined, 65_536))).toEqual([element]);
  });
});
