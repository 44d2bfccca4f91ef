// The header `Prefer` (RFC 7240): its grammar, of which `wait` and `return=minimal` are known, and what is passed over.
import { expect, test } from 'bun:test';
import { preferredWait, prefersMinimal } from '../../src/http/prefer.ts';

test.each([
  ['wait=1', 1],
  ['wait=25', 25],
  ['WAIT=7', 7],
  ['wait = 7', 7],
  ['wait="7"', 7],
  ['wait=007', 7],
  // A wait is an upper bound.
  ['wait=26', 25],
  ['wait=99999999999999999999', 25],
  ['respond-async, wait=10', 10],
  ['respond-async,wait=10', 10],
  [', ,respond-async ,, wait=10,', 10],
  ['wait=10; other=1; "x', 10],
  ['foo="x, wait=10', undefined],
  ['wait=10; other=1;; third', 10],
  ['return=minimal; foo="some, wait=3 \\" text", wait=4', 4],
  ['handling=lenient; wait=3, wait=4', 4],
  // The first instance counts (section 2).
  ['wait=3, wait=4', 3],
  ['wait=x, wait=4', undefined],
  ['', undefined],
  ['wait', undefined],
  ['wait=', undefined],
  ['wait=""', undefined],
  ['wait=0', undefined],
  ['wait=-1', undefined],
  ['wait=1.5', undefined],
  ['wait=1e1', undefined],
  ['await=5', undefined],
  ['waits=5', undefined],
  ['foo=wait=5', undefined],
  ['"wait=5"', undefined],
  ['wait 5', undefined],
  ['wait;=5', undefined],
  // A malformed preference is passed over.
  ['@, wait=5', 5],
  ['foo=", \\", wait=3", wait=5', 5],
])('%j waits %p seconds', (header, seconds) => {
  expect(preferredWait(header)).toBe(seconds);
});

test.each([
  ['return=minimal', true],
  ['RETURN=Minimal', true],
  ['return = "minimal"', true],
  ['return=minimal, wait=5', true],
  ['respond-async, wait=5,return=minimal; x=1', true],
  ['@, return=minimal', true],
  ['return=minimal, return=representation', true],
  ['return=representation, return=minimal', false],
  ['return=representation', false],
  ['return', false],
  ['return=', false],
  ['return=minimally', false],
  ['return minimal', false],
  ['x=return=minimal', false],
  ['foo="x, return=minimal"', false],
  ['', false],
])('%j prefers a minimal answer: %p', (header, isMinimal) => {
  expect(prefersMinimal(header)).toBe(isMinimal);
});

test('several headers are one list, as the runtime joins them', () => {
  const headers = new Headers([
    ['prefer', 'respond-async'],
    ['prefer', 'wait=9'],
    ['prefer', 'return=minimal'],
  ]);
  expect(prefersMinimal(headers.get('prefer') ?? '')).toBe(true);
  expect(preferredWait(headers.get('prefer') ?? '')).toBe(9);
});

test('a header of a megabyte is read in linear time', () => {
  // In the square of its length it would take hours.
  for (const part of ['a=b;', 'a ', '"', ' \t', 'a="\\', ',', 'wait=1 ; ;'])
    for (const end of ['', '"', '\u0001'])
      expect(preferredWait(`x=${part.repeat(1_000_000 / part.length)}${end}`)).not.toBe(0);
});
