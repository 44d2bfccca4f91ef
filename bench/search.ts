// Pages of searches, lookups and lists of the server API on 8 connections, beside half the peak of the player API, on each engine.
// `npx bun bench/search.ts` stores its table under bench/results/. Options: --engines sqlite,postgres --players 1000000
// --seconds 10 --connections 8 --kinds 'search'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { routeTable } from '../src/routes.ts';
import { playerName, sampleOf, secret } from './data.ts';
import { encodeRequest, load, type Next } from './load.ts';
import { commit, machine } from './machine.ts';
import { type PlayerLoad, startPlayerLoad } from './player-load.ts';
import { openPostgres } from './postgres.ts';
import { median, say, startService } from './program.ts';
import { keepResult } from './results.ts';
import {
  characterOf,
  clansOf,
  declarations,
  fillForSearches,
  labels,
  levels,
  syllables,
} from './search-data.ts';

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    players: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '8' },
    kinds: { type: 'string', default: '' },
  },
});
const players = Number(options.players);
const seconds = Number(options.seconds);
const connections = Number(options.connections);
const serverKey = 'a server key for benchmarks, used nowhere else: 0123456789';
const startedOn = commit();
const lines: string[] = [];
const note = (line: string): void => {
  lines.push(line);
  say(line);
};

const random = (below: number): number => Math.floor(Math.random() * below);
const someone = (): number => 1 + random(players);
const someLevel = (): number => 1 + random(levels);
const someClan = (): string => `clan-${random(clansOf(players))}`;
const someSyllable = (): string => syllables[random(syllables.length)] ?? '';
const ago = (days: number): string => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
/** A cursor like those of the service, so that pages begin anywhere. */
const someCursor = (): string => Buffer.from(String(someone())).toString('base64url');

type Condition = readonly [pointer: string, op: string, value?: unknown];
const where = (...conditions: readonly Condition[]) => ({
  metadata: conditions.map(([pointer, op, value]) => ({
    pointer,
    op,
    ...(value !== undefined && { value }),
  })),
});
const clanAndNext = (): readonly Condition[] => {
  const n = random(clansOf(players));
  return [
    ['/clan', 'gte', `clan-${n}`],
    ['/clan', 'lt', `clan-${n}0`],
  ];
};

/** The bodies of searches, by what one asks for. */
const searches: Readonly<Record<string, () => object>> = {
  'all players': () => ({}),
  'all players, 100 a page': () => ({ limit: 100 }),
  'a clan': () => where(['/clan', 'eq', someClan()]),
  'a level (a hundredth)': () => where(['/level', 'eq', someLevel()]),
  'a level, online': () => ({ online: true, ...where(['/level', 'eq', someLevel()]) }),
  'a level, seen today': () => ({ lastSeen: { from: ago(1) }, ...where(['/level', 'eq', someLevel()]) }),
  'a level, another clan than all': () => where(['/level', 'eq', someLevel()], ['/clan', 'eq', 'nobody']),
  'a range of clans': () => where(...clanAndNext()),
  'a range of clans, a range of levels': () => where(...clanAndNext(), ['/level', 'gte', 50]),
  'a range of half the levels': () => where(['/level', 'gt', 50]),
  'a range of half the levels, any clan': () => where(['/level', 'gt', 50], ['/clan', 'exists']),
  'a level of few, in a range of clans that is large': () =>
    where(['/level', 'gt', 99], ['/clan', 'gt', 'clan-5']),
  'a prefix of names (a hundred)': () => ({ playerIdPrefix: playerName(Math.floor(someone() / 100)) }),
  'a prefix of names (all), a clan': () => ({
    playerIdPrefix: 'player-',
    ...where(['/clan', 'eq', someClan()]),
  }),
  'a part of a name, three letters': () => ({ name: `${someSyllable()}${someSyllable()}`.slice(0, 3) }),
  'a part of a name, six letters': () => ({ name: `${someSyllable()}${someSyllable()}${someSyllable()}` }),
  'a part of a name, one letter (half of all)': () => ({ name: 'a' }),
  'a part of a name, two letters': () => ({ name: someSyllable().toUpperCase() }),
  'a name of two Chinese characters': () => ({
    name: `${characterOf(random(200))}${characterOf(random(200))}`,
  }),
  'one Chinese character': () => ({ name: characterOf(random(200)) }),
  'a part of no name': () => ({ name: `${someSyllable()}zzz` }),
  'a part of a name, a level': () => ({ name: someSyllable(), ...where(['/level', 'eq', someLevel()]) }),
  'sorted by last activity': () => ({ sort: 'lastSeen' }),
  'sorted by registration': () => ({ sort: 'registered' }),
  'sorted by level': () => ({ sort: '/level' }),
  'sorted by last activity, a level': () => ({ sort: 'lastSeen', ...where(['/level', 'eq', someLevel()]) }),
  online: () => ({ online: true }),
  'offline, a level': () => ({ online: false, ...where(['/level', 'lt', someLevel()]) }),
  suspended: () => ({ suspended: true }),
  'suspended, a range of levels': () => ({ suspended: true, ...where(['/level', 'gt', 50]) }),
  'registered within an hour': () => ({ registered: { from: ago(30), to: ago(29.96) } }),
  'seen within an hour': () => ({ lastSeen: { from: ago(30.02), to: ago(29.98) } }),
  'sixteen conditions': () => ({
    ...where(...Array.from({ length: 15 }, (_, n): Condition => ['/level', 'gt', n]), [
      '/clan',
      'gt',
      'clan-9',
    ]),
    ...{ online: false, suspended: false, registered: { from: ago(300) }, lastSeen: { from: ago(80) } },
  }),
};

interface Kind {
  readonly name: string;
  /** As in the table of routes. A kind whose route this tree does not have is left out. */
  readonly route: string;
  readonly path?: () => string;
  readonly body?: () => object;
}

const ofPlayer = (rest: string) => ({
  route: `GET /api/server/players/:sequentialId${rest}`,
  path: () => `/api/server/players/${sampleOf(players)[random(1_000)] ?? 1}${rest}`,
});
const hundred = <T>(make: () => T): T[] => Array.from({ length: 100 }, make);

const kinds: readonly Kind[] = [
  ...Object.entries(searches).flatMap(([name, body]) => [
    { name: `search: ${name}`, route: 'POST /api/server/players/search', body },
    // The cursor of a sorted search is of another form.
    ...('sort' in body()
      ? []
      : [
          {
            name: `search: ${name}, from anywhere`,
            route: 'POST /api/server/players/search',
            body: () => ({ ...body(), cursor: someCursor() }),
          },
        ]),
  ]),
  {
    name: 'look up 100 sequential ids',
    route: 'POST /api/server/players/lookup',
    body: () => ({ sequentialIds: hundred(someone) }),
  },
  {
    name: 'look up 100 names',
    route: 'POST /api/server/players/lookup',
    body: () => ({ playerIds: hundred(() => playerName(someone())) }),
  },
  { name: 'get a player', ...ofPlayer('') },
  { name: 'get metadata', ...ofPlayer('/metadata') },
  { name: 'list kept versions', ...ofPlayer('/metadata/history') },
  { name: 'get the active session', ...ofPlayer('/session') },
  { name: 'list ended sessions', ...ofPlayer('/sessions') },
  {
    name: 'list active sessions',
    route: 'GET /api/server/sessions',
    path: () => '/api/server/sessions?limit=100',
  },
  { name: 'count active sessions', route: 'GET /api/server/sessions/count' },
  { name: 'list the audit', route: 'GET /api/server/audit' },
  { name: 'list keys', route: 'GET /api/server/keys' },
];
const served = new Set(routeTable.map(({ method, path }) => `${method} ${path}`));
const measured = kinds.filter(({ route, name }) => served.has(route) && new RegExp(options.kinds).test(name));

function requestsOf({ route, path, body }: Kind): Next {
  const [method = '', fixed = ''] = route.split(' ');
  return () =>
    encodeRequest({
      ...{ method, path: path?.() ?? fixed, token: serverKey },
      ...(body && { body: JSON.stringify(body()) }),
    });
}

async function measure(engine: string, url: string, kind: Kind, besides: PlayerLoad, rate: number) {
  const beside = besides.run({ seconds: seconds + 1, rate });
  await Bun.sleep(500);
  const result = await load({ urls: [url], connections, seconds, next: requestsOf(kind) });
  const { p99, failures } = await beside;
  const cells = [
    ...[engine, kind.name, result.requestsPerSecond.toFixed(0), result.p50.toFixed(1), result.p99.toFixed(1)],
    ...[result.failures, p99.toFixed(1), failures],
  ];
  note(`| ${cells.join(' | ')} |`);
}

async function measureAll(engine: string, databaseUrl: string, directory: string): Promise<void> {
  say(`${engine}: filling ${players} players …`);
  await fillForSearches(databaseUrl, players);
  const file = join(directory, 'indexes.json');
  writeFileSync(file, JSON.stringify(declarations));
  const service = await startService({
    ...{
      DATABASE_URL: databaseUrl,
      JWT_SECRET: secret,
      SERVER_API_KEY: serverKey,
      METADATA_INDEXES: file,
      ...labels,
    },
  });
  const besides = startPlayerLoad(service.url, players);
  const peaks: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const { requestsPerSecond } = await besides.run({ seconds: seconds / 2 });
    if (round > 0) peaks.push(requestsPerSecond);
  }
  const rate = median(peaks) / 2;
  const alone = await besides.run({ seconds, rate });
  note(
    `| ${engine} | nothing, beside ${rate.toFixed(0)} requests a second of players | | | | | ${alone.p99.toFixed(1)} | ${alone.failures} |`,
  );
  for (const kind of measured) await measure(engine, service.url, kind, besides, rate);
  besides.stop();
  await service.stop();
}

note(`# Searches and lists of servers, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}\n`);
note(
  `${machine()}; ${players} players with metadata of 300 bytes, two declared indexes and names; ${connections} connections, ` +
    `${seconds} s each, beside half the peak of the player API, everything on this machine. Made by \`npx bun bench/search.ts\`.\n`,
);
note(
  '| engine | operation | a second | p50 ms | p99 ms | failures | p99 ms of players beside it | their failures |',
);
note('|---|---|---:|---:|---:|---:|---:|---:|');
for (const engine of options.engines.split(',')) {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-search-'));
  const server = engine === 'postgres' ? await openPostgres() : undefined;
  await measureAll(engine, server?.url ?? `sqlite:${join(directory, 'bench.db')}`, directory);
  await server?.stop();
  rmSync(directory, { recursive: true });
}
keepResult('search', startedOn, `${lines.join('\n')}\n`);
process.exit(0);
