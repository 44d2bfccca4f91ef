// One simulated player through a day, as a real client behaves: one request at a time, repetitions with the client's own pauses, a
// save under its key until it is acknowledged, and a new session where the one before is over. Times are milliseconds of real time.
import { pauseMilliseconds } from '../../client/src/environment.ts';
import type { Figures } from './day-figures.ts';
import { everySeconds } from './day-plan.ts';
import { type Answer, type Device, headerOf, memberOf, type Step } from './day-requests.ts';
import { reasonOf } from './storm-games.ts';

const repeatable = [0, 408, 429, 502, 503, 504];
/** Attempts of a heartbeat or a read. A save, and all that it needs, goes again without end. */
const mostAttempts = 5;

export interface Day {
  /** The real milliseconds of a second of the day. */
  readonly secondMilliseconds: number;
  readonly figures: () => Figures;
  /** The highest sequential id that was seen. */
  highestId: number;
  readonly coins: { made: number; acknowledged: number };
}

export interface Player extends Device {
  isNew: boolean;
  isPlaying: boolean;
  vanishes: boolean;
  endsAt: number;
  nextBeat: number;
  nextChange: number;
  nextRead: number;
  /** Coins that no request has taken yet, and the moment of the first. */
  coins: number;
  coinsSince: number;
  /** The coins that the service has acknowledged. */
  saved: number;
  steps: (Step & { readonly dueAt: number })[];
  isBusy: boolean;
  /** Since when the step on its way could be sent, or the player has nothing on its way. */
  readyAt: number;
  pausedUntil: number;
  failures: number;
}

export const createPlayer = (token: string, installation: string): Player => ({
  ...{ token, installation, etag: undefined, sessionId: undefined, isNew: true, isPlaying: false },
  ...{
    vanishes: false,
    endsAt: 0,
    nextBeat: 0,
    nextChange: 0,
    nextRead: 0,
    coins: 0,
    coinsSince: 0,
    saved: 0,
  },
  ...{ steps: [], isBusy: false, readyAt: 0, pausedUntil: 0, failures: 0 },
});

const stepOf = (operation: Step['operation'], dueAt: number, coins = 0): Player['steps'][number] => ({
  ...{ operation, dueAt, coins, key: crypto.randomUUID() },
});

/** The game is opened. */
export function begin(player: Player, now: number, endsAt: number, vanishes: boolean, day: Day): void {
  const every = (seconds: number) => now + Math.random() * seconds * day.secondMilliseconds;
  Object.assign(player, { isPlaying: true, endsAt, vanishes, sessionId: undefined });
  player.nextBeat = Number.POSITIVE_INFINITY;
  player.nextChange = every(everySeconds.save);
  player.nextRead = every(everySeconds.read);
  player.steps = [stepOf('open', now), stepOf('start', now)];
}

/** Adds what has become due. @returns true when the player has gone */
export function advance(player: Player, now: number, day: Day): boolean {
  const has = (operation: Step['operation']) => player.steps.some((step) => step.operation === operation);
  if (now >= player.nextChange && player.nextChange <= player.endsAt) {
    if (player.coins === 0) player.coinsSince = player.nextChange;
    player.coins += 1;
    day.coins.made += 1;
    player.nextChange += everySeconds.save * day.secondMilliseconds * (0.5 + Math.random());
  }
  // A game that is closed beats no more, while its last save goes again.
  if (now >= player.endsAt) player.nextBeat = Number.POSITIVE_INFINITY;
  if (now >= player.nextBeat) {
    if (!has('heartbeat')) player.steps.push(stepOf('heartbeat', player.nextBeat));
    player.nextBeat += everySeconds.heartbeat * day.secondMilliseconds;
  }
  if (now >= player.nextRead && now < player.endsAt) {
    if (!has('read')) player.steps.push(stepOf('read', player.nextRead));
    player.nextRead += everySeconds.read * day.secondMilliseconds;
  }
  const isIdle = player.steps.length === 0;
  if (isIdle && player.coins > 0) {
    player.steps.push(stepOf('save', player.coinsSince, player.coins));
    player.coins = 0;
  } else if (isIdle && now >= player.endsAt) {
    if (player.vanishes || player.sessionId === undefined) return true;
    player.steps.push(stepOf('stop', player.endsAt));
  }
  return false;
}

/** The moment at which the player next has something to do. */
export function nextWake(player: Player, now: number): number {
  if (player.isBusy) return Number.POSITIVE_INFINITY;
  if (player.steps.length > 0) return Math.max(player.pausedUntil, now);
  return Math.min(player.nextBeat, player.nextChange, player.nextRead, Math.max(player.endsAt, now));
}

/** Settles the step that is on its way. @param answer undefined for none */
export function settle(player: Player, answer: Answer | undefined, now: number, day: Day): void {
  const [step] = player.steps;
  player.isBusy = false;
  if (!step) return;
  const figures = day.figures();
  const status = answer?.status ?? 0;
  if (repeatable.includes(status)) {
    figures.refused(answer ? reasonOf(status, answer.body) : 'no answer');
    player.failures += 1;
    const mayGiveUp = step.operation === 'heartbeat' || step.operation === 'read';
    if (mayGiveUp && player.failures >= mostAttempts) {
      done(player, now);
      return;
    }
    const retryAfter = answer && headerOf(answer, 'retry-after');
    const seconds = retryAfter === undefined ? undefined : Number(retryAfter);
    player.pausedUntil = now + pauseMilliseconds(player.failures, seconds, Math.random);
    player.readyAt = player.pausedUntil;
    return;
  }
  if (answer && status < 400) {
    figures.answered(step.operation, now - player.readyAt);
    accept(player, step, answer, now, day);
    return;
  }
  refuse(player, step, answer as Answer, now, figures);
}

function done(player: Player, now: number): void {
  player.steps.shift();
  player.readyAt = now;
  player.failures = 0;
  player.pausedUntil = 0;
}

function accept(player: Player, step: Player['steps'][number], answer: Answer, now: number, day: Day): void {
  done(player, now);
  const { operation } = step;
  if (operation === 'open' || operation === 'save' || operation === 'initial')
    player.etag = headerOf(answer, 'etag') ?? player.etag;
  if (operation === 'open') {
    day.highestId = Math.max(day.highestId, Number(memberOf(answer, 'sequentialId') ?? 0));
    if (player.isNew) player.steps.unshift(stepOf('initial', now));
  } else if (operation === 'initial') {
    player.isNew = false;
    day.figures().counts.newPlayers += 1;
  } else if (operation === 'start') {
    player.sessionId = memberOf(answer, 'sessionId');
    player.nextBeat = now + everySeconds.heartbeat * day.secondMilliseconds;
  } else if (operation === 'save') {
    player.saved += step.coins;
    day.coins.acknowledged += step.coins;
    day.figures().acknowledged(now - step.dueAt);
  } else if (operation === 'stop') {
    player.sessionId = undefined;
    player.vanishes = true;
  }
}

/** Answers after which a client goes on in another way. */
function refuse(
  player: Player,
  step: Player['steps'][number],
  answer: Answer,
  now: number,
  figures: Figures,
): void {
  const { operation } = step;
  const { status } = answer;
  if (operation === 'save' && status === 412) {
    figures.counts.conflicts += 1;
    player.etag = headerOf(answer, 'etag') ?? player.etag;
    player.steps[0] = stepOf('save', step.dueAt, step.coins);
    player.readyAt = now;
  } else if (operation === 'initial' && status === 412) {
    player.etag = headerOf(answer, 'etag') ?? player.etag;
    player.isNew = false;
    done(player, now);
  } else if ((operation === 'save' && status === 409) || (operation === 'heartbeat' && status === 400)) {
    figures.counts.renewedSessions += 1;
    if (operation === 'heartbeat') done(player, now);
    player.steps.unshift(stepOf('start', now));
  } else {
    if (!(operation === 'stop' && status === 400))
      figures.unexpected(`${operation}: ${reasonOf(status, answer.body)}`);
    if (operation === 'stop') player.vanishes = true;
    done(player, now);
  }
}
