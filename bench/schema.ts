// The cost of a schema of metadata to saves: without one, with one that only warns, and with one that binds players, for a small object
// and for one of 64 KB, side by side in one run through HTTP, in turns and in another order each round. Also the time of a check by
// itself. `npx bun bench/schema.ts` stores its table under bench/results/. Options: --engines sqlite,postgres --players 2000
// --rounds 12 --seconds 0.5
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseMetadataSchema } from '../src/schemas/metadata-schema.ts';
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
    players: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '0.5' },
  },
});
const players = Number(options.players);
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const connections = 64;
const startedOn = commit();
const schemaText = readFileSync(join(import.meta.dir, '../examples/metadata.schema.json'), 'utf8');

/** An object that fits the example's schema but for the length of its bag, which the schema of this run does not bound. */
const objectOf = (items: number, save: number): string =>
  JSON.stringify({
    level: 1 + (save % 50),
    gold: save,
    profile: { name: `Player ${save}`, colour: '#12ab9f' },
    bag: Array.from({ length: items }, (_, n) => ({
      kind: ['sword', 'shield', 'potion'][n % 3],
      count: 1 + ((n + save) % 99),
      foundAt: `2026-11-${10 + (n % 20)}T12:00:00Z`,
    })),
  });

const sizes = [
  { name: 'small', items: 3 },
  { name: '64 KB', items: 970 },
] as const;

const schema = JSON.parse(schemaText);
delete schema.properties.bag.maxItems;
const file = join(mkdtempSync(join(tmpdir(), 'playkeep-schema-')), 'schema.json');
writeFileSync(file, JSON.stringify(schema));

async function savesOf(items: number): Promise<Next> {
  const objects = Array.from({ length: 16 }, (_, save) => objectOf(items, save));
  const tokens = await Promise.all(Array.from({ length: players }, (_, n) => sign(playerName(n))));
  let at = 0;
  return () => {
    const n = at++;
    const body = `{"data":${objects[n % objects.length]}}`;
    return encodeRequest({
      method: 'POST',
      path: '/api/game/metadata',
      token: tokens[n % players] ?? '',
      body,
    });
  };
}

const lines = [
  `# A schema of metadata, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; ${players} players, ${connections} connections, ${rounds} × ${seconds} s in turns; the schema of examples/metadata.schema.json without the bound on items. Ratios are medians of those of each round. Made by \`npx bun bench/schema.ts\`.`,
  '\n## The check by itself\n\n| object | bytes | µs |\n|---|---:|---:|',
];
const { fits } = parseMetadataSchema(JSON.stringify(schema));
for (const { name, items } of sizes) {
  const objects = Array.from({ length: 16 }, (_, save) => objectOf(items, save));
  const times = items > 100 ? 2_000 : 200_000;
  const run = (count: number) => {
    for (let n = 0; n < count; n += 1) if (!fits(objects[n % 16] ?? '')) throw new Error('it does not fit');
  };
  run(times / 10);
  const startedAt = performance.now();
  run(times);
  const each = ((performance.now() - startedAt) * 1000) / times;
  lines.push(`| ${name} | ${objects[0]?.length} | ${each.toFixed(1)} |`);
  say(lines.at(-1) ?? '');
}

const subjects: readonly { readonly name: string; readonly settings: Record<string, string> }[] = [
  { name: 'no schema', settings: {} },
  { name: 'a schema that warns', settings: { METADATA_SCHEMA: file } },
  {
    name: 'a schema that binds players',
    settings: { METADATA_SCHEMA: file, METADATA_SCHEMA_ENFORCED: 'players' },
  },
];

interface Measured {
  readonly rate: number;
  readonly cpu: number;
}

async function measure(service: Program, next: Next): Promise<Measured> {
  const before = cpuSecondsOf(service.pid);
  const result = await load({ urls: [service.url], connections, seconds, next });
  if (result.failures > 0) throw new Error(`${result.failures} answers were not 200`);
  return {
    rate: result.requestsPerSecond,
    cpu: ((cpuSecondsOf(service.pid) - before) / result.requests) * 1e6,
  };
}

for (const engine of options.engines.split(',')) {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-schema-'));
  const server = engine === 'postgres' ? await startPostgres() : undefined;
  const services: Program[] = [];
  for (const [index, { settings }] of subjects.entries()) {
    const DATABASE_URL = server
      ? await createDatabase(server, `subject_${index}`)
      : `sqlite:${join(directory, `${index}.db`)}`;
    services.push(await startService({ DATABASE_URL, JWT_SECRET: secret, ...settings }));
  }
  for (const { name, items } of sizes) {
    const next = await savesOf(items);
    const measured: Measured[][] = subjects.map(() => []);
    for (let round = -2; round < rounds; round += 1) {
      for (const place of subjects.keys()) {
        const index = (place + round + 2) % subjects.length;
        const found = await measure(services[index] as Program, next);
        if (round >= 0) measured[index]?.push(found);
      }
    }
    lines.push(
      `\n## ${engine}, ${name}\n\n| saves | a second | ÷ no schema | service CPU µs | ÷ no schema |\n|---|---:|---:|---:|---:|`,
    );
    for (const [index, subject] of subjects.entries()) {
      const own = measured[index] ?? [];
      const ratio = (of: keyof Measured) =>
        median(own.map((each, round) => each[of] / (measured[0]?.[round]?.[of] ?? Number.NaN))).toFixed(3);
      const cells = [
        ...[subject.name, median(own.map(({ rate }) => rate)).toFixed(0), ratio('rate')],
        ...[median(own.map(({ cpu }) => cpu)).toFixed(1), ratio('cpu')],
      ];
      lines.push(`| ${cells.join(' | ')} |`);
      say(lines.at(-1) ?? '');
    }
  }
  for (const service of services) await service.stop();
  await server?.stop();
  rmSync(directory, { recursive: true });
}
keepResult('schema', startedOn, `${lines.join('\n')}\n`);
