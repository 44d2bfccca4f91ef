// Random schedules of writers and of readers who wait, at two processes on one database, of which one is killed now and then: each
// acknowledged write reaches the reader of its player long before the reader's wait would be over.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { engines, type TestDatabase } from '../harness/engines.ts';
import { amount } from '../harness/nightly.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';
import { type Random, seed, seeded } from '../harness/seeded.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { signTestToken } from '../harness/service.ts';
import { merge, set } from '../harness/writes.ts';

const seeds = amount(10, 1_000);
/** Seeds that run at once, each with players of its own. A process is killed once in each round. */
const perRound = 10;
const playersOfSeed = 2;
const writesOfPlayer = 6;
/** A wait takes 25 seconds, so a change that was missed shows much later than this. */
const mostMilliseconds = 10_000;

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

  /** Reads and waits until it is told to end, and notes when it saw which version first. */
  async function follow(
    player: string,
    random: Random,
    seen: Map<number, number>,
    end: AbortSignal,
  ): Promise<void> {
    const authorization = `Bearer ${await signTestToken(player)}`;
    let etag = '"0-0"';
    while (!end.aborted) {
      const headers = { authorization, 'if-none-match': etag, prefer: `wait=${20 + random(6)}` };
      const answer = await fetch(any(random).url + paths.metadata, { headers, signal: end }).catch(
        () => undefined,
      );
      // A process that was killed is replaced in a moment.
      if (answer === undefined) await Bun.sleep(20);
      if (answer?.status !== 200) continue;
      await answer.text().catch(() => '');
      etag = answer.headers.get('etag') ?? etag;
      seen.set(versionOf(etag), performance.now());
    }
  }

  /** Writes at random places and times. @returns when each acknowledged version was answered */
  async function write(player: string, sequentialId: number, random: Random): Promise<Map<number, number>> {
    const acknowledged = new Map<number, number>();
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
    }
    return acknowledged;
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

  /** @returns the writes of a player that its reader saw too late or not at all */
  async function play(player: string, random: Random): Promise<string[]> {
    const sequentialId = await register(player, random);
    const seen = new Map<number, number>();
    const end = new AbortController();
    const following = follow(player, random, seen, end.signal);
    const acknowledged = await write(player, sequentialId, random);
    const newest = Math.max(...acknowledged.keys(), 0);
    const until = performance.now() + mostMilliseconds;
    while (Math.max(...seen.keys(), 0) < newest && performance.now() < until) await Bun.sleep(10);
    end.abort();
    await following;
    return [...acknowledged].flatMap(([version, at]) => {
      const times = [...seen].flatMap(([other, time]) => (other >= version ? [time] : []));
      const delay = Math.min(...times) - at;
      return delay < mostMilliseconds ? [] : [`${player}: version ${version} after ${delay} ms`];
    });
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
    amount(60_000, 3_600_000),
  );
});
