// The checker on random histories: histories answered by the model are all legal, and for small ones with mixed-up answers its
// verdict is that of trying every order.
import { expect, test } from 'bun:test';
import { amount } from '../../harness/nightly.ts';
import { type Random, seeded } from '../../harness/seeded.ts';
import { check, type Prepared, prepare } from './checker.ts';
import { look, nextOperation, nothingSeen, saveInTurn } from './mix.ts';
import { emptyState, type Outcome, run, type State, step } from './model.ts';
import { type Event, isSuspensionChange, keyOf, type Operation, type Output } from './operations.ts';

const apart = 10;

/**
 * A history whose operations happened one after the other, each at some time between its call and its answer. Half of the
 * histories have suspensions. A repetition there begins with its first request, since later the player may be suspended.
 * @param longest the bound of the time between an operation and its call, and its answer
 * @param turns the number of operations at first that do not overlap: saves of many installations
 */
function generate(random: Random, operations: number, longest: number, turns = 0): Event[] {
  const hasSuspensions = random(2) === 0;
  const seen = nothingSeen();
  const unseen: { readonly at: number; readonly output: Output }[] = [];
  const history: Event[] = [];
  let state = emptyState;
  for (let n = 1; n <= operations; n += 1) {
    const moment = n * apart;
    const overlap = n <= turns ? 0 : longest;
    const earliest = moment - overlap;
    for (const { output } of unseen.filter(({ at }) => at < earliest)) look(seen, output);
    const made = n <= turns ? saveInTurn(random, seen, n) : nextOperation(random, seen, `u${n}`);
    const operation: Operation = isSuspensionChange(made) && !hasSuspensions ? { kind: 'active' } : made;
    const output = answer(state, run(state, operation), n);
    const event = {
      ...{ client: 'c', player: 'ann', process: 1, operation, output },
      ...{ call: moment - random(overlap), return: moment + random(overlap) },
    };
    const isLost = random(12) === 0;
    if (!isLost || random(2) === 0) state = step(state, event, new Map(), new Set()) ?? state;
    if (isLost) {
      const { output: _, ...lost } = event;
      history.push({ ...lost, return: Number.POSITIVE_INFINITY });
      continue;
    }
    history.push(event);
    unseen.push({ at: event.return, output });
    if (keyOf(operation) !== undefined && random(2) === 0) {
      const call = hasSuspensions ? event.call : moment + random(overlap);
      history.push({ ...event, call, return: moment + random(overlap) + overlap });
    }
  }
  return history;
}

/** The answer of a correct service, which chooses new names itself. */
function answer(before: State, { status, message, shows, next }: Outcome, n: number): Output {
  const session = shows === 'ended' ? before.session : next.session;
  const isAbout = ['started', 'resumed', 'activity', 'active', 'ended'].includes(shows) && session;
  const last = session?.isExact ? session.last : Math.max(session?.last ?? 0, n);
  return {
    status,
    ...(message !== undefined && { message }),
    ...((shows === 'record' || shows === 'tag') && { tag: next.tag ?? `t${n}` }),
    ...((shows === 'record' || shows === 'text') && { text: next.text ?? '{}' }),
    ...(isAbout && { sessionId: session?.id ?? `s${n}` }),
    ...(shows === 'started' && { startTime: n }),
    ...((shows === 'activity' || shows === 'active') && { lastActivity: last }),
    ...(shows === 'active' && session?.installationId && { installationId: session.installationId }),
    ...(shows === 'ended' && { endTime: last }),
  };
}

test('every history of the model is legal, whatever overlaps and is lost', () => {
  for (let seed = 1; seed <= amount(100, 2_000); seed += 1) {
    const history = generate(seeded(seed), 120, 45, seed % 4 === 0 ? 40 : 0);
    expect([seed, check(history).isLegal]).toEqual([seed, true]);
  }
}, 300_000);

/** Tries every order, without the shortcuts of the search. */
function hasOrder(prepared: Prepared | string): boolean {
  if (typeof prepared === 'string') return false;
  const { owners, shared } = prepared;
  function from(state: State, answered: readonly Event[], unanswered: readonly Event[]): boolean {
    if (answered.length === 0) return true;
    const firstReturn = Math.min(...answered.map((event) => event.return));
    const without = (events: readonly Event[], event: Event) => events.filter((other) => other !== event);
    return [...answered, ...unanswered].some((event) => {
      const next = event.call <= firstReturn && step(state, event, owners, shared);
      return next && from(next, without(answered, event), without(unanswered, event));
    });
  }
  return from(emptyState, prepared.answered, prepared.unanswered);
}

test('the verdict on mixed-up answers is that of trying every order', () => {
  const verdicts = { legal: 0, illegal: 0 };
  for (let seed = 1; seed <= amount(2_000, 50_000); seed += 1) {
    const random = seeded(seed);
    const history = generate(random, 7, 35);
    const mixed = history.map((event) => {
      const other = history[random(history.length)];
      const isMixed = event.output && other?.output && other.operation.kind === event.operation.kind;
      return isMixed ? { ...event, output: other.output as Output } : event;
    });
    const isLegal = hasOrder(prepare(mixed));
    expect([seed, check(mixed).isLegal]).toEqual([seed, isLegal]);
    verdicts[isLegal ? 'legal' : 'illegal'] += 1;
  }
  expect(Math.min(verdicts.legal, verdicts.illegal)).toBeGreaterThan(100);
}, 300_000);
