// The scan accepts exactly the texts that `JSON.parse` accepts, and reports the position of the first fault.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { stringValue } from '../../src/lib/json-places.ts';
import { InvalidJson, isObjectText, placeOf, scanDocument } from '../../src/lib/json-scan.ts';
import { hostileBodies } from '../hostile/bodies.ts';

const bounds = { maxDepth: 100 };

function scan(text: string | Uint8Array, limits = bounds): 'valid' | { problem: string; offset: number } {
  try {
    scanDocument(Buffer.from(text as string), limits);
    return 'valid';
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error;
    return { problem: error.problem, offset: error.offset };
  }
}

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON text, and the same with a piece removed, inserted or doubled. */
const jsonText = fc.json({ maxDepth: 4 });
const insertions = fc.constantFrom('', ' ', '\u0000', '\t', ...',:"\\{}[]0.e-n');
const spoilt = fc
  .tuple(jsonText, fc.nat(), fc.nat(3), insertions)
  .map(([text, position, removed, inserted]) => {
    const at = position % (text.length + 1);
    return text.slice(0, at) + inserted + text.slice(at + removed);
  });

describe('a scan', () => {
  test('accepts exactly the texts that the parser accepts', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, spoilt, fc.string({ unit: 'binary' })), (text) => {
        fc.pre(text.isWellFormed());
        expect([text, scan(text) === 'valid']).toEqual([text, isParsed(text)]);
      }),
      { numRuns: 5_000 },
    );
  });

  test('judges long strings as the parser does, wherever a forbidden character is', () => {
    const plain = ['x'.repeat(300), 'é'.repeat(300), 'y'.repeat(2_000), '\\\\', '\\"', '\u007f', '\u2028'];
    const piece = fc.constantFrom(...plain, '\t', '\u0000', '\\x');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = `["${pieces.join('')}"]`;
        expect(scan(text) === 'valid').toBe(isParsed(text));
      }),
      { numRuns: 2_000 },
    );
    const late = { problem: 'syntax', offset: 2_001 };
    expect(scan(`"${'x'.repeat(2_000)}\n${'x'.repeat(2_000)}"`)).toEqual(late);
  });

  test('judges the hostile bodies as the parser does', () => {
    for (const { name, body } of hostileBodies) {
      const text = typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
      if (text.length > 200_000) continue;
      // The scan does not check invalid UTF-8 inside strings: the decoder does.
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      const isText = Buffer.from(Buffer.from(bytes).toString()).equals(Buffer.from(bytes));
      const isValid = scan(bytes, { maxDepth: 2_000 }) === 'valid';
      if (isText) expect([name, isValid]).toEqual([name, isParsed(Buffer.from(bytes).toString())]);
    }
  });

  test('reports the position of the first fault', () => {
    const offsets = { '{"a":}': 5, '[1,2': 4, '"a': 2, '"\\u12G4"': 5, tru: 3, '1 2': 2, '': 0 };
    for (const [text, offset] of Object.entries(offsets))
      expect([text, scan(text)]).toEqual([text, { problem: 'syntax', offset }]);
    expect(placeOf(Buffer.from('{\n "é": x}'), 9)).toEqual({ line: 2, column: 7 });
  });

  test('is bounded in depth and in strings', () => {
    expect(scan('[[[]]]', { maxDepth: 3 })).toBe('valid');
    expect(scan('[[[]]]', { maxDepth: 2 })).toEqual({ problem: 'depth', offset: 2 });
    expect(scan('1', { maxDepth: 0 })).toBe('valid');
    expect(scan('['.repeat(100_000), { maxDepth: 50_000 })).toEqual({ problem: 'depth', offset: 50_000 });
    const few = { maxDepth: 5, maxStrings: 3 };
    expect(scan('{"a":{"b":1},"c":[1,2,3,4]}', few)).toBe('valid');
    expect(scan('{"a":{"b":1},"c":{"d":1}}', few)).toEqual({ problem: 'strings', offset: 18 });
    expect(scan('["a","b","c","d"]', few)).toEqual({ problem: 'strings', offset: 13 });
  });

  test('distinguishes an object from other values', () => {
    for (const [text, isObject] of Object.entries({ ' {} ': true, '[]': false, '"{}"': false, '{': false }))
      expect([text, isObjectText(text, 2)]).toEqual([text, isObject]);
    expect(isObjectText('{"a":[[]]}', 2)).toBe(false);
  });
});

test('a string is read as the parser reads it', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text).slice(1, -1)),
    fc.constantFrom('\\u0041', '\\uD800', '\\udFFf', '\\/', '\\"', '\\\\', '\\b\\f\\n\\r\\t', 'é🎮'),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = `"${pieces.join('')}"`;
      expect(stringValue(text)).toBe(JSON.parse(text));
    }),
    { numRuns: 2_000 },
  );
});
