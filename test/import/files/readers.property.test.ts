// Arbitrary tables, arrays and staged players come back as they were written, whatever the texts and the chunks.
import { test } from 'bun:test';
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  jsonValue,
  record,
  string,
  tuple,
} from 'fast-check';
import { csvRows } from '../../../src/import/csv/rows.ts';
import { jsonElements } from '../../../src/import/files/json-elements.ts';
import { fromStagedText, toStagedText } from '../../../src/import/files/staged-player.ts';
import { jsonObjects } from '../../../src/import/jsonl/objects.ts';
import { amount } from '../../harness/nightly.ts';
import { all, inputOf } from './inputs.ts';

const runs = { numRuns: amount(300, 20_000) };
const lineEnd = constantFrom('\n', '\r\n');
const chunkBytes = integer({ min: 1, max: 40 });
/** Texts of whole characters, with those that the formats use. */
const text = string({ unit: 'binary' }).map((each) => each.toWellFormed().replaceAll('\0', ''));
const special = constantFrom('"', '""', ',', '\n', '\r\n', '\\', '[', ']', '{', '}', '\\"', ' ', 'é', '🎮');
const hostile = array(special, { maxLength: 6 }).map((parts) => parts.join(''));
const cell = constantFrom(true, false).chain((isHostile) => (isHostile ? hostile : text));

const equal = (found: unknown, expected: unknown): void => {
  if (!Bun.deepEquals(found, expected, true))
    throw new Error(`found ${JSON.stringify(found)}\nexpected ${JSON.stringify(expected)}`);
};

const textsOf = (items: readonly ({ readonly text: string } | object)[]) =>
  items.map((item) => ('text' in item ? item.text : item));

test('a table', async () => {
  const quotedCell = (each: string): string => `"${each.replaceAll('"', '""')}"`;
  const table = integer({ min: 2, max: 5 }).chain((columns) =>
    array(array(cell, { minLength: columns, maxLength: columns }), { maxLength: 6 }),
  );
  const separators = constantFrom(',', ';', '\t');
  const property = asyncProperty(
    table,
    lineEnd,
    separators,
    chunkBytes,
    async (rows, end, separator, bytes) => {
      const content = rows.map((row) => row.map(quotedCell).join(separator) + end).join('');
      const found = await all(csvRows(inputOf(content, bytes), separator));
      const cells = found.map((row) => row.cells);
      equal(cells, rows);
    },
  );
  await assert(property, runs);
});

const white = array(constantFrom(' ', '\n', '\r', '\t'), { maxLength: 3 }).map((parts) => parts.join(''));
const values = array(tuple(white, jsonValue(), white), { maxLength: 6 });

test('an array, alone and as a member', async () => {
  await assert(
    asyncProperty(values, hostile, chunkBytes, async (elements, name, bytes) => {
      const texts = elements.map(([, value]) => JSON.stringify(value));
      const content = `[${elements.map(([before, , after], index) => before + texts[index] + after).join(',')}]`;
      const found = await all(jsonElements(inputOf(content, bytes)));
      equal(textsOf(found), texts);
      const page = `{${JSON.stringify(`${name}.`)}:${content}, ${JSON.stringify(name)} :${content}}`;
      const paged = await all(jsonElements(inputOf(page, bytes), { member: name }));
      equal(textsOf(paged), texts);
    }),
    runs,
  );
});

test('lines', async () => {
  const lines = array(record({ id: text, value: jsonValue() }), { maxLength: 6 });
  await assert(
    asyncProperty(lines, lineEnd, chunkBytes, async (objects, end, bytes) => {
      const texts = objects.map((each) => JSON.stringify(each));
      const found = await all(jsonObjects(inputOf(texts.join(end), bytes)));
      equal(textsOf(found), texts);
    }),
    runs,
  );
});

test('a staged player', async () => {
  const player = record({
    at: cell,
    values: array(record({ path: array(cell, { minLength: 1, maxLength: 3 }), text: cell }), {
      maxLength: 4,
    }),
    ids: array(tuple(cell, array(cell, { minLength: 1, maxLength: 3 })), { maxLength: 3 }),
  });
  await assert(
    asyncProperty(player, async ({ at, values: placed, ids }) => {
      const { ids: found = {}, ...others } = fromStagedText(
        toStagedText({ at, values: placed, ids: Object.fromEntries(ids) }),
      );
      equal(others, { at, values: placed });
      equal({ ...found }, Object.fromEntries(ids));
    }),
    runs,
  );
});
