// A grammar of JSON text: values from plain to odd, all of them JSON, over a small pool of names so that patches meet them.
import type { Random } from './random.ts';

/** As they are in JSON text, between the quotes. */
// biome-ignore format: a list
export const names = [
  'level', 'gold', 'settings', 'items', 'profile', 'wallet', 'private', 'a', 'b', '', 'data', '__proto__',
  'constructor', '\\u0061', 'a/b', 'm~n', '0', 'é', '🎮',
] as const;

// biome-ignore format: a list
const numbers = [
  '0', '1', '-1', '3', '41', '1.0', '-0', '0.5', '1e400', '-1e-400', '1E+2', '12345678901234567890',
];
export const numberText = (random: Random): string => random.pick(numbers);

const longNumber = `${'9'.repeat(400)}.${'1'.repeat(400)}e-999`;

// biome-ignore format: a list
const strings = [
  '""', '"a"', '"level"', '"é🎮"', '"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '"\\"}"',
  '"2026-01-02T03:04:05.678Z"', '"\' OR 1=1; --"', '"{{7*7}}<script>%00%n"', '"\u2028\u007f\uffff"',
];

export function valueText(random: Random, depth = 0): string {
  const nested = depth > 3 ? 0 : 1;
  return random.weighted<() => string>([
    [4, () => numberText(random)],
    [3, () => random.pick(strings)],
    [2, () => random.pick(['true', 'false', 'null'])],
    [1 * nested, () => list(random, depth)],
    [2 * nested, () => objectText(random, depth + 1)],
    [0.05, () => longNumber],
    [0.05, () => `"${'x'.repeat(random.int(3_000))}"`],
    [0.02, () => '['.repeat(300) + ']'.repeat(300)],
  ])();
}

function list(random: Random, depth: number): string {
  return `[${Array.from({ length: random.int(4) }, () => valueText(random, depth + 1)).join(',')}]`;
}

/** An object, sometimes with a repeated name or additional white space. */
export function objectText(random: Random, depth = 0): string {
  const space = random.chance(0.1) ? random.pick([' ', '\n', '\t\r\n ']) : '';
  const members = Array.from(
    { length: random.int(5) },
    () => `${space}"${random.pick(names)}"${space}:${space}${valueText(random, depth + 1)}`,
  );
  return `{${members.join(',')}${space}}`;
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** A JSON Pointer in JSON text, mostly to a place that may exist. */
export function pointerText(random: Random): string {
  if (random.chance(0.05))
    return random.pick(['""', '"/"', '"a"', '"/~2"', '"/a~"', '1', 'null', '"/items/-"', '"/items/01"']);
  const steps = Array.from({ length: 1 + random.int(2) }, () =>
    random.chance(0.15) ? random.pick(['-', '0', '1', '99999999999']) : escaped(random.pick(names)),
  );
  return `"${steps.map((step) => `/${step}`).join('')}"`;
}
