// Random documents with an edit each, for the tests of any client, as JSON Lines: `npx bun test/vectors/samples.ts 10000 SEED > FILE`.
// The outcomes are those of the client for JavaScript. Only numbers occur that it holds and adds exactly.
import { object, patchOf } from '../godot/json-samples.ts';
import { seeded } from '../harness/seeded.ts';
import { answer, textsOf } from './answers.ts';
import { hasIndexKey } from './cases.ts';
import { edited, short, whole } from './random-json.ts';

/** Members as those of the vectors of the kinds `patch`, `merge` and `difference`. */
export interface Sample {
  readonly document: string;
  /** They may not apply. */
  readonly operations: string;
  /** After the operations; null where they do not apply. */
  readonly result: string | null;
  readonly patch: string;
  /** After the merge patch. */
  readonly merged: string;
  /** The operations of the merge patch. */
  readonly merging: string;
  readonly after: string;
  /** The operations that make the document `after`. */
  readonly difference: string;
}

export function* makeSamples(count: number, seed: number): Generator<Sample> {
  const random = seeded(seed);
  for (let made = 0; made < count; ) {
    const document = object(random, 4, short);
    const operations = patchOf(random, document, whole);
    const patch = random(2) === 0 ? object(random, 3, short) : edited(random, document, short);
    const after = edited(random, document, short);
    const { result, isMalformed } = answer('patch', { document, operations });
    const merge = answer('merge', { document, patch });
    const difference = answer('difference', { before: document, after }).operations;
    const sample = { document, operations, result, patch, merged: merge.result, merging: merge.operations };
    // JavaScript puts members first whose keys are indexes.
    if (isMalformed || textsOf({ ...sample, after }).some(hasIndexKey)) continue;
    // Few of those that do not apply are enough.
    if (result === null && random(4) > 0) continue;
    made += 1;
    yield { ...sample, after, difference };
  }
}

export const linesOf = (count: number, seed: number): string =>
  [...makeSamples(count, seed)].map((sample) => `${JSON.stringify(sample)}\n`).join('');

if (import.meta.main) {
  const [count = '10000', seed = '1'] = process.argv.slice(2);
  process.stdout.write(linesOf(Number(count), Number(seed)));
}
