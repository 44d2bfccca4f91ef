// Random schedules of writers and of readers who wait, at two processes on one database, of which one is killed now and then: each
// acknowledged write, and each device that takes over, reaches the reader of its player long before the reader's wait would be over.
// `SEEDS=200` plays so many schedules, and `SEED` begins with that one.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { paths } from '../../../harness/api.ts';
import { engines, type TestDatabase } from '../../../harness/engines.ts';
import { amount } from '../../../harness/nightly.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { type Random, seed, seeded } from '../../../harness/seeded.ts';
import { testServerKey } from '../../../harness/server-keys.ts';
import { signTestToken } from '../../../harness/service.ts';
import { json, merge, set } from '../../../harness/writes.ts';

const seeds = Number(process.env.SEEDS ?? amount(10, 1_000));
/** Seeds that run at once, each with players of its own. A process is killed once in each round. */
const perRound = 10;
const playersOfSeed = 2;
const writesOfPlayer = 6;
/** A wait takes 25 seconds, so a change that was missed shows much later than this. */
const mostMilliseconds = 15_000;

describe.each(engines)('writers and readers who wait on $name', (engine) => {
  let database: TestDatabase;
  const processes: ServiceProcess[] = [];
  const start = (): Promise<ServiceProcess> =>
    startProcess({ ...database.environment, SERVER_API_KEY: testServerKey }, database.directory);
  beforeAll(async () => {
    database = await engine.create();
    processes.push(await start(), await start());
  }, 60_000);
  afterAll(async () => {
    for (const each of processes) each.signal('SIGKILL');
    await Promise.all(processes.map((each) => each.exited));
    await database.remove();
  });

  const any = (random: Random): ServiceProcess => processes[random(processes.length)] as ServiceProcess;
  const versionOf = (etag: string | null): number =>
    Number(/-(?<version>\d+)"$/.exec(etag ?? '')?.groups?.version ?? -1);

  /** The sight of a player's reader, and the session that it requires. */
  interface Sight {
    /** When it saw which version first. */
    readonly versions: Map<number, number>;
    /** When it heard that a session had ended. */
    readonly ends: Map<string, number>;
    /** The session that began last, as far as anybody knows. */
    newest: string | undefined;
    /** The session that the reader requires. */
    held: string | undefined;
  }

  /** Takes note of an answer. */
  function see(sight: Sight, answer: Response, etag: string): void {
    const now = performance.now();
    if (answer.status === 200) sight.versions.set(versionOf(etag), now);
    if (answer.status !== 409 || sight.held === undefined) return;
    sight.ends.set(sight.held, now);
    sight.held = undefined;
  }

  /** Reads and waits until it is told to end. It requires a session until it hears that this has ended, and then the newest. */
  async function follow(player: string, random: Random, sight: Sight, end: AbortSignal): Promise<void> {
    const authorization = `Bearer ${await signTestToken(player)}`;
    let etag = '"0-0"';
    while (!end.aborted) {
      if (!sight.ends.has(sight.newest ?? '')) sight.held ??= sight.newest;
      const headers = {
        ...{ authorization, 'if-none-match': etag, prefer: `wait=${20 + random(6)}` },
        ...(sight.held !== undefined && { 'x-session-id': sight.held }),
      };
      const answer = await fetch(any(random).url + paths.metadata, { headers, signal: end }).catch(
        () => undefined,
      );
      // A process that was killed is replaced in a moment.
      if (answer === undefined) await Bun.sleep(20);
      else {
        await answer.text().catch(() => '');
        if (answer.status === 200) etag = answer.headers.get('etag') ?? etag;
        see(sight, answer, etag);
      }
    }
  }

  /**
   * Starts a session in the place of the active one. Notes the end of the one that the reader required.
   * @returns false where the process was away
   */
  async function takeOver(player: string, random: Random, sight: Sight, ended: Map<string, number>) {
    const { held } = sight;
    const answer = await any(random)
      .as(player, 'POST', `${paths.session}/start`, json({ onActive: 'replace' }))
      .catch(() => undefined);
    if (answer?.status !== 200) return false;
    sight.newest = answer.body.data.sessionId;
    if (held !== undefined && !ended.has(held)) ended.set(held, performance.now());
    return true;
  }

  /** Writes at random places and times. @returns when each acknowledged version and each end of a session was answered */
  async function write(player: string, sequentialId: number, random: Random, sight: Sight) {
    const acknowledged = new Map<number, number>();
    const ended = new Map<string, number>();
    for (let n = 0; n < writesOfPlayer; n += 1) {
      await Bun.sleep(random(60));
      const at = any(random);
      const writes = [
        () => at.as(player, 'POST', paths.metadata, set(`{"n":${n}}`)),
        () => at.as(player, 'PATCH', paths.metadata, merge({ patched: n })),
        () => at.as(player, 'DELETE', paths.metadata),
        () =>
          at.call('POST', `/api/server/players/${sequentialId}/metadata`, {
            body: `{"data":{"granted":${n}}}`,
            token: testServerKey,
          }),
      ];
      const answer = await writes[random(writes.length)]?.().catch(() => undefined);
      if (answer?.status === 200) acknowledged.set(versionOf(answer.headers.get('etag')), performance.now());
      if (random(3) === 0) await takeOver(player, random, sight, ended);
    }
    return { acknowledged, ended };
  }

  /** Registers a player, again and again while a process is away. */
  async function register(player: string, random: Random): Promise<number> {
    for (;;) {
      const body = JSON.stringify({ playerId: player });
      const answer = await any(random)
        .call('POST', '/api/server/players', { body, token: testServerKey })
        .catch(() => undefined);
      if (answer?.status === 200) return answer.body.data.sequentialId;
      await Bun.sleep(20);
    }
  }

  /** @returns the writes and ends of sessions of a player that its reader saw too late or not at all */
  async function play(player: string, random: Random): Promise<string[]> {
    const sequentialId = await register(player, random);
    const sight: Sight = { versions: new Map(), ends: new Map(), newest: undefined, held: undefined };
    const { versions, ends } = sight;
    const end = new AbortController();
    const following = follow(player, random, sight, end.signal);
    const { acknowledged, ended } = await write(player, sequentialId, random, sight);
    const newest = Math.max(...acknowledged.keys(), 0);
    const hasSeenAll = (): boolean =>
      Math.max(...versions.keys(), 0) >= newest && [...ended.keys()].every((session) => ends.has(session));
    const untilSeen = async (): Promise<void> => {
      const until = performance.now() + mostMilliseconds;
      while (!hasSeenAll() && performance.now() < until) await Bun.sleep(10);
    };
    await untilSeen();
    // Nothing but its own end tells the reader of this one.
    while (!(await takeOver(player, random, sight, ended))) await Bun.sleep(20);
    await untilSeen();
    end.abort();
    await following;
    const seenAt = (version: number): number =>
      Math.min(...[...versions].flatMap(([other, time]) => (other >= version ? [time] : [])));
    const delays = [
      ...[...acknowledged].map(([version, at]) => [`version ${version}`, seenAt(version) - at] as const),
      ...[...ended].map(
        ([session, at]) => [session, (ends.get(session) ?? Number.POSITIVE_INFINITY) - at] as const,
      ),
    ];
    return delays.flatMap(([what, delay]) =>
      delay < mostMilliseconds ? [] : [`${player}: ${what} after ${delay} ms`],
    );
  }

  async function kill(random: Random): Promise<void> {
    await Bun.sleep(random(300));
    const index = random(processes.length);
    processes[index]?.signal('SIGKILL');
    await processes[index]?.exited;
    processes[index] = await start();
  }

  test(
    'no change is missed',
    async () => {
      const missed: string[] = [];
      for (let first = 0; first < seeds; first += perRound) {
        const players = Array.from({ length: perRound * playersOfSeed }, (_, index) => {
          const number = seed + first + Math.floor(index / playersOfSeed);
          return play(
            `seed ${number}, player ${index}`,
            seeded(number * playersOfSeed + (index % playersOfSeed)),
          );
        });
        const [found] = await Promise.all([Promise.all(players), kill(seeded(seed + first))]);
        missed.push(...found.flat());
      }
      expect(missed, `SEED=${seed}`).toEqual([]);
    },
    60_000 + seeds * 3_600,
  );
});
