// The needs of many players, computed from the cost of each operation: CPU times of a full run under bench/results/, and the
// write-ahead log and storage of each operation, measured here. `npx bun bench/scaling.ts` writes its tables into
// docs/scaling.md, between the marks.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shortDigestOf } from '../src/http/installation.ts';
import { TOKEN_CACHE_LEAST_BYTES } from '../src/tuning.ts';
import { activePlayers, idlePlayers, sampleOf, saves } from './data.ts';
import { openMeasuredStore } from './postgres-store.ts';
import { say } from './program.ts';

/** The operations of a player: the seconds between two of a kind. */
const every = { heartbeat: 300, save: 300, get: 600, session: 1_800, token: 3_600 };
/** The number of requests of each operation. A new token comes with another operation. */
const requestsEach = { heartbeat: 1, save: 1, get: 1, session: 2, token: 0 };
/** At the peak, one in this many registered players is active. */
const registeredForEachAtOnce = 20;
/** The ratio of the peak to the average of a day. */
const peakToAverage = 2.5;
/** The planned load of a core, which leaves capacity for bursts and a lost machine. */
const utilization = 0.6;
const bytesOnTheWire = { heartbeat: 900, save: 1_700, get: 1_200, session: 1_800, token: 0 };
const sizes = [100_000, 1_000_000, 10_000_000];

interface Cost {
  /** CPU microseconds. */
  readonly service: number;
  readonly database: number;
}

/** The run on a quiet machine, and the first one with saves of clients, on a busy one: its ratios count. */
const runs = { quiet: '2026-11-21-ce61a74-full.md', busy: '2026-11-23-58d4c451-full.md' } as const;

function costOf(run: keyof typeof runs, operation: string, requests = 1): Cost {
  const file = readFileSync(join(import.meta.dir, 'results', runs[run]), 'utf8');
  const row = file
    .split('## PostgreSQL')[1]
    ?.split('\n')
    .find((line) => line.startsWith(`| ${operation} |`));
  const cells = row?.split('|').map((cell) => cell.trim()) ?? [];
  // CPU seconds a million requests are microseconds a request.
  const cost = { service: Number(cells[9]) * requests, database: Number(cells[10]) * requests };
  if (!(cost.service > 0)) throw new Error(`${runs[run]} has no row for ${operation}`);
  return cost;
}

const set = costOf('quiet', 'set 300 B');
const busy = { set: costOf('busy', 'set 300 B'), save: costOf('busy', 'save of an installation 300 B') };
const ratio = {
  service: busy.save.service / busy.set.service,
  database: busy.save.database / busy.set.database,
};

const costs = {
  heartbeat: costOf('quiet', 'heartbeat'),
  set,
  save: {
    service: Math.round(set.service * ratio.service),
    database: Math.round(set.database * ratio.database),
  },
  get: costOf('quiet', 'GET own metadata'),
  session: costOf('quiet', 'start+stop pair', 2),
  token: {
    service:
      costOf('quiet', 'GET, ES256 token not seen before').service -
      costOf('quiet', 'GET own metadata').service,
    database: 0,
  },
};

const players = 50_000;
const measured = await openMeasuredStore(players);
const { store, one, logBytes } = measured;
const size = (table: string) => one(`SELECT pg_total_relation_size('${table}') AS value`);
const sample = sampleOf(players);
const idle = Array.from({ length: idlePlayers }, (_, n) => n + 1);

const anyone = (n: number): number => sample[(n * 7919) % sample.length] ?? 0;
/** As the client makes it: 36 characters. */
const idOf = (player: number): string => shortDigestOf(String(player)).padEnd(36, '-');
const session = async (n: number): Promise<void> => {
  const player = idle[n % idlePlayers] ?? 0;
  await store.sessions.start(player, Bun.randomUUIDv7(), { installationId: idOf(player) });
  await store.sessions.end(player, 'stopped');
};
await store.sessions.deleteOldHistory(400, new AbortController().signal);
// One run before, so that the images of pages after a checkpoint are not counted.
const anySave = (): string => saves[Math.floor(Math.random() * saves.length)] ?? '{}';
const operations = {
  heartbeat: (n: number) => store.sessions.heartbeat(anyone(n)),
  set: (n: number) => store.metadata.save(anyone(n), anySave()),
  save: (n: number) => measured.saveOf(anyone(n), anySave()),
  session,
};
for (const call of Object.values(operations)) await logBytes(20_000, call);
const endedBefore = await one('SELECT count(*) AS value FROM ended_sessions');
const walBytesOf = {
  heartbeat: await logBytes(20_000, operations.heartbeat),
  set: await logBytes(20_000, operations.set),
  save: await logBytes(20_000, operations.save),
  session: await logBytes(20_000, operations.session),
};
const ended = await one('SELECT count(*) AS value FROM ended_sessions');
const endedBytes =
  (await one(
    "SELECT sum(pg_total_relation_size(inhrelid)) AS value FROM pg_inherits WHERE inhparent = 'ended_sessions'::regclass",
  )) / ended;
const playerBytes = ((await size('players')) + (await size('metadata'))) / players;
const activeBytes = (await size('active_sessions')) / activePlayers(players);
await measured.close();
if (ended <= endedBefore) throw new Error('no session ended');

const format = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

function column(atOnce: number): string[] {
  const rates = {
    heartbeat: atOnce / every.heartbeat,
    save: atOnce / every.save,
    get: atOnce / every.get,
    session: atOnce / every.session,
    token: atOnce / every.token,
  };
  const names = Object.keys(rates) as (keyof typeof rates)[];
  const sum = (value: (name: keyof typeof rates) => number) =>
    names.reduce((total, name) => total + rates[name] * value(name), 0);
  const serviceCores = sum((name) => costs[name].service) / 1e6;
  const databaseCores = sum((name) => costs[name].database) / 1e6;
  const walBytes =
    rates.heartbeat * walBytesOf.heartbeat +
    rates.save * walBytesOf.save +
    rates.session * walBytesOf.session;
  const registered = atOnce * registeredForEachAtOnce;
  const endedInYear = (rates.session * 365 * 86_400) / peakToAverage;
  return [
    format(sum((name) => requestsEach[name])),
    format(serviceCores, 1),
    format(Math.max(2, Math.ceil(serviceCores / utilization))),
    format(databaseCores, 1),
    format(Math.max(1, Math.ceil(databaseCores / utilization))),
    format(walBytes / 1e6, 1),
    format((registered * playerBytes + atOnce * activeBytes) / 1e9),
    format((endedInYear * endedBytes) / 1e9),
    format((sum((name) => bytesOnTheWire[name]) * 8) / 1e6),
    format((atOnce * TOKEN_CACHE_LEAST_BYTES) / 1e6),
  ];
}

const columns = sizes.map(column);
const labels = [
  'requests a second',
  'cores of the service, busy',
  'processes (one core each, at least two)',
  'cores of PostgreSQL, busy',
  'cores of PostgreSQL to have',
  'write-ahead log, MB/s between checkpoints',
  'players and metadata, GB',
  'history of a year, GB',
  'network of the service, Mbit/s',
  'cached tokens, MB in all processes together',
];
const tables = [
  `From [${runs.quiet}](../bench/results/${runs.quiet}),\nin microseconds of CPU and bytes of log or table. The save of a client has ${ratio.service.toFixed(1)} and ${ratio.database.toFixed(1)} times the cost of a plain\nset, the ratios of [${runs.busy}](../bench/results/${runs.busy}):\n`,
  '| | service | PostgreSQL | log |\n|---|---:|---:|---:|',
  `| heartbeat | ${costs.heartbeat.service} | ${costs.heartbeat.database} | ${format(walBytesOf.heartbeat)} |`,
  `| save 300 B, as clients send it | ${costs.save.service} | ${costs.save.database} | ${format(walBytesOf.save)} |`,
  `| plain set 300 B | ${costs.set.service} | ${costs.set.database} | ${format(walBytesOf.set)} |`,
  `| GET | ${costs.get.service} | ${costs.get.database} | 0 |`,
  `| session (start and stop) | ${costs.session.service} | ${costs.session.database} | ${format(walBytesOf.session)} |`,
  `| new token (ES256) | ${costs.token.service} | 0 | 0 |`,
  `\nA registered player takes ${format(playerBytes)} bytes with metadata of 300 and one installation, an active session ${format(activeBytes)}, an ended one ${format(endedBytes)},\nindexes included.\n`,
  `| players at once | ${sizes.map((each) => format(each)).join(' | ')} |`,
  `|---|${sizes.map(() => '---:|').join('')}`,
  ...labels.map((label, row) => `| ${label} | ${columns.map((cells) => cells[row]).join(' | ')} |`),
].join('\n');
const file = join(import.meta.dir, '../docs/scaling.md');
const [before = '', rest = ''] = readFileSync(file, 'utf8').split('<!-- measured -->');
const after = rest.split('<!-- /measured -->')[1] ?? '';
writeFileSync(file, `${before}<!-- measured -->\n${tables}\n<!-- /measured -->${after}`);
say(tables);
process.exit(0);
