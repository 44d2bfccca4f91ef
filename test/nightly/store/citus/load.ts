// Players who save, count and start sessions through two processes while workers of a Citus cluster go and return. It notes what was
// acknowledged, and checks afterwards that nothing of it is missing or torn.
import { expect } from 'bun:test';
import { type Answer, paths } from '../../../harness/api.ts';
import type { ServiceProcess } from '../../../harness/process.ts';

const patchType = 'application/vnd.playkeep.patch+json';

export interface LoadedPlayer {
  readonly name: string;
  /** The counter of the metadata: increments that were sent and acknowledged. A refused one may have been done. */
  sent: number;
  acknowledged: number;
  /** The session of the last acknowledged start; undefined after a start or stop with an unknown outcome. */
  sessionId: string | undefined;
}

export interface Answered {
  readonly name: string;
  readonly status: number;
  /** The sentence of a refusal. */
  readonly detail: string | undefined;
  readonly at: number;
  readonly milliseconds: number;
}

export interface Load {
  readonly players: readonly LoadedPlayer[];
  readonly answers: readonly Answered[];
  /** Resolves when each player has been served so many times more. */
  served(times: number): Promise<void>;
  /** Ends the load and checks every player. */
  stop(): Promise<void>;
}

export async function startLoad(
  processes: readonly ServiceProcess[],
  names: readonly string[],
): Promise<Load> {
  const players = names.map(
    (name): LoadedPlayer => ({ name, sent: 0, acknowledged: 0, sessionId: undefined }),
  );
  const answers: Answered[] = [];
  let isRunning = true;
  const any = (n: number) => processes[n % processes.length] as ServiceProcess;

  async function call(player: LoadedPlayer, n: number, path: string, options = {}): Promise<Answer> {
    const at = performance.now();
    const method = path === paths.metadata ? 'PATCH' : 'POST';
    const answer = await any(n).as(player.name, method, path, options);
    const { status, body } = answer;
    const milliseconds = performance.now() - at;
    answers.push({ name: player.name, status, detail: body?.error?.detail, at, milliseconds });
    return answer;
  }

  async function count(player: LoadedPlayer, n: number): Promise<void> {
    player.sent += 1;
    const body = '[{"op":"increment","path":"/n","by":1}]';
    const answer = await call(player, n, paths.metadata, { body, headers: { 'content-type': patchType } });
    expect([200, 503]).toContain(answer.status);
    if (answer.status === 200) player.acknowledged += 1;
  }

  async function begin(player: LoadedPlayer, n: number): Promise<void> {
    const answer = await call(player, n, paths.start, { body: '{"onActive":"replace"}' });
    expect([200, 503]).toContain(answer.status);
    player.sessionId = answer.status === 200 ? answer.body.data.sessionId : undefined;
  }

  async function beat(player: LoadedPlayer, n: number): Promise<void> {
    const answer = await call(player, n, paths.heartbeat);
    const known = player.sessionId;
    if (known !== undefined) expect([200, 503]).toContain(answer.status);
    if (known !== undefined && answer.status === 200) expect(answer.body.data.sessionId).toBe(known);
  }

  async function play(player: LoadedPlayer, start: number): Promise<void> {
    for (let n = start; isRunning; n += 1) {
      await count(player, n);
      if (n % 4 === 0) await begin(player, n);
      else await beat(player, n);
      await Bun.sleep(5);
    }
  }

  /** An acknowledged increment counts once, and one with an unknown outcome once or not at all. */
  async function check(player: LoadedPlayer): Promise<void> {
    for (const process of processes) {
      const read = () => process.as(player.name, 'GET', paths.metadata);
      let answer = await read();
      // A worker that stood still has statements left from before.
      for (let tries = 1; answer.status === 503 && tries < 50; tries += 1) {
        await Bun.sleep(200);
        answer = await read();
      }
      expect([player.name, answer.status]).toEqual([player.name, 200]);
      const { n = 0 } = answer.body.data.metadata;
      expect(n).toBeGreaterThanOrEqual(player.acknowledged);
      expect(n).toBeLessThanOrEqual(player.sent);
    }
  }

  for (const player of players)
    expect((await any(0).as(player.name, 'GET', paths.metadata)).status).toBe(200);
  const playing = players.map(play);
  return {
    players,
    answers,
    async served(times) {
      const counts = () =>
        Map.groupBy(
          answers.filter(({ status }) => status === 200),
          ({ name }) => name,
        );
      const before = counts();
      const isServed = ({ name }: LoadedPlayer) =>
        (counts().get(name)?.length ?? 0) >= (before.get(name)?.length ?? 0) + times;
      while (!players.every(isServed)) await Bun.sleep(20);
    },
    async stop() {
      isRunning = false;
      await Promise.all(playing);
      for (const player of players) await check(player);
    },
  };
}
