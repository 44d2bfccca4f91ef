// Players at half their peak, without and with a backend's bulk job that never pauses, on each engine: `npx bun
// bench/server-load.ts` stores its table under bench/results/. Options: --engines sqlite,postgres --players 10000 --seconds 10
// --connections 4,64 (of the job) --kinds small,large
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fill, sampleAnswer, sampleOf, secret } from './data.ts';
import { type LoadResult, load } from './load.ts';
import { commit, machine } from './machine.ts';
import { openPostgres } from './postgres.ts';
import { median, type Program, say, startService } from './program.ts';
import { keepResult } from './results.ts';
import { createScenarios } from './scenarios.ts';

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    players: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '4,64' },
    kinds: { type: 'string', default: 'small,large' },
  },
});
const players = Number(options.players);
const seconds = Number(options.seconds);
const serverKey = 'the key of a backend in a measurement';
const startedOn = commit();
const lines = [
  `# Players beside a bulk job, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; ${players} players, ${seconds} s each, everything on this machine. The players send the mix of ` +
    'bench/scenarios.ts in an open loop. Made by `npx bun bench/server-load.ts`.\n',
];
const note = (line: string): void => {
  lines.push(line);
  say(line);
};
const number = (value: number, digits = 0): string => value.toFixed(digits);

/** Runs the job of bulk-job.ts beside other work. @returns operations and refused requests a second */
async function besideJob<T>(
  url: string,
  kind: string,
  connections: string,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly operations: number; readonly refused: number }> {
  const script = join(import.meta.dir, 'bulk-job.ts');
  const lasting = seconds + 1;
  const job = Bun.spawn(
    [
      process.execPath,
      '--no-env-file',
      script,
      url,
      serverKey,
      connections,
      String(players),
      String(lasting),
      kind,
    ],
    { stdout: 'pipe', stderr: 'inherit' },
  );
  await Bun.sleep(1_000);
  const result = await work();
  const statuses = JSON.parse(await new Response(job.stdout).text()) as Record<string, number>;
  const countOf = (matches: (status: number) => boolean) =>
    Object.entries(statuses).reduce((sum, [status, count]) => sum + (matches(Number(status)) ? count : 0), 0);
  return {
    result,
    operations: countOf((status) => status === 200) / lasting,
    refused: countOf((status) => status < 0) / lasting,
  };
}

async function measure(engine: string, { url }: Program): Promise<void> {
  const { standard } = await createScenarios(players);
  const mix = standard.find(({ name }) => name.startsWith('mix'));
  if (!mix) throw new Error('there is no mix');
  const { next } = mix;
  const peaks = [];
  for (let round = 0; round < 4; round += 1) {
    const { requestsPerSecond } = await load({ urls: [url], connections: 64, seconds: seconds / 4, next });
    if (round > 0) peaks.push(requestsPerSecond);
  }
  const rate = median(peaks) / 2;
  const half = (): Promise<LoadResult> =>
    load({ urls: [url], connections: 64, seconds, next, rate, expectsRefusals: true });
  const alone = await half();
  for (const kind of options.kinds.split(',')) {
    for (const connections of options.connections.split(',')) {
      const { result, operations, refused } = await besideJob(url, kind, connections, half);
      const cells = [
        ...[engine, number(rate), kind, connections, number(operations), number(refused, 1)],
        ...[number(alone.p50, 2), number(alone.p99, 2), number(result.p50, 2), number(result.p99, 2)],
        ...[number(result.p99 / alone.p99, 2), number(result.refusedPerSecond), result.failures],
      ];
      note(`| ${cells.join(' | ')} |`);
    }
  }
}

note(
  '| engine | players a second | job | its connections | its operations a second | its refused requests a second | p50 ms alone | p99 ms alone | p50 ms beside the job | p99 ms beside the job | ratio of p99 | refused players a second | failures |\n|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
);
for (const engine of options.engines.split(',')) {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-server-load-'));
  const server = engine === 'postgres' ? await openPostgres() : undefined;
  const databaseUrl = server?.url ?? `sqlite:${join(directory, 'bench.db')}`;
  await fill(databaseUrl, players);
  const service = await startService({
    DATABASE_URL: databaseUrl,
    JWT_SECRET: secret,
    SERVER_API_KEY: serverKey,
  });
  await sampleAnswer(service, sampleOf(players)[0] ?? 0);
  await measure(engine, service);
  await service.stop();
  await server?.stop();
  rmSync(directory, { recursive: true });
}
keepResult('server-load', startedOn, `${lines.join('\n')}\n`);
process.exit(0);
