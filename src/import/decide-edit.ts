// The decision on the metadata of a player who is here already: the text after the import, or the reason why the player is refused.
import { ApiError } from '../errors/errors.ts';
import type { MetadataSchema } from '../metadata/metadata-schema.ts';
import type { Decision, Metadata } from '../store/ports/metadata.ts';
import { objectTextProblem } from '../store/shared/stored-texts.ts';
import type { MappedPlayer } from './map-player.ts';
import { mergeUnder } from './merge-under.ts';
import type { ExistingRule, Outcome } from './outcomes.ts';

export interface EditRules {
  readonly existing: ExistingRule;
  readonly maxBytes: number;
  readonly schema: MetadataSchema | undefined;
}

/** The answer of the edit. One that changes nothing has no entry of its own, so its mark is missing. */
export type Answer = { readonly outcome: Outcome; readonly isMarked?: boolean };

export function decideEdit(
  { text }: MappedPlayer,
  current: Metadata,
  { existing, maxBytes, schema }: EditRules,
): Decision<Answer> {
  const isNew = current.version === 0;
  if (!isNew && existing === 'keep') return { answer: { outcome: 'kept' } };
  const outcome = isNew ? 'filled' : existing === 'merge' ? 'merged' : 'replaced';
  const refuse = (problem: string): Decision<Answer> => ({
    answer: { outcome: { refused: `the document ${problem}` } },
  });
  const before = current.text ?? null;
  const next = outcome === 'merged' ? textOfMerge(before, text) : text;
  if (next === undefined) return refuse('takes too much work to merge');
  if (next === before) return { answer: { outcome, isMarked: true } };
  if (next === null) return { answer: { outcome }, text: null };
  const problem = objectTextProblem(next, maxBytes) ?? refusalBy(schema, current.text, next);
  return problem === undefined ? { answer: { outcome }, text: next } : refuse(problem);
}

/** @returns undefined past the budget of the work */
function textOfMerge(ours: string | null, theirs: string | null): string | null | undefined {
  if (theirs === null) return ours;
  return orUndefined(() => mergeUnder(ours ?? '{}', theirs));
}

/** The reason of the schema that binds players. */
export function refusalBy(
  schema: MetadataSchema | undefined,
  before: string | undefined,
  after: string,
): string | undefined {
  if (!schema) return undefined;
  const found = orUndefined(() => ({ refusal: schema.findRefusal(before, after) }));
  if (!found) return 'takes too much work for METADATA_SCHEMA';
  return found.refusal === undefined ? undefined : `does not fit: ${found.refusal}`;
}

/** @returns undefined for work past its budget */
function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
