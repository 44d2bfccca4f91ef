// The sessions of the demo's players: who plays on which day, how often and for how long, and why each session ends. Sessions of
// a player never overlap, and none is in the future.
import type { EndReason } from '../store/ports/sessions.ts';
import {
  type Country,
  countryAt,
  day,
  hour,
  launchOf,
  minute,
  returnShare,
  startOfDay,
  timeOfDay,
  weekdayFactor,
} from './calendar.ts';
import { createRandom, type Random, uuidAt } from './random.ts';

/** The silence that ends a session, as in the settings of the demo. Milliseconds. */
export const sessionTimeout = 1_500_000;

export interface Player {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly registeredAt: number;
  readonly country: Country;
  readonly platform: string;
  /** Plays nearly every day. */
  readonly isLoyal: boolean;
  readonly random: Random;
}

export interface PlayedSession {
  readonly sessionId: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly reason: EndReason;
  readonly context: string;
}

/** A session that is on. */
export interface OpenSession extends Omit<PlayedSession, 'reason'> {
  readonly lastActivity: number;
}

export interface Play {
  readonly ended: readonly PlayedSession[];
  /** `endedAt` is the time to come at which the player means to stop. */
  readonly open: OpenSession | undefined;
}

const platforms = ['android', 'ios', 'windows', 'steam-deck', 'web'] as const;
const platformWeights = [38, 27, 22, 5, 8];

export const platformOf = (random: Random): string => platforms[random.indexOf(platformWeights)] ?? 'web';

/** The versions of the game, and the days after the launch on which they came. Players take some days to update. */
const releases = [
  ['2.3.1', 0],
  ['2.4.0', 11],
  ['2.5.0', 24],
  ['2.5.1', 29],
] as const;

export function versionAt(random: Random, at: number, now: number): string {
  const age = (at - launchOf(now)) / day - random.next() ** 2 * 4;
  return (releases.findLast(([, since]) => age >= since) ?? releases[0])[0];
}

const contextOf = (player: Player, platform: string, at: number, now: number): string =>
  JSON.stringify({
    platform,
    version: versionAt(player.random, at, now),
    country: player.country.code,
  });

/** The share of the players in the game who play on a day. */
const dailyShare = 0.62;

function startTimes({ random, registeredAt, country, isLoyal }: Player, now: number): number[] {
  const departure = isLoyal ? 0 : random.next();
  const starts = [registeredAt];
  for (let date = startOfDay(registeredAt), days = 0; date < now; date += day, days += 1) {
    if (days > 0) {
      const isPlayer = departure < returnShare(days) / dailyShare;
      if (!isPlayer) break;
      if (random.next() >= dailyShare * weekdayFactor(date) * (isLoyal ? 1.5 : 1)) continue;
    }
    const further = random.indexOf([38, 32, 18, 8, 4]) + (days > 0 ? 1 : 0);
    for (let count = 0; count < further; count += 1) starts.push(timeOfDay(random, country, date));
  }
  return starts.filter((at) => at >= registeredAt && at < now).sort((a, b) => a - b);
}

const lengthOf = (random: Random): number =>
  Math.round(Math.min(6 * hour, Math.max(20_000, random.logNormal(25 * minute, 0.85))));

/** All sessions of a player until now. */
export function playOf(player: Player, now: number): Play {
  const { random } = player;
  const ended: PlayedSession[] = [];
  let free = 0;
  for (const planned of startTimes(player, now)) {
    const startedAt = Math.max(planned, free + minute);
    // A session that would slip into the next day is left out, so that the days on which players come back stay as planned.
    if (startedAt >= now || startOfDay(startedAt) !== startOfDay(planned)) continue;
    const endedAt = startedAt + lengthOf(random);
    const sessionId = uuidAt(random, startedAt);
    const context = contextOf(player, player.platform, startedAt, now);
    const session = { sessionId, startedAt, endedAt, context };
    if (endedAt >= now) return { ended, open: openSession(session, random, now) };
    free = endedAt;
    const reason = reasonOf(random, endedAt, now);
    ended.push({ ...session, reason });
    if (reason !== 'replaced') continue;
    const next = replacement(player, endedAt, now);
    if (next.endedAt >= now) return { ended, open: openSession(next, random, now) };
    ended.push({ ...next, reason: 'stopped' });
    free = next.endedAt;
  }
  return { ended, open: undefined };
}

function openSession(session: Omit<PlayedSession, 'reason'>, random: Random, now: number): OpenSession {
  const silence = random.below(4 * minute);
  return { ...session, lastActivity: Math.max(session.startedAt, now - silence) };
}

/** A session that has expired is known to have ended only after the time-out. */
function reasonOf(random: Random, endedAt: number, now: number): EndReason {
  const [stopped, expired, replaced] = [78, 19, 3];
  const reasons = ['stopped', 'expired', 'replaced'] as const;
  const reason = reasons[random.indexOf([stopped, expired, replaced])] ?? 'stopped';
  return reason === 'expired' && endedAt > now - sessionTimeout ? 'stopped' : reason;
}

/** The session on another device that replaces one. It begins when that ends. */
function replacement(player: Player, startedAt: number, now: number): Omit<PlayedSession, 'reason'> {
  const { random } = player;
  const others = platforms.filter((platform) => platform !== player.platform);
  const context = contextOf(player, random.pick(others), startedAt, now);
  return { sessionId: uuidAt(random, startedAt), startedAt, endedAt: startedAt + lengthOf(random), context };
}

/** An open session that began within the last half hour, of a player who is not online. */
export function recentSession(player: Player, free: number, now: number): OpenSession {
  const { random } = player;
  const startedAt = Math.max(free + minute, now - Math.floor(random.next() * 30 * minute) - 5_000);
  const endedAt = now + lengthOf(random) / 2;
  const context = contextOf(player, player.platform, startedAt, now);
  return openSession({ sessionId: uuidAt(random, startedAt), startedAt, endedAt, context }, random, now);
}

export function createPlayer(
  place: { readonly sequentialId: number; readonly registeredAt: number },
  name: (country: Country, random: Random) => string,
  isLoyal: (playerId: string) => boolean,
): Player {
  const random = createRandom(place.sequentialId);
  const country = countryAt(random, place.registeredAt);
  const playerId = name(country, random);
  return { ...place, playerId, country, platform: platformOf(random), isLoyal: isLoyal(playerId), random };
}
