// The report of a violation, for people: the shortest beginning of a history that has no legal order, and a table of the
// operations at the point where it fails.
import { type Configuration, candidates, check, depth, type Verdict } from './checker.ts';
import { run } from './model.ts';
import type { Event, Operation, Output } from './operations.ts';

/** The record up to a moment: later answers are left out. */
function until(events: readonly Event[], moment: number): Event[] {
  return events
    .filter((event) => event.call <= moment)
    .map(({ output, ...event }) =>
      output && event.return <= moment
        ? { ...event, output }
        : { ...event, return: Number.POSITIVE_INFINITY },
    );
}

export function explain(player: string, events: readonly Event[]): string {
  const returns = events
    .map((event) => event.return)
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  let legal = -1;
  let illegal = returns.length - 1;
  while (illegal - legal > 1) {
    const middle = (legal + illegal) >> 1;
    if (check(until(events, returns[middle] ?? 0)).isLegal) legal = middle;
    else illegal = middle;
  }
  const moment = returns[illegal] ?? 0;
  const verdict = check(until(events, moment));
  const culprit = events.find((event) => event.return === moment);
  return [
    `The history of ${player} is not linearizable.`,
    ...(culprit
      ? [`No order explains this answer, after ${legal + 1} others:`, line(culprit, culprit.call)]
      : []),
    ...describe(verdict, until(events, moment)),
  ].join('\n');
}

const tail = 10;

function describe({ reason, deepest }: Verdict, events: readonly Event[]): string[] {
  if (!deepest) return [reason ?? ''];
  const answered = events.filter((event) => event.output).sort((a, b) => a.call - b.call);
  const left = candidates(answered, deepest).indexes.map((index) => answered[index] as Event);
  const before = happened(deepest);
  const zero = Math.min(...[...before, ...left].map((event) => event.call));
  const { text, tag = 'not told', session, lastWrites } = deepest.state;
  return [
    `The best order of the search got ${depth(deepest)} of ${answered.length} answered operations in; its end:`,
    ...before.map((event) => line(event, zero)),
    `which leaves metadata ${text ?? 'none'}, tag ${tag}, session ${session ? (session.id ?? 'not told') : 'none'}` +
      `${session ? ` (last activity ${session.last}${session.isExact ? '' : ' or later'})` : ''}, ` +
      `last writes of ${lastWrites.map(({ id }) => id).join(' ') || 'none'}.`,
    'None of these fits next:',
    ...left.map((event) => `${line(event, zero)}, expected ${expectation(deepest, event)}`),
    'Never answered:',
    ...events.filter((event) => !event.output).map((event) => line(event, zero)),
  ];
}

function happened(end: Configuration): Event[] {
  const events: Event[] = [];
  for (let at: Configuration | undefined = end; at && events.length < tail; at = at.parent) {
    if (at.event) events.unshift(at.event);
  }
  return events;
}

function expectation({ state }: Configuration, event: Event): string {
  const { status, message, shows, next } = run(state, event.operation);
  if (message !== undefined) return `${status} ${message}`;
  return shows === 'record' || shows === 'text' ? `${status} ${next.text ?? '{}'}` : `${status}`;
}

/** Times in milliseconds, from a start time. */
function line(event: Event, zero: number): string {
  const time = (at: number) => (Number.isFinite(at) ? (at - zero).toFixed(2) : '').padStart(9);
  const from = `${event.client}→${event.process}`.padEnd(8);
  return `${time(event.call)} ${time(event.return)}  ${from} ${asked(event.operation)}  ⇒ ${answeredWith(event.output)}`;
}

function asked({ kind, ...says }: Operation): string {
  return `${kind} ${JSON.stringify(says)}`;
}

function answeredWith(output: Output | undefined): string {
  if (!output) return 'nothing';
  return Object.values(output).join(' ');
}
