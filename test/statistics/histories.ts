// Random histories of players on a store: devices, takeovers, expiries, a clock put back, sessions over midnight, erased players.
// A list of the same sessions is kept beside the store, for the reference.
import { seeded } from '../harness/seeded.ts';
import type { TestStore } from '../harness/store.ts';
import { timeoutSeconds } from '../harness/store.ts';
import type { ReferenceSession } from './reference.ts';

const hour = 3_600_000;
/** How far ahead a stored time may be without a clock that was set back. */
const skew = 10_000;
const contexts = [
  null,
  '{"platform":"ios","version":2}',
  '{"platform":"android","version":2.5,"beta":true}',
  '{"platform":"=evil","version":null}',
  '{"platform":{"name":"x"},"version":"2"}',
  '{"platform":["x"]}',
  '{"platform":"\\u0069os","version":2}',
  `{"platform":"${'😀'.repeat(64)}","version":"${'v'.repeat(65)}"}`,
  `{"platform":"${'😀'.repeat(65)}","version":"other"}`,
] as const;

interface OpenSession {
  readonly sessionId: string;
  readonly start: number;
  lastActivity: number;
  /** The last activity by the present clock, after one that was set back. */
  expiresFrom: number;
  readonly context: string | null;
}

export interface History {
  /** All sessions until now. An expired one ended at its last activity. */
  sessions(): ReferenceSession[];
  /** Plays on: so many random steps. */
  play(steps: number): Promise<void>;
  readonly random: (below: number) => number;
}

/** @param start when the history begins, in milliseconds since the epoch */
export async function createHistory(t: TestStore, seed: number, players = 12): Promise<History> {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const ended: ReferenceSession[] = [];
  const open = new Map<number, OpenSession>();
  const ids: number[] = [];
  const names = new Map<number, string>();
  for (let n = 0; n < players; n += 1) await add();

  async function add(): Promise<void> {
    const name = `player ${names.size} of ${seed}`;
    const id = await t.register(name);
    ids.push(id);
    names.set(id, name);
  }

  const isExpired = ({ expiresFrom }: OpenSession): boolean =>
    expiresFrom <= t.clock.now() - timeoutSeconds * 1000;

  function end(player: number, reason: string): void {
    const session = open.get(player);
    if (!session) return;
    open.delete(player);
    const hasExpired = isExpired(session);
    ended.push({
      player,
      start: session.start,
      context: session.context,
      end: hasExpired ? session.lastActivity : Math.max(t.clock.now(), session.lastActivity),
      reason: hasExpired ? 'expired' : reason,
    });
  }

  async function start(player: number): Promise<void> {
    const sessionId = Bun.randomUUIDv7();
    const context = pick(contexts);
    const session = open.get(player);
    if (session && isExpired(session)) end(player, 'expired');
    const isReplacing = open.has(player);
    const answer = await t.store.sessions.start(player, sessionId, { onActive: 'replace', context });
    if (typeof answer !== 'object' || !('startedAt' in answer)) throw new Error(`no session: ${answer}`);
    if (isReplacing) end(player, 'replaced');
    const now = t.clock.now();
    open.set(player, { sessionId, start: now, lastActivity: now, expiresFrom: now, context });
  }

  async function heartbeat(player: number): Promise<void> {
    const session = open.get(player);
    await t.store.sessions.heartbeat(player);
    if (!session || isExpired(session)) return;
    const now = t.clock.now();
    session.lastActivity = Math.max(session.lastActivity, now);
    session.expiresFrom = session.lastActivity > now + skew ? now : session.lastActivity;
  }

  /** Moves expired sessions, and notes the present time where a clock was set back. */
  async function expire(): Promise<void> {
    await t.store.sessions.expire(0, 1000);
    const now = t.clock.now();
    for (const [player, session] of [...open]) {
      if (session.expiresFrom > now + skew) session.expiresFrom = now;
      else if (isExpired(session)) end(player, 'expired');
    }
  }

  async function stop(player: number): Promise<void> {
    await t.store.sessions.end(player, 'stopped');
    end(player, 'stopped');
  }

  /** An erasure ends the session and forgets the contexts. So all that is stored is counted before. */
  async function erase(player: number): Promise<void> {
    const session = open.get(player);
    if (session && isExpired(session)) end(player, 'expired');
    await expire();
    await t.store.statistics.count(new AbortController().signal, { publish: 'no' });
    await stop(player);
    await t.store.statistics.count(new AbortController().signal, { publish: 'no' });
    await t.store.players.erase(names.get(player) ?? '');
    ids.splice(ids.indexOf(player), 1);
    await add();
  }

  /** Heartbeats through a long session, so that it does not expire. */
  async function playOn(player: number, milliseconds: number): Promise<void> {
    await start(player);
    for (let left = milliseconds; left > 0; left -= timeoutSeconds * 900) {
      t.clock.advance(Math.min(left, timeoutSeconds * 900));
      await heartbeat(player);
    }
  }

  async function step(): Promise<void> {
    const player = pick(ids);
    const choice = random(100);
    if (choice < 30) await start(player);
    else if (choice < 45) await heartbeat(player);
    else if (choice < 70) await stop(player);
    else if (choice < 72) await playOn(player, random(3 * hour));
    else if (choice < 74) await expire();
    else if (choice < 75) await erase(player);
    else if (choice < 76) t.clock.advance(-random(2 * timeoutSeconds) * 1000);
    else if (choice < 90) t.clock.advance(random(timeoutSeconds * 1500));
    else t.clock.advance(random(30 * hour));
  }

  return {
    random,
    async play(steps) {
      for (let done = 0; done < steps; done += 1) await step();
    },
    sessions: () => [
      ...ended,
      ...[...open].map(([player, session]) => ({
        player,
        start: session.start,
        context: session.context,
        end: isExpired(session) ? session.lastActivity : null,
        reason: isExpired(session) ? 'expired' : 'active',
      })),
    ],
  };
}
