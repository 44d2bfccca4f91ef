// Regular expressions whose time is linear in the text, however it was chosen. The runtime's own engine goes back and tries again,
// so a text of thirty characters may keep it busy for ever. This one follows all ways through the pattern at once (Thompson, 1968).
import { free, patternStepWork, type Spend } from './json-work.ts';
import { InvalidPattern, type PatternNode, parsePattern } from './pattern-syntax.ts';

export interface LinearPattern {
  /** Does the pattern match anywhere in the text? */
  test(text: string, spend?: Spend): boolean;
}

/** States of the machine, and visits while it is made. A counted repetition takes states for each time. */
const maxStates = 2_000;
const maxVisits = 20_000;

type State =
  | { readonly kind: 'character'; readonly accepts: (code: number) => boolean; readonly next: number }
  | {
      readonly kind: 'assertion';
      readonly at: 'start' | 'end' | 'boundary' | 'inside';
      readonly next: number;
    }
  | { readonly kind: 'split'; first: number; readonly second: number }
  | { readonly kind: 'match' };

/** @throws InvalidPattern with a sentence about the pattern */
export function linearPattern(pattern: string): LinearPattern {
  const { states, start } = machineOf(parsePattern(pattern));
  const first = states[start];
  const isAnchored = first?.kind === 'assertion' && first.at === 'start';
  return { test: (text, spend = free) => run({ states, start, isAnchored }, text, spend) };
}

interface Machine {
  readonly states: readonly State[];
  readonly start: number;
}

/** Makes the states from the end to the beginning, so that each knows the one after it. */
function machineOf(root: PatternNode): Machine {
  const states: State[] = [{ kind: 'match' }];
  let visits = 0;
  const add = (state: State): number => {
    if (states.length >= maxStates) throw tooLarge();
    return states.push(state) - 1;
  };
  function enter(node: PatternNode, next: number): number {
    visits += 1;
    if (visits > maxVisits) throw tooLarge();
    switch (node.kind) {
      case 'character':
        return add({ kind: 'character', accepts: characterTest(node.source), next });
      case 'assertion':
        return add({ kind: 'assertion', at: node.at, next });
      case 'sequence':
        return node.parts.reduceRight((after, part) => enter(part, after), next);
      case 'choice':
        return node.parts
          .map((part) => enter(part, next))
          .reduceRight((second, first) => add({ kind: 'split', first, second }));
      case 'repeat':
        return enterRepeat(node, next);
    }
  }
  function enterRepeat({ of, least, most }: PatternNode & { kind: 'repeat' }, next: number): number {
    let entry = next;
    if (most === Number.POSITIVE_INFINITY) {
      const loop = { kind: 'split' as const, first: 0, second: next };
      entry = add(loop);
      loop.first = enter(of, entry);
    } else {
      for (let left = most - least; left > 0; left -= 1)
        entry = add({ kind: 'split', first: enter(of, entry), second: next });
    }
    for (let left = least; left > 0; left -= 1) entry = enter(of, entry);
    return entry;
  }
  return { states, start: enter(root, 0) };
}

const tooLarge = (): InvalidPattern =>
  new InvalidPattern(
    `takes more than ${maxStates} states: bound the length by minLength and maxLength instead of {…}`,
  );

const asciiCodes = 128;

/** A test of one character. That of ASCII is a table, since the runtime's engine takes long to begin. */
function characterTest(source: string): (code: number) => boolean {
  const expression = new RegExp(`^(?:${source})$`, 'u');
  const table = Array.from({ length: asciiCodes }, (_, code) => expression.test(String.fromCharCode(code)));
  return (code) => (code < asciiCodes ? table[code] === true : expression.test(String.fromCodePoint(code)));
}

/** The code before the text and after it. */
const outside = -1;

function run(
  { states, start, isAnchored }: Machine & { readonly isAnchored: boolean },
  text: string,
  spend: Spend,
): boolean {
  let now: number[] = [];
  let then: number[] = [];
  /** The place at which a state was entered last, so that each is entered once there. */
  const enteredAt = new Int32Array(states.length).fill(outside);
  const stack: number[] = [];

  /** Follows a state to those that take a character. @returns whether the pattern has matched */
  function follow(from: number, into: number[], at: number, before: number, after: number): boolean {
    stack.push(from);
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (enteredAt[index] === at) continue;
      enteredAt[index] = at;
      const state = states[index] as State;
      if (state.kind === 'match') return true;
      if (state.kind === 'character') into.push(index);
      else if (state.kind === 'split') stack.push(state.second, state.first);
      else if (holds(state.at, before, after)) stack.push(state.next);
    }
    return false;
  }

  let before = outside;
  for (let at = 0; ; ) {
    const code = at < text.length ? (text.codePointAt(at) as number) : outside;
    const isFirst = at === 0;
    if ((isFirst || !isAnchored) && follow(start, now, at, before, code)) return true;
    if (code === outside || (now.length === 0 && isAnchored)) return false;
    spend((now.length + 1) * patternStepWork);
    const next = at + (code > 0xffff ? 2 : 1);
    const following = next < text.length ? (text.codePointAt(next) as number) : outside;
    for (const index of now) {
      const state = states[index];
      if (state?.kind !== 'character' || !state.accepts(code)) continue;
      if (follow(state.next, then, next, code, following)) return true;
    }
    [now, then] = [then, now];
    then.length = 0;
    before = code;
    at = next;
  }
}

const word = /^\w$/;
const isWord = (code: number): boolean =>
  code >= 0 && code < asciiCodes && word.test(String.fromCharCode(code));

function holds(at: 'start' | 'end' | 'boundary' | 'inside', before: number, after: number): boolean {
  if (at === 'start') return before === outside;
  if (at === 'end') return after === outside;
  return (isWord(before) !== isWord(after)) === (at === 'boundary');
}
