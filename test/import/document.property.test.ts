// Documents of random maps and values: each is what an independent construction gives, to the last character of each value.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { buildDocument } from '../../src/import/document.ts';
import { mergeUnder } from '../../src/import/merge-under.ts';
import { readyMap } from '../../src/import/read-map.ts';

const key = fc.oneof(
  fc.constantFrom('a', 'b', 'c', '', '~', '/', 'a/b', '__proto__', 'constructor', '"', '\\', 'é', '\u0000'),
  fc.string({ maxLength: 3 }).filter((text) => text.isWellFormed()),
);
const space = fc.constantFrom('', ' ', '\n', '\t ');
const text = fc
  .tuple(
    space,
    fc.oneof(fc.json({ maxDepth: 3 }), fc.constantFrom('1.50', '1E400', '-0', '"\\u0061"', '{ "x": 1 }')),
    space,
  )
  .map((parts) => parts.join(''));
const placed = fc.record({ to: fc.array(key, { maxLength: 4 }), text });

/** An object of plain maps, whose leaves are the texts. */
type Built = Map<string, Built> | { readonly text: string };

/** The document by brute force; undefined where two values meet. */
function construct(
  values: readonly { readonly to: readonly string[]; readonly text: string }[],
): Built | undefined {
  const isBefore = (a: readonly string[], b: readonly string[]) =>
    a.every((token, index) => token === b[index]);
  for (const [index, a] of values.entries())
    for (const b of values.slice(index + 1))
      if (isBefore(a.to, b.to) || isBefore(b.to, a.to)) return undefined;
  const rest = (below: typeof values): Built => {
    const [first] = below;
    if (first?.to.length === 0) return { text: first.text };
    const keys = [...new Set(below.map(({ to }) => to[0] ?? ''))];
    return new Map(
      keys.map((name) => [
        name,
        rest(below.filter(({ to }) => to[0] === name).map(({ to, text }) => ({ to: to.slice(1), text }))),
      ]),
    );
  };
  return rest(values);
}

const written = (built: Built): string =>
  built instanceof Map
    ? `{${[...built].map(([name, below]) => `${JSON.stringify(name)}:${written(below)}`).join(',')}}`
    : built.text.replace(/^[ \n\t\r]+|[ \n\t\r]+$/g, '');

test('a document has each value at its place, and a collision names both', () => {
  fc.assert(
    fc.property(fc.array(placed, { minLength: 1, maxLength: 8 }), (values) => {
      const built = buildDocument(
        values.map((value) => ({ ...value, from: value.to })),
        1_000_000,
      );
      const expected = construct(values);
      if (expected === undefined) {
        expect(built).toEqual({ problem: expect.stringMatching(/ go to .| has /s) });
        return;
      }
      const whole = written(expected);
      if (whole.startsWith('{')) expect(built).toEqual({ text: whole });
      else expect(built).toEqual({ problem: expect.stringContaining('is not the text of a JSON object') });
    }),
    { numRuns: 2_000 },
  );
});

const unit = fc.constantFrom(...'ab{}/~ ');
const token = fc.string({ unit, minLength: 1, maxLength: 4 });
const pointerToken = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const isName = (name: string) => /^\{[^{}]+\}$/.test(name);

test('a rule gives a value its place, whatever its names are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(token, fc.constantFrom('{x}', '{y}', '{z}')), { minLength: 1, maxLength: 5 }),
      fc.array(key, { minLength: 5, maxLength: 5 }),
      fc.shuffledSubarray(['x', 'y', 'z']),
      (tokens, path, order) => {
        const names = tokens.filter(isName);
        fc.pre(new Set(names).size === names.length);
        const to = ['top', ...order.map((name) => `{${name}}`).filter((name) => names.includes(name))];
        const pointer = (parts: readonly string[]) => parts.map((part) => `/${pointerToken(part)}`).join('');
        const map = readyMap({ player: ['{user}'], values: [{ from: pointer(tokens), to: pointer(to) }] });
        const value = tokens.map((part, index) => (isName(part) ? (path[index] ?? '') : part));
        const expected = to.map((part) => (isName(part) ? value[tokens.indexOf(part)] : part));
        expect(map.placeOf(value)).toEqual({ to: expected as string[], read: undefined, write: undefined });
        expect(map.placeOf([...value, 'x'])).toBeUndefined();
      },
    ),
    { numRuns: 1_000 },
  );
});

test('a merge keeps ours and adds what is missing', () => {
  const under = (ours: unknown, theirs: unknown): unknown => {
    const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isRecord(ours) || !isRecord(theirs)) return ours;
    const merged = new Map(Object.entries(theirs as object));
    for (const [name, value] of Object.entries(ours as object))
      merged.set(name, merged.has(name) ? under(value, merged.get(name)) : value);
    return Object.fromEntries(merged);
  };
  const object = fc.dictionary(fc.constantFrom(...'abcd'), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
  fc.assert(
    fc.property(object, object, (ours, theirs) => {
      const [a, b] = [JSON.stringify(ours, null, 1), JSON.stringify(theirs)];
      const merged = mergeUnder(a, b);
      expect(JSON.parse(merged)).toEqual(under(JSON.parse(a), JSON.parse(b)) as never);
      expect(mergeUnder(merged, b)).toBe(merged);
    }),
    { numRuns: 2_000 },
  );
});
