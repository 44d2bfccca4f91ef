// The load of the player API in a process of its own, beside something else that is measured. It reads lines from standard input,
// each a JSON object of the seconds and, for an open loop, the rate a second, and prints a line with the result of each. The line
// `end` ends the load that runs.
// `bun bench/player-load.ts URL PLAYERS`; `startPlayerLoad` starts it.
import { join } from 'node:path';
import { type LoadResult, load, type Next } from './load.ts';
import { median } from './program.ts';
import { createScenarios } from './scenarios.ts';

interface Wanted {
  readonly seconds: number;
  readonly rate?: number;
}

const end = 'end';

export interface PlayerLoad {
  run(wanted: Wanted): Promise<LoadResult>;
  /** Ends the run that is under way before its seconds are over. */
  end(): void;
  stop(): void;
}

/** Starts the process for a service whose database `fill` has filled. */
export function startPlayerLoad(url: string, players: number): PlayerLoad {
  const child = Bun.spawn([process.execPath, '--no-env-file', import.meta.path, url, String(players)], {
    cwd: join(import.meta.dir, '..'),
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  process.on('exit', () => child.kill());
  const results = linesOf(child.stdout);
  function tell(line: string): void {
    child.stdin.write(`${line}\n`);
    child.stdin.flush();
  }
  return {
    async run(wanted) {
      tell(JSON.stringify(wanted));
      const { value } = await results.next();
      if (value === undefined) throw new Error('the load of the player API has ended');
      return JSON.parse(value);
    },
    end: () => tell(end),
    stop: () => child.kill(),
  };
}

/** Half the requests a second that the service serves at most. The first of four rounds warms it up. */
export async function halfThePeak(besides: PlayerLoad, seconds: number): Promise<number> {
  const peaks: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const { requestsPerSecond } = await besides.run({ seconds: seconds / 2 });
    if (round > 0) peaks.push(requestsPerSecond);
  }
  return median(peaks) / 2;
}

/** Runs the load of players as long as other work. */
export async function besidePlayers<T>(
  besides: PlayerLoad,
  rate: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly players: LoadResult }> {
  const running = besides.run({ seconds: 3_600, rate });
  const result = await work();
  besides.end();
  return { result, players: await running };
}

export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + new TextDecoder().decode(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  return undefined;
}

if (import.meta.main) {
  const [url = '', players = ''] = process.argv.slice(2);
  const { standard } = await createScenarios(Number(players));
  const mix = standard.find(({ name }) => name.startsWith('mix'));
  if (!mix) throw new Error('there is no mix of operations');
  let isOver = false;
  async function run(wanted: Wanted, next: Next): Promise<void> {
    const result = await load({ urls: [url], connections: 64, next, isOver: () => isOver, ...wanted });
    process.stdout.write(`${JSON.stringify(result)}\n`);
  }
  for await (const line of linesOf(Bun.stdin.stream())) {
    isOver = line === end;
    if (!isOver) void run(JSON.parse(line), mix.next);
  }
}
