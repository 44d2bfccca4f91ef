// A grammar of methods and request targets: the existing routes, with parameters and queries from plain to odd, and mutations of
// paths that must lead to no route.
import { docsAssets } from '../../../src/api-docs/routes.ts';
import { routeTable } from '../../../src/routes.ts';
import { type Notebook, pickNoted, registeredName } from './notebook.ts';
import type { Random } from './random.ts';

export interface Target {
  readonly method: string;
  readonly target: string;
  /** True when HTTP/1.1 allows it, so that the parser must accept it. */
  readonly isSound: boolean;
}

export type Route = (typeof routeTable)[number];

const rare = new Set(['/docs', '/docs/server', '/docs/*', '/openapi.json', '/metrics', '/readyz', '/livez']);
function weightOf(path: string): number {
  if (rare.has(path)) return 0.15;
  // A restore needs a version that an answer to a server told before, and a patch metadata that it fits.
  if (path.endsWith('/:version/restore')) return 1.5;
  // A key must be there that an answer to a server told before.
  if (path === '/api/server/keys/:keyId') return 1;
  // Most need an endpoint that an answer to a server told before.
  if (path.startsWith('/api/server/webhooks/')) return 1;
  if (path.startsWith('/api/server/')) return path.endsWith('/metadata') ? 1 : 0.5;
  return path === '/api/game/metadata' || path.endsWith('/start') ? 2 : 1;
}

const routes: readonly (readonly [number, Route])[] = routeTable.map((route) => [
  weightOf(route.path),
  route,
]);

export const pickRoute = (random: Random): Route => random.weighted(routes);

/** Methods that Bun's parser knows; it closes the connection on any other. */
// biome-ignore format: a list
const knownMethods = [
  'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE', 'PURGE', 'LOCK',
  'QUERY',
];
const oddMethods = ['get', 'Post', 'FOO', 'GETGET', 'PRI', 'G@T', 'P\u00d6ST', ''];

export function target(random: Random, route: Route, notebook: Notebook): Target {
  const method = random.weighted<() => [string, boolean]>([
    [90, () => [route.method, true]],
    [3, () => [route.method === 'GET' ? 'HEAD' : 'OPTIONS', true]],
    [5, () => [random.pick(knownMethods), true]],
    [0.5, () => [random.pick(oddMethods), false]],
  ])();
  let path = route.path.replace(/:(\w+)|\*$/g, (_, name?: string) =>
    name === undefined
      ? file(random)
      : isForOthers(random, method[0], route)
        ? toErase(random, name, notebook)
        : parameter(random, name, notebook),
  );
  if (random.chance(0.07)) path = random.pick(disguises)(path, random);
  path += query(random, route, notebook);
  if (random.chance(0.01))
    path = random.pick(['http://x', 'HTTP://x:1', 'https://u:p@x', 'http://[::1]:8']) + path;
  const isSound = method[1] && /^(?:https?:\/\/[^/]+)?\/[!-\u00ff]*$/i.test(path);
  return { method: method[0], target: path, isSound };
}

const assets = await docsAssets.names();

// biome-ignore format: a list
const files = [
  assets['start.js'] ?? '', assets['pages.css'] ?? '', 'start.js', 'package.json', '..%2Fpackage.json',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd', '__proto__',
];

const file = (random: Random): string => random.pick(files);

function parameter(random: Random, name: string, notebook: Notebook): string {
  if (random.chance(0.7)) {
    if (name === 'playerId')
      return encodeURIComponent(random.chance(0.8) ? notebook.playerId : registeredName(random.int(40)));
    if (name === 'personId') return unknownPerson;
    if (name === 'webhookId') return pickNoted(random, notebook.webhookIds, '1');
    if (name === 'keyId') return pickNoted(random, notebook.keyIds, 'environment');
    return pickNoted(random, name === 'version' ? notebook.versions : notebook.sequentialIds, '1');
  }
  return random.pick(oddParameters);
}

/** Nobody's keys are revoked. */
const unknownPerson = `person-${'0'.repeat(32)}`;

/** An erasure is for players whom no worker plays, and most suspensions are. */
const isForOthers = (random: Random, method: string, { path }: Route): boolean =>
  (method === 'DELETE' && ofOnePlayer.test(path)) ||
  (method === 'POST' &&
    ofOnePlayer.test(path.replace(/\/suspend$/, '')) &&
    path.endsWith('/suspend') &&
    random.chance(0.8));
const ofOnePlayer = /^\/api\/server\/players\/(?:by-id\/:playerId|:sequentialId)$/;
/** Names of players whom servers registered are of players whom no worker plays. */
const toErase = (random: Random, name: string, { erasableIds }: Notebook): string =>
  name === 'playerId' && random.chance(0.9)
    ? encodeURIComponent(registeredName(random.int(40)))
    : pickNoted(random, erasableIds, random.pick(nobodys));
const nobodys = ['0', '-1', 'x', '4000000', '9007199254740992'];

// biome-ignore format: a list
const oddParameters = [
  '0', '-1', '01', '+1', '1.0', '1e3', '0x1', '9007199254740991', '9007199254740992',
  '9223372036854775807', '9223372036854775808', '99999999999999999999999999', '1'.repeat(5_000), '%31',
  '%2531', '%zz', '%', '%1', '%ff', '%c0%af', '%00', '1%00', '1%0d%0aX-Evil:%201', '%F0%9F%8E%AE',
  '\u00c3\u00a9', '\u00ff', '..', '%2e%2e', '.', '*', ':sequentialId', ':version', 'lookup', 'history',
  'null', 'NaN', '__proto__', "1'--", '1;x', '1,2', '{1}', '1#2', '\\', '1/', '1%2F2',
];

/** Each changes a path into another one, which is a route only by accident. */
const disguises: readonly ((path: string, random: Random) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace('/', '/./'),
  (path) => path.replace('/', '/x/../'),
  (path) => path.replace('/', '/%2e/'),
  (path) => `${path}/%2e%2e`,
  (path) => path.toUpperCase(),
  (path) => path.replace('a', '%61'),
  (path) => path.replaceAll('/', '//'),
  (path) => path.replaceAll('/', '\\'),
  (path) => path.replace(/\/([^/]*)$/, '%2f$1'),
  (path, random) =>
    `${path}${random.pick(['%00', '%0a', '%20', ';a=b', '#', '\u007f', '\u00e9', '.json', ':', '*'])}`,
  (path, random) => `${path}${random.pick(['\u0000', ' ', '\t', '\u0001', ' x'])}`,
  (path, random) => path.slice(0, random.int(path.length)),
  (_, random) =>
    random.pick(['/', '/*', '*', 'x', '', '/api', '/favicon.ico', '/.git/config', '//evil.example/', '/%']),
  (path, random) => `/${'a'.repeat(random.int(8_000))}${path}`,
];

const sessionPages = new Set([
  '/api/game/session/history',
  '/api/server/sessions',
  '/api/server/players/:sequentialId/sessions',
  '/api/server/players/by-id/:playerId/sessions',
]);

function query(
  random: Random,
  route: Route,
  { cursors, auditCursors, keyIds, sequentialIds, playerId }: Notebook,
): string {
  if (route.path.startsWith('/api/server/statistics/')) {
    const names = Object.keys(route.operation?.queryParameters ?? {});
    return statisticsQuery(random, route.path, names);
  }
  if (route.path === '/api/server/events') return eventsQuery(random);
  const isAudit = route.path === '/api/server/audit';
  if (!isAudit && !sessionPages.has(route.path))
    return random.chance(0.04)
      ? random.pick(['?', '?a=1&b[]=%zz', '?%00', '??', '?access_token=x', `?${'q'.repeat(5_000)}`])
      : '';
  const parts: string[] = [];
  if (random.chance(0.6)) {
    const odd = random.pick(['0', '101', '-1', '1.5', '', '%31', 'x', '1e1', '+5', '099', '1&limit=0']);
    parts.push(`limit=${random.chance(0.75) ? 1 + random.int(5) : odd}`);
  }
  if (random.chance(0.5)) {
    const cursor = pickNoted(
      random,
      isAudit ? auditCursors : cursors,
      'MTc2MzY4MDAwMDAwMC4wMWExZmI1Ny1hMzkyLTcxY2YtYjI3OS03ZmUxMjVjMDJhMDM',
    );
    const cut = cursor.slice(0, random.int(cursor.length));
    parts.push(
      `cursor=${random.chance(0.75) ? cursor : random.pick([cut, `${cursor}A`, '', '%00', '%ff', 'AAAA', oddCursor])}`,
    );
  }
  if (isAudit) {
    const filters: readonly (readonly [name: string, value: () => string])[] = [
      ['sequentialId', () => pickNoted(random, sequentialIds, '1')],
      ['playerId', () => encodeURIComponent(random.chance(0.7) ? playerId : registeredName(random.int(40)))],
      ['keyId', () => pickNoted(random, keyIds, 'environment')],
      ['action', () => random.pick(['metadata.set', 'key.create', 'import', 'x', ''])],
      ['from', () => random.pick(oddTimes)],
      ['to', () => random.pick(oddTimes)],
    ];
    for (const [name, value] of filters) {
      if (random.chance(0.2))
        parts.push(`${name}=${random.chance(0.95) ? value() : random.pick(oddParameters)}`);
    }
  }
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

const oddTimes = [
  '2026-01-02',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01',
  '2026-02-30',
];

const oddCursor = Buffer.from('999999999999999.ffffffff-ffff-ffff-ffff-ffffffffffff').toString('base64url');

/** A query of the feed of events: mostly a valid one that does not wait. */
function eventsQuery(random: Random): string {
  const parts: string[] = [];
  const odd = ['', 'x', '-1', '1.5', '%00', '%ff', '1e3', '99999999999999999', 'now&after=1'];
  if (random.chance(0.6))
    parts.push(`after=${random.chance(0.8) ? random.int(200) : random.pick([...odd, 'now'])}`);
  if (random.chance(0.4))
    parts.push(
      `types=${random.pick(['metadata.changed', 'session.started,session.ended', 'player.born', '', ','])}`,
    );
  if (random.chance(0.6))
    parts.push(`limit=${random.chance(0.8) ? 1 + random.int(9) : random.pick([...odd, '0', '1001'])}`);
  if (random.chance(0.2)) parts.push(`waitSeconds=${random.pick(['0', '00', '26', ...odd])}`);
  if (random.chance(0.03)) parts.push('cursor=1');
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

// biome-ignore format: a list
const dates = [
  '2026-01-01', '2026-11-22', '1970-01-01', '2024-02-29', '2026-02-30', '10000-01-01', '0000-00-00',
];
const instants = [
  '2026-11-22T00:00:00Z',
  '2026-11-22T23:59Z',
  '2026-11-22T10:00:00%2B01:00',
  '2026-11-22T00:00:01Z',
];

const valid: Readonly<Record<string, (random: Random) => string>> = {
  from: () => 'from=2026-11-01',
  to: (random) => `to=2026-${random.pick(['11-01', '11-30', '12-31'])}`,
  interval: (random) => `interval=${random.pick(['day', 'week', 'month'])}`,
  days: (random) => `days=${random.pick(['1', '1,7,30', '3700'])}`,
  by: () => 'by=reason',
  periods: (random) => `periods=${random.pick(['1', '1,2,3,4', '119'])}`,
  values: (random) => `values=${random.pick(['1', '10', '20'])}`,
  pointer: () => 'pointer=/level',
  rows: (random) => `rows=${random.pick(['1', '20', '100'])}`,
};

const odd: Readonly<Record<string, readonly string[]>> = {
  from: dates,
  to: dates,
  interval: ['year', '', 'DAY'],
  days: [
    '0',
    '1,1',
    '-1',
    '1,',
    '99999',
    '1'.repeat(500),
    Array.from({ length: 101 }, (_, n) => n + 1).join(','),
  ],
  by: ['/platform', 'active', '', '%00', '__proto__'],
  periods: ['0', '1,1', '-1', '1,', '3700'],
  values: ['0', '21', '-1', 'x', ''],
  pointer: ['', '/', 'level', '%00', '__proto__', `/${'a'.repeat(500)}`],
  rows: ['0', '101', '1e2', ''],
};

/** A query of the statistics. @param names the parameters of the operation. Now and then there is one that it does not have */
function statisticsQuery(random: Random, path: string, names: readonly string[]): string {
  if (path.endsWith('/online/series')) return seriesQuery(random);
  const own = Object.keys(valid).filter((name) => names.includes(name) || random.chance(0.02));
  const parts = own.flatMap((name) => {
    const choice = random.int(100);
    if (choice < 4) return [];
    return choice < 10 ? [`${name}=${random.pick(odd[name] ?? [])}`] : [valid[name]?.(random) ?? ''];
  });
  return `?${parts.join('&')}`;
}

function seriesQuery(random: Random): string {
  if (random.chance(0.5)) return '?from=2026-11-22T00:00:00Z&to=2026-11-23T00:00:00Z&stepSeconds=3600';
  const step = random.pick(['60', '86400', '0', '59', '90', 'x', '1e3', '']);
  return `?from=${random.pick(instants)}&to=${random.pick(instants)}&stepSeconds=${step}`;
}
