// The test vectors of a save (sdks/vectors/save), which all clients answer with the same bytes: the difference, the merge of three, and
// sums. The expectations come from the model (test/models) and from the service's own code, and never from a client.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ObjectValue, parseText, toText, type Value } from '../../client/src/save/exact.ts';
import { difference, merge3 } from '../../client/src/save/merge3.ts';
import { applyPatch } from '../../client/src/save/patch.ts';
import { formatPointer, parsePointer } from '../../client/src/save/pointer.ts';
import { attempt } from './answers.ts';
import { folder } from './cases.ts';
import { patched } from './reference.ts';

interface SaveKinds {
  difference: [given: { before: string; after: string }, expected: { operations: string }];
  merge3: [
    given: { base: string; mine: string; theirs: string; units?: string; winner?: 'theirs'; begins?: true },
    expected: { merged: string; disputed: string },
  ];
  values: [
    given: { value: string; by: string; min?: string; max?: string },
    expected: { sum: string | null },
  ];
}

export type SaveKind = keyof SaveKinds;
type Given<K extends SaveKind> = SaveKinds[K][0];
type Expected<K extends SaveKind> = SaveKinds[K][1];
type Case<K extends SaveKind> = Given<K> & Partial<Expected<K>>;

const expectedMembers: Readonly<Record<SaveKind, readonly string[]>> = {
  difference: ['operations'],
  merge3: ['merged', 'disputed'],
  values: ['sum'],
};

export const saveKinds = Object.keys(expectedMembers) as readonly SaveKind[];

const pathOf = (kind: SaveKind): string => join(folder, 'save', `${kind}.jsonl`);

export const readSaveCases = <K extends SaveKind>(kind: K): readonly Case<K>[] =>
  readFileSync(pathOf(kind), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** What is given in a case. */
export const givenOf = <K extends SaveKind>(kind: K, line: Case<K>): Given<K> =>
  Object.fromEntries(
    Object.entries(line).filter(([name]) => !expectedMembers[kind].includes(name)),
  ) as Given<K>;

const incrementOf = ({ by, min, max }: Given<'values'>): string => {
  const bounds = `${min === undefined ? '' : `,"min":${min}`}${max === undefined ? '' : `,"max":${max}`}`;
  return `[{"op":"increment","path":"/n","by":${by}${bounds}}]`;
};
const sumIn = (document: string | null): string | null => document?.slice('{"n":'.length, -1) ?? null;

/** The answers of the client for JavaScript. */
export const saveAnswers: { readonly [K in SaveKind]: (given: Given<K>) => Expected<K> } = {
  difference: ({ before, after }) => ({
    operations: toText(difference(parseText(before), parseText(after)) as readonly Value[]),
  }),
  merge3({ base, mine, theirs, units = '[]', winner, begins = false }) {
    const paths = (JSON.parse(units) as readonly string[]).map(parsePointer);
    const sides = [base, mine, theirs].map((text) => parseText(text) as ObjectValue);
    const [first, second, third] = sides as [ObjectValue, ObjectValue, ObjectValue];
    const { merged, disputed } = merge3(first, second, third, {
      units: paths,
      winner: winner ?? 'mine',
      begins,
    });
    return { merged: toText(merged), disputed: JSON.stringify(disputed.map(formatPointer)) };
  },
  values(given) {
    const document = parseText(`{"n":${given.value}}`) as ObjectValue;
    const result = attempt(() => toText(applyPatch(document, parseText(incrementOf(given)) as never)));
    return { sum: sumIn(result) };
  },
};

const model = join(import.meta.dir, '../models/save_answers.py');
export const python = Bun.which('python3');

/** The expectations of the model or of the service, in the order of the cases. */
export function referencesOf<K extends SaveKind>(kind: K, all: readonly Given<K>[]): readonly Expected<K>[] {
  if (kind === 'values') return all.map((given) => sumOf(given as Given<'values'>) as Expected<K>);
  const lines = all.map((given) => `${JSON.stringify(given)}\n`).join('');
  const { stdout } = Bun.spawnSync([python ?? 'python3', '-B', model], {
    stdin: Buffer.from(lines),
    stderr: 'inherit',
  });
  const answers = stdout.toString().trimEnd().split('\n');
  if (answers.length !== all.length) throw new Error('the model has stopped');
  return answers.map((line) => JSON.parse(line));
}

/** A client refuses a sum past the largest number of JavaScript, which the service takes. */
function sumOf(given: Given<'values'>): Expected<'values'> {
  const sum = sumIn(patched(`{"n":${given.value}}`, incrementOf(given)));
  return { sum: sum !== null && Number.isFinite(Number(sum)) ? sum : null };
}

/** Adds the expectations to the cases. @throws Error for one that is another one */
export async function completeSaveCases<K extends SaveKind>(kind: K): Promise<void> {
  const lines = readSaveCases(kind);
  const given = lines.map((line) => givenOf(kind, line));
  const whole = referencesOf(kind, given).map((expected, index) => ({ ...given[index], ...expected }));
  for (const [index, line] of lines.entries())
    if (!Bun.deepEquals({ ...whole[index], ...line }, whole[index]))
      throw new Error(`${kind} ${JSON.stringify(line)}: the outcome is ${JSON.stringify(whole[index])}`);
  await Bun.write(pathOf(kind), whole.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
