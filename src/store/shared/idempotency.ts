// The stored form of an outcome under an idempotency key, the same on every engine. A long outcome has a brief form beside it, which
// takes its place when the outcomes of the player exceed their bound.
import { IDEMPOTENCY_BRIEF_MAX_BYTES, IDEMPOTENCY_OUTCOMES_MAX_BYTES } from '../../limits.ts';
import type { Decision, Edited } from '../ports/metadata.ts';

const every = 32;

/** Answers whether to prune now: by chance after one outcome in 32, and after each that takes a 32nd of the bound. */
export const samplePruning = ({ outcome }: StoredOutcome): boolean =>
  Math.random() < 1 / every || outcome.length > IDEMPOTENCY_OUTCOMES_MAX_BYTES / every;

/** The outcome of an edit, with the brief form of its answer. */
export type BriefEdited<Answer> = Edited<Answer> & Pick<Decision<Answer>, 'brief'>;

/** An outcome as it is kept, as JSON. */
export interface StoredOutcome {
  readonly outcome: string;
  /** Takes the place of a long outcome when the outcomes of a player exceed their bound; null for a short one. */
  readonly briefOutcome: string | null;
}

/** An outcome as it is found. */
export interface FoundOutcome {
  readonly outcome: string;
  /** The brief outcome has taken the place of the whole one. SQLite says so by 1. */
  readonly isShortened: boolean | number;
}

export function toStoredOutcome(outcome: unknown): StoredOutcome {
  if (!isObject(outcome) || !('brief' in outcome)) {
    return { outcome: JSON.stringify(outcome), briefOutcome: null };
  }
  const { brief: answer, ...whole } = outcome;
  const text = JSON.stringify(whole);
  if (text.length <= IDEMPOTENCY_BRIEF_MAX_BYTES / longestCharacter) {
    return { outcome: text, briefOutcome: null };
  }
  return { outcome: text, briefOutcome: JSON.stringify({ ...whole, answer }) };
}

/** The most bytes of UTF-8 that one UTF-16 unit takes. */
const longestCharacter = 3;

export function fromStoredOutcome({ outcome, isShortened }: FoundOutcome): unknown {
  const first: unknown = JSON.parse(outcome);
  return isShortened && isObject(first) ? { ...first, isBrief: true } : first;
}

/** The outcome for the caller, who has no use for the brief answer. */
export function withoutBrief<T>(outcome: T): T {
  if (!isObject(outcome) || !('brief' in outcome)) return outcome;
  const { brief: _, ...whole } = outcome;
  return whole as T;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
