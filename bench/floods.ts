// The waits of a player during another player's flood, on each engine: p99 of a save, a read, a heartbeat and `/livez`, with and
// without each flood, and the memory of the service. `npx bun bench/floods.ts` stores its table under bench/results/. Options:
// --engines sqlite,postgres --floods 'patches|version' --seconds 15 --tree ../another-tree
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  bystanderOperations,
  type Flood,
  fencedPatches,
  keyedPatches,
  measureBystander,
  oldestVersions,
  quantile,
  slowPatches,
  slowPatchesOfMany,
  startFlood,
} from '../test/harness/floods.ts';
import { startPostgres } from '../test/harness/postgres.ts';
import { testSecret } from '../test/harness/service.ts';
import { commit, machine, residentMegabytes } from './machine.ts';
import { createDatabase } from './postgres.ts';
import { say, startService } from './program.ts';
import { keepResult } from './results.ts';

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    floods: { type: 'string', default: '' },
    seconds: { type: 'string', default: '15' },
    tree: { type: 'string', default: join(import.meta.dir, '..') },
  },
});
const seconds = Number(options.seconds);
const tree = resolve(options.tree);
/** The waits of the other player, for each operation. */
const connections = 3;
const startedOn = commit(tree);
const lines: string[] = [];
const note = (line: string): void => {
  lines.push(line);
  say(line);
};

const floods = [
  slowPatches(20),
  slowPatches(40),
  keyedPatches(20),
  fencedPatches(20),
  oldestVersions(64),
  slowPatchesOfMany(40),
].filter(({ name }) => new RegExp(options.floods).test(name));

async function measure(engine: string, databaseUrl: string, flood: Flood): Promise<void> {
  const service = await startService(
    { DATABASE_URL: databaseUrl, JWT_SECRET: testSecret, ...flood.settings },
    tree,
  );
  const quiet = await measureBystander(service.url, { seconds: seconds / 3, connections });
  const running = await startFlood(service.url, flood);
  await Bun.sleep(2_000);
  const megabytes = [residentMegabytes(service.pid)];
  const watch = setInterval(() => megabytes.push(residentMegabytes(service.pid)), 100);
  const beside = await measureBystander(service.url, { seconds, connections });
  clearInterval(watch);
  const answers = Object.entries(running.answers).map(([status, count]) => `${count} × ${status}`);
  const flooded = `${answers.join(', ')}; longest ${running.longest.toFixed(0)} ms`;
  for (const operation of bystanderOperations) {
    const before = quantile(quiet[operation], 0.99);
    const during = quantile(beside[operation], 0.99);
    const longest = Math.max(...beside[operation]);
    const bound = Math.max(10 * before, 250);
    const cells = [flood.name, engine, operation, before.toFixed(1), during.toFixed(1), longest.toFixed(0)];
    cells.push(during < bound ? 'yes' : `no: ${bound.toFixed(0)}`);
    note(`| ${cells.join(' | ')} | ${beside[operation].length} |`);
  }
  const most = Math.max(...megabytes).toFixed(0);
  note(
    `| ${flood.name} | ${engine} | ${flooded}; ${most} MB; refused beside it: ${beside.failures} | | | | | |`,
  );
  const stopped = running.stop();
  await service.stop();
  await stopped;
}

note(`# Floods, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}\n`);
note(`${machine()}; ${seconds} s each, everything on this machine. Made by \`npx bun bench/floods.ts\`.\n`);
note('| flood | engine | operation | quiet p99 ms | p99 ms beside it | longest | within bounds | requests |');
note('|---|---|---|---:|---:|---:|---|---:|');
for (const engine of options.engines.split(',')) {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-floods-'));
  const server = engine === 'postgres' ? await startPostgres() : undefined;
  for (const [n, flood] of floods.entries()) {
    const databaseUrl = server
      ? await createDatabase(server, `flood_${n}`)
      : `sqlite:${join(directory, `${n}.db`)}`;
    await measure(engine, databaseUrl, flood);
  }
  await server?.stop();
  rmSync(directory, { recursive: true });
}
keepResult('floods', startedOn, `${lines.join('\n')}\n`);
process.exit(0);
