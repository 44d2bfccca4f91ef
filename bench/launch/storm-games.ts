// Games on the devices of many players in one process, each with a client of client/src of its own: a play session that beats, and a
// save whose coins are counted. It reads a line from standard input at a time, and prints a line each second and one at the end.
// `storm.ts` starts several such processes: `bun bench/launch/storm-games.ts '{"url":…}'`.
import { createClient, memoryStorage, type PlaySession, type Save } from '../../client/src/index.ts';
import { playerName, sign } from '../data.ts';
import { linesOf } from '../player-load.ts';
import { createHistogram } from './histogram.ts';

export interface StormGames {
  readonly url: string;
  /** The first player, and how many there are. */
  readonly first: number;
  readonly count: number;
  /** Over which the players come. */
  readonly rampSeconds: number;
  /** Between two changes of a player, on average. */
  readonly changeSeconds: number;
}

/** One second of a process. */
export interface StormSecond {
  /** Since the epoch. */
  readonly second: number;
  /** Latencies of answered requests, as counts of a histogram. */
  readonly latencies: ReturnType<ReturnType<typeof createHistogram>['counts']>;
  /** Answers that were no success and requests without an answer, by status and reason. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Players whose save is not with the service. */
  readonly behind: number;
  readonly playing: number;
}

/** The end of a process. */
export interface StormEnd {
  /** The coins that each player's game has kept, in order. */
  readonly coins: readonly number[];
  /** Milliseconds from `back` to the acknowledgement of all that had waited, for each player for whom something had. */
  readonly backAfter: readonly number[];
  readonly refusedChanges: number;
  readonly sessionsOver: number;
  readonly renewedSessions: number;
  readonly cpuSeconds: number;
}

interface Game {
  readonly save: Pick<Save, 'status'>;
  readonly session: PlaySession;
  /** The session that it had at `back`. */
  sessionId: string | undefined;
  waits: boolean;
}

const text = 'x'.repeat(230);

async function play(options: StormGames): Promise<void> {
  const games: Game[] = [];
  const coins: number[] = Array.from({ length: options.count }, () => 0);
  const backAfter: number[] = [];
  const told = { refusedChanges: 0, sessionsOver: 0 };
  let latencies = createHistogram();
  let refusals: Record<string, number> = {};
  let backAt: number | undefined;
  let isOver = false;
  const count = (reason: string): void => {
    refusals[reason] = (refusals[reason] ?? 0) + 1;
  };

  // Each request has a connection of its own, as that of a phone after minutes without one.
  const measured = (async (input: string, init: RequestInit) => {
    const sentAt = performance.now();
    try {
      const answer = await fetch(input, { ...init, keepalive: false });
      const body = await answer.text();
      if (answer.status < 400) latencies.add(performance.now() - sentAt);
      else count(reasonOf(answer.status, body));
      return new Response(answer.status === 304 ? null : body, answer);
    } catch (error) {
      count(`no answer: ${(error as { code?: string }).code ?? error}`);
      throw error;
    }
  }) as typeof fetch;

  async function open(index: number): Promise<void> {
    const token = await sign(playerName(options.first + index));
    const storage = memoryStorage();
    const client = createClient({ url: options.url, token: () => token, storage, fetch: measured });
    const session = await client.sessions.play({ onActive: 'replace' });
    const over = (): void => {
      told.sessionsOver += 1;
    };
    session.on('superseded', over);
    session.on('ended', over);
    const initial = { coins: 0, level: 12, position: [1.5, 2.5], inventory: text };
    const save = await client.openSave({ initial, session });
    const game: Game = { save, session, sessionId: undefined, waits: false };
    save.on('refused', () => {
      told.refusedChanges += 1;
    });
    save.on('status', ({ status }) => {
      if (status !== 'saved' || !game.waits || backAt === undefined) return;
      game.waits = false;
      backAfter.push(Date.now() - backAt);
    });
    games.push(game);
    while (!isOver) {
      await Bun.sleep(options.changeSeconds * 1_000 * (0.5 + Math.random()));
      if (isOver) return;
      await save.increment('/coins', 1);
      coins[index] = (coins[index] ?? 0) + 1;
    }
  }

  const behind = () => games.filter(({ save }) => save.status !== 'saved').length;
  setInterval(() => {
    const second: StormSecond = {
      second: Math.floor(Date.now() / 1_000) - 1,
      ...{ latencies: latencies.counts(), refusals, behind: behind(), playing: games.length },
    };
    latencies = createHistogram();
    refusals = {};
    process.stdout.write(`${JSON.stringify(second)}\n`);
  }, 1_000);

  const between = (options.rampSeconds * 1_000) / options.count;
  void (async () => {
    const startedAt = performance.now();
    for (let index = 0; index < options.count; index += 1) {
      const early = startedAt + index * between - performance.now();
      if (early > 0) await Bun.sleep(early);
      open(index).catch((error) => count(`not opened: ${error}`));
    }
  })();

  for await (const line of linesOf(Bun.stdin.stream())) {
    if (line === 'back') {
      backAt = Date.now();
      for (const game of games) {
        game.waits = game.save.status !== 'saved';
        game.sessionId = game.session.sessionId;
      }
    } else {
      isOver = true;
      while (behind() > 0) await Bun.sleep(50);
      const { user, system } = process.cpuUsage();
      const renewedSessions = games.filter((game) => game.session.sessionId !== game.sessionId).length;
      const end: StormEnd = {
        ...{ coins, backAfter, ...told, renewedSessions, cpuSeconds: (user + system) / 1e6 },
      };
      process.stdout.write(`${JSON.stringify(end)}\n`);
    }
  }
}

/** Why a request was refused, as the service tells it. */
export function reasonOf(status: number, body: string): string {
  const [, message = ''] = /"message":"([^"]*)"/.exec(body) ?? [];
  const [, detail] = /"detail":"([^"]*)"/.exec(body) ?? [];
  return `${status} ${message}${detail === undefined ? '' : `: ${detail}`}`;
}

if (import.meta.main) await play(JSON.parse(process.argv[2] ?? ''));
