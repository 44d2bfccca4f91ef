// The cost of two declared indexes, and of names and columns in lists, to saves: without either, with values that stay, and with values that change, side by side
// in one run through HTTP, in turns of half a second and in another order each round. `npx bun bench/indexes.ts` stores its table
// under bench/results/. Options: --engines sqlite,postgres --players 10000 --starts 3 --rounds 6 --seconds 0.5
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/harness/postgres.ts';
import { playerName, secret, sign } from './data.ts';
import { encodeRequest, load, type Next } from './load.ts';
import { commit, cpuSecondsOf, machine } from './machine.ts';
import { createDatabase } from './postgres.ts';
import { median, type Program, say, startService } from './program.ts';
import { keepResult } from './results.ts';

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    players: { type: 'string', default: '10000' },
    starts: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '0.5' },
  },
});
const players = Number(options.players);
const starts = Number(options.starts);
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const connections = 64;
/** The saves of a player, each different from the one before. */
const savesOfPlayer = 4;
const startedOn = commit();
const lines = [
  `# Indexes on metadata, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; ${players} players with 300 bytes of metadata, ${connections} connections, ${starts} processes, each ${rounds} × ${seconds} s in turns. Two indexes: a number and a string. A name and four columns: three of them change with each save. Ratios are medians of those of each round. Made by \`npx bun bench/indexes.ts\`.`,
];

const random = (bytes: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64');

/** Metadata of about 300 bytes. Its indexed values belong to the player, or to the save, and so does the name. */
const metadataOf = (player: number, values: number, renames: boolean): string =>
  JSON.stringify({
    ...{ level: values, clan: `clan ${values % 5_000}`, coins: values * 7, country: 'NO' },
    name: `Player ${renames ? values : player}`,
    inventory: random(141),
  });

interface Subject {
  readonly name: string;
  readonly next: Next;
  readonly rates: number[];
  readonly cpu: number[];
}

async function savesWith(levelOf: (player: number, save: number) => number, renames = false): Promise<Next> {
  const all = Array.from({ length: players }, (_, n) => n);
  const tokens = await Promise.all(all.map((n) => sign(playerName(n))));
  const requests = Array.from({ length: savesOfPlayer }, (_, save) =>
    all.map((n) =>
      encodeRequest({
        method: 'POST',
        path: '/api/game/metadata',
        token: tokens[n] ?? '',
        body: `{"data":${metadataOf(n, levelOf(n, save), renames)}}`,
      }),
    ),
  ).flat();
  let at = 0;
  return () => requests[at++ % requests.length];
}

const staying = () => savesWith((player) => player);
const renaming = () => savesWith((player, save) => player * savesOfPlayer + save, true);
const changing = () => savesWith((player, save) => player * savesOfPlayer + save);

/** After the second save of each player a version is kept, and further saves are plain ones. */
async function fill(service: Program, next: Next): Promise<void> {
  let left = 2 * players;
  const result = await load({
    urls: [service.url],
    connections,
    seconds: 600,
    next: (connection) => (left-- > 0 ? next(connection) : undefined),
  });
  if (result.failures > 0) throw new Error(`${result.failures} first saves were not answered 200`);
}

async function measure(service: Program, { name, next, rates, cpu }: Subject, keeps: boolean): Promise<void> {
  const before = cpuSecondsOf(service.pid);
  const result = await load({ urls: [service.url], connections, seconds, next });
  if (result.failures > 0) throw new Error(`${name}: ${result.failures} answers were not 200`);
  if (!keeps) return;
  rates.push(result.requestsPerSecond);
  cpu.push(((cpuSecondsOf(service.pid) - before) / result.requests) * 1e6);
}

function tell(subjects: readonly Subject[]): void {
  const first = subjects[0] as Subject;
  const cost = (of: readonly number[], base: readonly number[]): string =>
    median(of.map((value, round) => value / (base[round] ?? Number.NaN))).toFixed(2);
  for (const { name, rates, cpu } of subjects) {
    const perSave = rates.map((rate) => 1 / rate);
    const base = first.rates.map((rate) => 1 / rate);
    const cells = [
      name,
      median(rates).toFixed(0),
      cost(perSave, base),
      median(cpu).toFixed(0),
      cost(cpu, first.cpu),
    ];
    const line = `| ${cells.join(' | ')} |`;
    lines.push(line);
    say(line);
  }
}

for (const engine of options.engines.split(',')) {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-indexes-'));
  const server = engine === 'postgres' ? await startPostgres() : undefined;
  const file = join(directory, 'indexes.json');
  writeFileSync(
    file,
    JSON.stringify([
      { pointer: '/level', type: 'number' },
      { pointer: '/clan', type: 'string' },
    ]),
  );
  const settingsOf = async (name: string, more: Record<string, string>) => ({
    DATABASE_URL: server ? await createDatabase(server, name) : `sqlite:${join(directory, `${name}.db`)}`,
    JWT_SECRET: secret,
    ...more,
  });
  // Each subject has a database of its own, so that none finds pages that another one has left.
  const subjects: readonly Subject[] = [
    { name: 'no index', next: await changing(), rates: [], cpu: [] },
    { name: 'two indexes, values that stay', next: await staying(), rates: [], cpu: [] },
    { name: 'two indexes, values that change', next: await changing(), rates: [], cpu: [] },
    { name: 'a name and four columns, the name stays', next: await changing(), rates: [], cpu: [] },
    { name: 'a name and four columns, the name changes', next: await renaming(), rates: [], cpu: [] },
    { name: 'a name and four columns, one of 188 characters', next: await changing(), rates: [], cpu: [] },
  ];
  const indexed = { METADATA_INDEXES: file };
  const labelled = { PLAYER_NAME: '/name', PLAYER_COLUMNS: '/level,/clan,/coins,/country' };
  const long = { ...labelled, PLAYER_COLUMNS: '/level,/clan,/coins,/inventory' };
  const declared: readonly Record<string, string>[] = [{}, indexed, indexed, labelled, labelled, long];
  const settings = await Promise.all(
    subjects.map((_, index) => settingsOf(`subject_${index}`, declared[index] ?? {})),
  );
  for (const [index, { next }] of subjects.entries()) {
    const service = await startService(settings[index] ?? {});
    await fill(service, next);
    await service.stop();
  }
  lines.push(
    `\n## ${engine}\n\n| saves | a second | cost ÷ no index | service CPU s/M | ÷ no index |\n|---|---:|---:|---:|---:|`,
  );
  for (let start = 0; start < starts; start += 1) {
    const services = await Promise.all(settings.map((each) => startService(each)));
    for (let round = -1; round < rounds; round += 1) {
      for (const place of subjects.keys()) {
        const index = (place + round + 1) % subjects.length;
        await measure(services[index] as Program, subjects[index] as Subject, round >= 0);
      }
    }
    for (const service of services) await service.stop();
  }
  tell(subjects);
  await server?.stop();
  rmSync(directory, { recursive: true });
}
keepResult('indexes', startedOn, `${lines.join('\n')}\n`);
process.exit(0);
