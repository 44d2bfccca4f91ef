// What of an answer is kept under an idempotency key, the same on every engine: the whole of it as every version reads it, and
// beside it, where that is long, what is left when there is too much of a player's.
import { REPLAY_BRIEF_MAX_BYTES, REPLAY_MAX_BYTES } from '../limits.ts';
import type { Decision, Edited, NotActive } from './store.ts';

const every = 32;

/** After every so manieth answer of a player, and after each that takes as large a share of what all may take. */
export const mayBeTooMany = ({ outcome }: KeptOutcome): boolean =>
  Math.random() < 1 / every || outcome.length > REPLAY_MAX_BYTES / every;

/** What an edit answers, with what is left of that when there is no room for it. */
export type BriefEdited<Answer> = Edited<Answer> & Pick<Decision<Answer>, 'brief'>;

/** An outcome as JSON. */
export interface KeptOutcome {
  readonly outcome: string;
  readonly brief: string | null;
}

/** What the versions before, which knew no reason, say of no active session. */
const notActive = 'not-active';

export function toKept(outcome: unknown): KeptOutcome {
  if (isObject(outcome) && 'notActive' in outcome) {
    return { outcome: JSON.stringify(notActive), brief: JSON.stringify(outcome) };
  }
  if (!isObject(outcome) || !('brief' in outcome)) return { outcome: JSON.stringify(outcome), brief: null };
  const { brief: answer, ...whole } = outcome;
  const text = JSON.stringify(whole);
  if (text.length <= REPLAY_BRIEF_MAX_BYTES / longestCharacter) return { outcome: text, brief: null };
  return { outcome: text, brief: JSON.stringify({ ...whole, answer, isBrief: true }) };
}

/** What a UTF-16 unit takes in UTF-8 at most. */
const longestCharacter = 3;

export function fromKept({ outcome, brief }: KeptOutcome): unknown {
  const first: unknown = JSON.parse(outcome);
  if (first !== notActive) return first;
  return brief === null ? ({ notActive: 'untold' } satisfies NotActive) : JSON.parse(brief);
}

/** Without what is kept beside it. */
export function withoutBrief<T>(outcome: T): T {
  if (!isObject(outcome) || !('brief' in outcome)) return outcome;
  const { brief: _, ...whole } = outcome;
  return whole as T;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
