// Patterns that match in linear time: the same answers as the runtime's own engine, and no text that keeps them busy.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { linearPattern } from '../../src/lib/linear-pattern.ts';
import { InvalidPattern } from '../../src/lib/pattern-syntax.ts';
import { cpuMilliseconds } from '../harness/cpu-time.ts';
import { amount } from '../harness/nightly.ts';

/** Parts that meet: characters of the texts, classes of them, and what stands around them. */
const atoms = [
  ...String.raw`a b . é 💥 [ab] [^a] [^\s@] \d \w \S \p{L} \u{1F4A5} \ud83d\udca5 \x61 \n \. [\]\-b] [a-z] []`.split(
    ' ',
  ),
  ...['^', '$', '\\b', '\\B'],
];
const quantifiers = ['', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '+?'];
const isAssertion = (atom: string) => ['^', '$', '\\b', '\\B'].includes(atom);

const pattern: fc.Arbitrary<string> = fc.letrec<{ choice: string; sequence: string; term: string }>(
  (tie) => ({
    choice: fc.array(tie('sequence'), { minLength: 1, maxLength: 2 }).map((parts) => parts.join('|')),
    sequence: fc.array(tie('term'), { maxLength: 3 }).map((parts) => parts.join('')),
    term: fc.oneof(
      // Deeper groups with quantifiers take the runtime more steps than it allows itself, and it answers that nothing matches.
      { maxDepth: 2, depthSize: 'small' },
      fc
        .tuple(fc.constantFrom(...atoms), fc.constantFrom(...quantifiers))
        .map(([atom, quantifier]) => (isAssertion(atom) ? atom : atom + quantifier)),
      fc
        .tuple(fc.constantFrom('(', '(?:', '(?<name>'), tie('choice'), fc.constantFrom(...quantifiers))
        .map(([open, inner, quantifier]) => `${open}${inner})${quantifier}`),
    ),
  }),
).choice;

const texts = fc.array(fc.constantFrom(...'ab1 \né💥@-].', '\ud83d'), { maxLength: 8 });

/** Undefined for a pattern of too many states. */
function machineOf(source: string) {
  try {
    return linearPattern(source);
  } catch (error) {
    expect(String(error)).toContain('takes more than 2000 states');
    return undefined;
  }
}

test('match as the runtime does', () => {
  fc.assert(
    fc.property(pattern, fc.array(texts, { minLength: 3, maxLength: 6 }), (source, candidates) => {
      let expected: RegExp;
      try {
        expected = new RegExp(source, 'u');
      } catch {
        // The same name twice.
        expect(() => linearPattern(source)).toThrow(InvalidPattern);
        return;
      }
      const own = machineOf(source);
      if (!own) return;
      for (const characters of candidates) {
        const text = characters.join('');
        expect([source, text, own.test(text)]).toEqual([source, text, expected.test(text)]);
      }
    }),
    { numRuns: amount(1_000, 30_000) },
  );
}, 120_000);

test.each([
  ['^#[0-9a-fA-F]{6}$', ['#12ab9F'], ['#12ab9', ' #12ab9f', '#12ab9g']],
  ['^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', ['a@b.c'], ['a@b', '@b.c']],
  ['^(?:sword|shield)_\\w+$', ['sword_a'], ['sword_', 'axe_a', 'shield']],
  ['^\\d{4}-\\d{2}-\\d{2}$', ['2026-11-25'], ['2026-1-25']],
  ['^$', [''], ['a', '\n']],
  ['', ['', 'a'], []],
])('take what schemas ask for: %s', (source, fitting, others) => {
  const { test: matches } = linearPattern(source);
  expect(fitting.filter((text) => !matches(text))).toEqual([]);
  expect(others.filter((text) => matches(text))).toEqual([]);
});

describe('no text keeps them busy:', () => {
  // With the runtime's engine the first two would take longer than the age of the universe, the third hours.
  test.each([
    ['^(a+)+$', `${'a'.repeat(200_000)}!`],
    ['^(?:a|aa|a?)*$', `${'a'.repeat(200_000)}!`],
    ['a*b', 'a'.repeat(200_000)],
    ['(?:x?){500}y', 'x'.repeat(5_000)],
  ])('%s', (source, text) => {
    let work = 0;
    const startedAt = cpuMilliseconds();
    const spend = (units: number) => {
      work += units;
    };
    expect(linearPattern(source).test(text, spend)).toBe(false);
    expect(cpuMilliseconds() - startedAt).toBeLessThan(5_000);
    // It spends for all that it does, so a budget stops it.
    expect(work).toBeGreaterThan(text.length);
  });

  test('an anchored one ends where it cannot go on', () => {
    let work = 0;
    const spend = (units: number) => {
      work += units;
    };
    expect(linearPattern('^b').test('a'.repeat(100_000), spend)).toBe(false);
    expect(work).toBeLessThan(100);
  });
});

test.each([
  ['(a', 'is no regular expression'],
  ['a{2,1}', 'is no regular expression'],
  ['\\-', 'is no regular expression'],
  ['(?=a)b', 'has "(?=a)", which cannot be matched in linear time'],
  ['(?<!a)b', 'has "(?<!a", which cannot be matched in linear time'],
  ['(a)\\1', 'has "\\\\1", which cannot be matched in linear time'],
  ['(?<n>a)\\k<n>', 'has "\\\\k<n>", which cannot be matched in linear time'],
  ['^[a-z]{5000}$', 'takes more than 2000 states'],
  ['(?:(?:){9999}){9999}', 'takes more than 2000 states'],
])('are refused where they are invalid or would not be linear: %s', (source, sentence) => {
  expect(() => linearPattern(source)).toThrow(InvalidPattern);
  expect(() => linearPattern(source)).toThrow(sentence);
});
