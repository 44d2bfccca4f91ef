// The cost of requests while PostgreSQL is away: answers a second, their latency, and CPU time of the service for each, beside the
// same load before. `npx bun bench/outage.ts ../before .` compares trees. It stores its table under bench/results/.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgres } from '../test/harness/postgres.ts';
import { fill, secret } from './data.ts';
import { createComponent } from './launch/components.ts';
import { launchService } from './launch/service.ts';
import { load } from './load.ts';
import { commit, machine } from './machine.ts';
import { say } from './program.ts';
import { keepResult } from './results.ts';
import { createScenarios } from './scenarios.ts';

const players = 2_000;
const seconds = 3;
const rates = [500, 1_500, 6_000];
const operations = ['GET own metadata', 'save of an installation 300 B', 'heartbeat'];
const trees = process.argv.length > 2 ? process.argv.slice(2) : ['.'];
const startedOn = commit();
const lines = [
  `# Requests while PostgreSQL is away, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; ${players} players, 200 connections, ${seconds} s each, everything on this machine. Made by \`npx bun bench/outage.ts ${trees.join(' ')}\`.\n`,
  '| commit | database | operation | asked a second | answered 200 | answered 503 | without an answer | p99 ms | µs of the service each |',
  '|---|---|---|---:|---:|---:|---:|---:|---:|',
];

async function measure(tree: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-outage-'));
  const postgres = await startPostgres();
  await fill(postgres.url('postgres'), players);
  const settings = { DATABASE_URL: postgres.url('postgres'), JWT_SECRET: secret };
  const service = await launchService(directory, { ...settings, SESSION_TIMEOUT_SECONDS: '86400' }, tree);
  const component = createComponent(() => service.pid);
  const { standard } = await createScenarios(players);
  async function row(database: string, operation: string, rate: number): Promise<void> {
    const scenario = standard.find(({ name }) => name === operation);
    if (!scenario) throw new Error(`there is no ${operation}`);
    const before = component.usage().cpuSeconds;
    const result = await load({
      ...{ urls: [service.url], connections: 200, seconds, rate, next: scenario.next, expectsRefusals: true },
    });
    const refused = Math.round(result.refusedPerSecond * seconds);
    const each = ((component.usage().cpuSeconds - before) / (result.requests + refused)) * 1e6;
    const p99 = result.requests > refused ? result.p99 : result.refusedP99;
    const cells = [commit(tree), database, operation, rate, result.requests, refused, result.failures];
    lines.push(`| ${[...cells, p99.toFixed(1), each.toFixed(0)].join(' | ')} |`);
    say(lines.at(-1) ?? '');
  }
  for (const database of ['there', 'away']) {
    if (database === 'away') await postgres.kill();
    for (const operation of operations) for (const rate of rates) await row(database, operation, rate);
  }
  await service.end('SIGTERM');
  await postgres.stop();
  rmSync(directory, { recursive: true });
}

for (const tree of trees) await measure(resolve(tree));
keepResult('outage', startedOn, `${lines.join('\n')}\n`);
process.exit(0);
