// What becomes of the figures as data and connections grow: the hot operations at 10,000 to 10,000,000 players and at 10 to
// 10,000 connections, and the memory of the service. `npx bun bench/growth.ts`; keeps its table under bench/results/.
// Options: --sqlite 10000,1000000 --postgres 10000,1000000,10000000 --connections 10,1000,10000 --rounds 5 --seconds 2
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/harness/postgres.ts';
import { fill, sampleAnswer, sampleOf, secret } from './data.ts';
import { load } from './load.ts';
import { commit, machine, residentMegabytes } from './machine.ts';
import { median, say, startService } from './program.ts';
import { createScenarios } from './scenarios.ts';

const { values: options } = parseArgs({
  options: {
    sqlite: { type: 'string', default: '10000,1000000' },
    postgres: { type: 'string', default: '10000,1000000,10000000' },
    connections: { type: 'string', default: '10,1000,10000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
});
const numbers = (list: string): number[] => list.split(',').filter(Boolean).map(Number);
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const startedOn = commit();
const lines = [
  `# Growth, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; medians of ${rounds} × ${seconds} s, everything on this machine. Made by \`npx bun bench/growth.ts\`.\n`,
  '| engine | players | connections | operation | a second | p99 ms | refused a second | MB of the service |\n|---|---:|---:|---|---:|---:|---:|---:|',
];

/** Sizes are measured at 64 connections; the first size at all other numbers of them. */
async function measure(
  engine: string,
  databaseUrl: string,
  players: number,
  isFirst: boolean,
): Promise<void> {
  say(`${engine}: preparing ${players} players …`);
  await fill(databaseUrl, players);
  const service = await startService({ DATABASE_URL: databaseUrl, JWT_SECRET: secret });
  await sampleAnswer(service, sampleOf(players)[0] ?? 0);
  const { standard } = await createScenarios(players);
  for (const connections of isFirst ? [64, ...numbers(options.connections)] : [64]) {
    const hot = connections === 64 ? standard.slice(0, 5) : [standard[0], standard[2], standard[3]];
    const results = new Map<string, { rate: number; p99: number; refused: number }[]>();
    for (let round = 0; round <= rounds; round += 1) {
      for (const scenario of hot) {
        if (!scenario) continue;
        const { name, next, requestsEach = 1 } = scenario;
        // Ten thousand at once are more than can be served in good time, so some are turned away.
        const result = await load({ urls: [service.url], connections, seconds, next, expectsRefusals: true });
        if (result.failures > 0) throw new Error(`${name}: ${result.failures} answers were not 200`);
        const rate = result.requestsPerSecond / requestsEach;
        if (round > 0)
          results.set(name, [
            ...(results.get(name) ?? []),
            { rate, p99: result.p99, refused: result.refusedPerSecond },
          ]);
      }
    }
    for (const [name, list] of results) {
      const rate = median(list.map((each) => each.rate)).toFixed(0);
      const p99 = median(list.map((each) => each.p99)).toFixed(1);
      const refused = median(list.map((each) => each.refused)).toFixed(0);
      const megabytes = residentMegabytes(service.pid).toFixed(0);
      const line = `| ${engine} | ${players} | ${connections} | ${name} | ${rate} | ${p99} | ${refused} | ${megabytes} |`;
      lines.push(line);
      say(line);
    }
  }
  await service.stop();
}

for (const [index, players] of numbers(options.sqlite).entries()) {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-growth-'));
  await measure('SQLite', `sqlite:${join(directory, 'bench.db')}`, players, index === 0);
  rmSync(directory, { recursive: true });
}
for (const [index, players] of numbers(options.postgres).entries()) {
  const server = await startPostgres();
  await measure('PostgreSQL', server.url('postgres'), players, index === 0);
  await server.stop();
}
const results = join(import.meta.dir, 'results');
mkdirSync(results, { recursive: true });
writeFileSync(
  join(results, `${new Date().toISOString().slice(0, 10)}-${startedOn}-growth.md`),
  `${lines.join('\n')}\n`,
);
process.exit(0);
