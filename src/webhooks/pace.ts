// The pace of one endpoint: how many requests it gets at once, and when it, or one of its players, is left alone. It follows how the
// endpoint answers, so one that is away costs a request every few minutes. A player whose events fail counts once against the endpoint,
// and not at all while events of others are delivered: the failures are of these events then.
import type { Clock } from '../lib/clock.ts';
import type { PendingEvent } from '../store/ports/webhooks.ts';
import {
  WEBHOOK_FAILING_PLAYERS_MAX,
  WEBHOOK_MAX_REQUESTS,
  WEBHOOK_PAUSE_FAILURES,
  WEBHOOK_START_REQUESTS,
} from '../tuning.ts';
import { pauseAfter } from './schedule.ts';

export interface Pace {
  /** Requests that may be under way at once now. 0 during a pause; one after it, until an event is delivered. */
  limit(): number;
  /** Is the endpoint itself away, so that one request after each pause tries it? */
  isAway(): boolean;
  /** Have events of different players failed since the last delivery? */
  isDown(): boolean;
  /** Milliseconds on the monotonic clock at which the pause of the endpoint ends. */
  readonly pausedUntil: number;
  /** The next end of a pause, of the endpoint or of a player, on the monotonic clock; infinity for none. */
  nextAt(): number;
  /** May an event of this player be sent, as far as the player is concerned? @param isUnderWay is one of them already? */
  mayTry(sequentialId: number, isUnderWay: boolean): boolean;
  /** The players whose last attempt failed, the one who failed last at the end. */
  failingPlayers(): readonly FailingPlayer[];
  /** The player, if the last attempt failed. */
  failingPlayer(sequentialId: number): FailingPlayer | undefined;
  /** @param isRetry of an event that failed or was set aside */
  began(sequentialId: number, isRetry: boolean): void;
  delivered(sequentialId: number): Delivered;
  /**
   * @param askedMilliseconds the pause that the endpoint asked for
   * @returns is it the endpoint that fails, as far as is known?
   */
  failed(event: Pick<PendingEvent, 'eventId' | 'sequentialId'>, askedMilliseconds: number): boolean;
  /** Begins anew, for another URL. */
  reset(): void;
}

export interface FailingPlayer {
  readonly sequentialId: number;
  /** Different events that failed since the last delivery to the player. */
  readonly events: number;
  /** Do they fail while events of others are delivered? */
  readonly isOwn: boolean;
  /** Has nobody's event been delivered since the last failure? */
  readonly isLast: boolean;
  /** Was the last attempt one at an event that had failed or was set aside before? */
  readonly wasRetry: boolean;
}

export interface Delivered {
  /** Was the endpoint left alone before? */
  readonly wasAway: boolean;
  /** The players who failed while nothing was delivered: the endpoint may have been the cause. */
  readonly players: readonly number[];
}

/** How long a delivery tells that the endpoint works. */
const worksMilliseconds = 60_000;

interface Player {
  readonly sequentialId: number;
  failures: number;
  events: number;
  lastEventId: number;
  wasRetry: boolean;
  pausedUntil: number;
  /** How many deliveries there had been at the last failure, and at the last one that counted against the endpoint. */
  failedAfter: number;
  countedAfter: number;
  /** Were events of others delivered between two failures? */
  failsAlone: boolean;
}

const newPlayer = (sequentialId: number): Player => ({
  sequentialId,
  failures: 0,
  events: 0,
  lastEventId: -1,
  wasRetry: false,
  pausedUntil: 0,
  failedAfter: -1,
  countedAfter: -1,
  failsAlone: false,
});

export function createPace(clock: Pick<Clock, 'monotonic'>, random: () => number): Pace {
  const players = new Map<number, Player>();
  let requests = WEBHOOK_START_REQUESTS;
  let failures = 0;
  let countedPlayers = 0;
  let pausedUntil = 0;
  let deliveredAt = Number.NEGATIVE_INFINITY;
  let deliveries = 0;
  const isOwn = ({ failsAlone }: Player) => failsAlone && clock.monotonic() - deliveredAt < worksMilliseconds;
  const isLast = ({ failedAfter }: Player) => failedAfter === deliveries;
  const toFacts = (player: Player): FailingPlayer => ({
    sequentialId: player.sequentialId,
    events: player.events,
    isOwn: isOwn(player),
    isLast: isLast(player),
    wasRetry: player.wasRetry,
  });
  const isAway = () => pauseAfter(failures, 0) > 0;

  /** The player who fails now, and is the last one in the list from then on. */
  function find(sequentialId: number): Player {
    const player = players.get(sequentialId) ?? newPlayer(sequentialId);
    players.delete(sequentialId);
    const [oldest] = players.keys();
    if (players.size >= WEBHOOK_FAILING_PLAYERS_MAX && oldest !== undefined) players.delete(oldest);
    players.set(sequentialId, player);
    return player;
  }

  /** Counts a failure against the endpoint: those of one player together once, until it is away. */
  function count(player: Player): void {
    if (player.countedAfter !== deliveries) countedPlayers += 1;
    player.countedAfter = deliveries;
    failures = countedPlayers < WEBHOOK_PAUSE_FAILURES ? countedPlayers : failures + 1;
    // A single failure may be about its event.
    if (countedPlayers > 1) requests = Math.max(1, Math.floor(requests / 2));
    pauseUntil(pauseAfter(failures, random()));
  }

  function pauseUntil(pause: number): void {
    // Requests that were under way beside the one whose answer asked for a long pause do not shorten it.
    if (pause > 0) pausedUntil = Math.max(pausedUntil, clock.monotonic() + pause);
  }

  return {
    isAway,
    isDown: () => countedPlayers > 1,
    get pausedUntil() {
      return pausedUntil;
    },
    limit() {
      if (clock.monotonic() < pausedUntil) return 0;
      return isAway() ? 1 : requests;
    },
    nextAt() {
      const now = clock.monotonic();
      const ends = [...players.values()].map((player) => player.pausedUntil);
      return Math.min(...[pausedUntil, ...ends].filter((end) => end > now));
    },
    mayTry(sequentialId, isUnderWay) {
      const player = players.get(sequentialId);
      if (!player) return true;
      return clock.monotonic() >= player.pausedUntil && !(isUnderWay && player.failures > 1);
    },
    failingPlayers: () => [...players.values()].map(toFacts),
    failingPlayer(sequentialId) {
      const player = players.get(sequentialId);
      return player && toFacts(player);
    },
    began(sequentialId, isRetry) {
      const player = players.get(sequentialId);
      if (player) player.wasRetry = isRetry;
    },
    delivered(sequentialId) {
      const wasAway = isAway();
      const others = [...players.values()].filter((each) => isLast(each) && !isOwn(each));
      for (const other of others) other.pausedUntil = 0;
      players.delete(sequentialId);
      deliveries += 1;
      deliveredAt = clock.monotonic();
      failures = 0;
      countedPlayers = 0;
      requests = Math.min(requests + 1, WEBHOOK_MAX_REQUESTS);
      return {
        wasAway,
        players: others.filter((each) => each.failures > 1).map((each) => each.sequentialId),
      };
    },
    failed({ eventId, sequentialId }, askedMilliseconds) {
      const player = find(sequentialId);
      player.failsAlone ||= player.failures > 0 && !isLast(player);
      player.failures += 1;
      if (player.lastEventId !== eventId) player.events += 1;
      player.lastEventId = eventId;
      player.failedAfter = deliveries;
      const pause = pauseAfter(player.failures, random());
      if (pause > 0) player.pausedUntil = clock.monotonic() + pause;
      const counts = !isOwn(player);
      if (counts) count(player);
      pauseUntil(askedMilliseconds);
      // Of a player whose events failed alone before, it does only beside another one.
      return counts && (countedPlayers > 1 || !player.failsAlone);
    },
    reset() {
      players.clear();
      requests = WEBHOOK_START_REQUESTS;
      failures = 0;
      countedPlayers = 0;
      pausedUntil = 0;
      deliveredAt = Number.NEGATIVE_INFINITY;
    },
  };
}
