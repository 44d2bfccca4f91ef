// The live traffic of the demo: some players who come, play, save and go, each by requests of the player API with a token of its
// own. A player who is suspended, or whose session is ended, at the console leaves like a player of a real game.
import { signToken } from '../auth/sign.ts';
import type { TokenConfig } from '../auth/token-config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { countryAt, minute, targetOnline } from './calendar.ts';
import { saveText } from './documents.ts';
import { platformOf, versionAt } from './play.ts';
import { createRandom, type Random } from './random.ts';
import type { World } from './world.ts';

/** A player who is online. */
interface Actor {
  readonly playerId: string;
  readonly token: string;
  readonly endsAt: number;
  nextAt: number;
}

export interface TrafficOptions {
  readonly url: string;
  readonly tokens: TokenConfig;
  readonly world: Pick<World, 'online' | 'regulars' | 'lastSequentialId'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Traffic {
  /** Ends the traffic and waits for the request under way. The players stay online until their sessions expire. */
  stop(): Promise<void>;
}

/** The mean pause between two requests of a player, so that 45 players make two or three requests a second. */
const pauseMilliseconds = 18_000;
/** The pause between two looks at who is due. */
const tickMilliseconds = 250;
/** At most one player comes online in this time. */
const arrivalMilliseconds = 2_000;
const tokenLifetimeSeconds = 24 * 3_600;
/** One player in this number who comes online is new. */
const newcomers = 9;

export function startTraffic(options: TrafficOptions): Traffic {
  const ended = new AbortController();
  const running = run(options, ended.signal);
  return {
    async stop() {
      ended.abort();
      await running;
    },
  };
}

async function run({ world, ...options }: TrafficOptions, signal: AbortSignal): Promise<void> {
  const { clock } = options;
  const random = createRandom(7);
  const api = createApi(options, random, signal);
  const actors = new Map<string, Actor>();
  for (const { playerId, endsAt } of world.online)
    actors.set(playerId, await api.actor(playerId, clock.now() + pause(random), endsAt));
  let newPlayers = 0;
  let arrivalAt = clock.now();
  while (!signal.aborted) {
    const now = clock.now();
    for (const actor of actors.values()) {
      if (actor.nextAt > now || signal.aborted) continue;
      if (await api.act(actor)) actor.nextAt = now + pause(random);
      else actors.delete(actor.playerId);
    }
    if (actors.size < targetOnline(now) && now >= arrivalAt) {
      arrivalAt = now + arrivalMilliseconds;
      const isNew = random.below(newcomers) === 0;
      if (isNew) newPlayers += 1;
      const playerId = isNew
        ? `steam:7656119${9_000_000_000 + world.lastSequentialId + newPlayers}`
        : random.pick(world.regulars);
      const actor = actors.has(playerId) ? undefined : await api.arrive(playerId, isNew, newPlayers);
      if (actor) actors.set(playerId, actor);
    }
    await clock.sleep(tickMilliseconds, signal);
  }
}

const pause = (random: Random): number => -Math.log(1 - random.next()) * pauseMilliseconds;

/** The requests of the players. A request that is refused, for instance since the player was suspended, ends the player's visit. */
function createApi(
  { url, tokens, clock, log }: Omit<TrafficOptions, 'world'>,
  random: Random,
  signal: AbortSignal,
) {
  async function isDone(
    { token }: Pick<Actor, 'token'>,
    method: string,
    path: string,
    body?: string,
    type = 'application/json',
  ): Promise<boolean> {
    try {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': type }),
      };
      const response = await fetch(`${url}/api/game/${path}`, {
        method,
        headers,
        signal,
        ...(body !== undefined && { body }),
      });
      await response.arrayBuffer();
      if (!response.ok)
        log.debug({ method, path, status: response.status }, 'a player of the demo was refused');
      return response.ok;
    } catch (error) {
      if (!signal.aborted) log.debug({ err: error }, 'a request of a player of the demo failed');
      return false;
    }
  }

  async function actor(playerId: string, nextAt: number, endsAt: number): Promise<Actor> {
    const token = await signToken(tokens, { playerId, lifetimeSeconds: tokenLifetimeSeconds, clock });
    return { playerId, token, nextAt, endsAt };
  }

  return {
    actor,
    /** Brings a player online. @returns undefined when the player may not */
    async arrive(playerId: string, isNew: boolean, place: number): Promise<Actor | undefined> {
      const now = clock.now();
      const length = Math.max(minute, random.logNormal(14 * minute, 0.7));
      const arrived = await actor(playerId, now + pause(random), now + length);
      const context = {
        platform: platformOf(random),
        version: versionAt(random, now, now),
        country: countryAt(random, now).code,
      };
      const start = JSON.stringify({ onActive: 'replace', context });
      if (!(await isDone(arrived, 'POST', 'session/start', start))) return undefined;
      if (!isNew) return (await isDone(arrived, 'GET', 'metadata')) ? arrived : undefined;
      const first = saveText({ sequentialId: place, playerId, minutes: 0, sessions: 1, savedAt: now });
      return (await isDone(arrived, 'POST', 'metadata', `{"data":${first}}`)) ? arrived : undefined;
    },
    /** Sends the next request of a player. @returns whether the player is still online */
    async act(actor: Actor): Promise<boolean> {
      if (clock.now() >= actor.endsAt) {
        await isDone(actor, 'POST', 'session/stop');
        return false;
      }
      if (random.next() < 0.3) return isDone(actor, 'POST', 'session/heartbeat');
      return isDone(actor, 'PATCH', 'metadata', progressPatch(random), 'application/vnd.playkeep.patch+json');
    },
  };
}

/** Some coins and experience, and now and then a level. */
function progressPatch(random: Random): string {
  const coins = 1 + random.below(90);
  const operations = [
    { op: 'increment', path: '/coins', by: coins, initial: 0 },
    { op: 'increment', path: '/experience', by: 3 * coins, initial: 0 },
    ...(random.below(25) === 0 ? [{ op: 'increment', path: '/level', by: 1, initial: 1 }] : []),
  ];
  return JSON.stringify(operations);
}
