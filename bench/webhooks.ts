// An hour of saves, each with an event, into an endpoint that answers more slowly than events come, and one that answers at once: the
// backlog, the memory of the service, the rows of the tables of webhooks, and the time until all has arrived, for the slow one answers
// fast after the hour. On PostgreSQL two processes share the work. `npx bun bench/webhooks.ts` stores its table under bench/results/.
// Options: --engines sqlite,postgres --minutes 60 --rate 1000 --answer 40 (milliseconds) --players 5000
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/harness/postgres.ts';
import { type RawDatabase, rawDatabase } from '../test/harness/raw-database.ts';
import { playerName, saves, secret, sign } from './data.ts';
import { encodeRequest, load, type Next } from './load.ts';
import { commit, machine, residentMegabytes } from './machine.ts';
import { type Program, say, startProgram, startService } from './program.ts';
import { keepResult } from './results.ts';
import type { ReceivedAt } from './webhook-receiver.ts';

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '1000' },
    answer: { type: 'string', default: '40' },
    players: { type: 'string', default: '5000' },
  },
});
const minutes = Number(options.minutes);
const serverKey = 'the key of a backend in a measurement';
const startedOn = commit();
const receiver = await startProgram(['bench/webhook-receiver.ts']);
const tokens = await Promise.all(
  Array.from({ length: Number(options.players) }, (_, n) => sign(playerName(n))),
);
const lines = [
  `# A slow receiver of webhooks, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; ${options.rate} saves a second for ${minutes} minutes, an event each, and ${options.answer} ms for each answer of the slow endpoint. Everything is on this machine. Made by \`npx bun bench/webhooks.ts\`.`,
];

function savesInTurn(): Next {
  const requests = saves.flatMap((data) =>
    tokens.map((token) =>
      encodeRequest({ method: 'POST', path: '/api/game/metadata', token, body: `{"data":${data}}` }),
    ),
  );
  let at = 0;
  return () => requests[at++ % requests.length];
}

async function callServer({ url }: Program, method: string, path: string, body?: object) {
  const answer = await fetch(`${url}/api/server${path}`, {
    method,
    headers: { authorization: `Bearer ${serverKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: Record<string, string> }).data;
}

const received = async (path: string): Promise<ReceivedAt> =>
  (await (await fetch(`${receiver.url}${path}`)).json()) as ReceivedAt;

/** The rows of the tables whose names begin with `webhook`. */
async function rowsOf(raw: RawDatabase): Promise<number> {
  let rows = 0;
  for (const table of await raw.tables())
    if (table.startsWith('webhook'))
      rows += Number((await raw.run(`SELECT count(*) AS rows FROM ${table}`))[0]?.rows);
  return rows;
}

interface Sample {
  readonly minute: number;
  /** Events that the slow endpoint has not got. */
  readonly backlog: number;
  readonly megabytes: readonly number[];
  readonly rows: number;
}

/** A service with its two endpoints, and the looks at it. */
interface Subject {
  readonly engine: string;
  readonly processes: readonly Program[];
  readonly raw: RawDatabase;
}

const first = ({ processes }: Subject): Program => processes[0] as Program;
const pathOf = (kind: 'slow' | 'fast', { engine }: Subject): string => `/${kind}/${engine}`;
const answerAfter = (milliseconds: string, subject: Subject): Promise<Response> =>
  fetch(`${receiver.url}${pathOf('slow', subject)}?milliseconds=${milliseconds}`, { method: 'PUT' });
const newestOf = async (subject: Subject): Promise<number> =>
  Number((await callServer(first(subject), 'GET', '/events?after=now')).lastEventId);

/** Saves twice for each player, so that all are known and each has a state that a save replaces. */
async function meetPlayers(urls: readonly string[], next: Next): Promise<void> {
  let left = 2 * tokens.length;
  await load({
    ...{ urls, connections: 64, seconds: 600 },
    next: (connection) => (left-- > 0 ? next(connection) : undefined),
  });
}

/** @returns the id of the slow endpoint */
async function createEndpoints(subject: Subject): Promise<string> {
  const make = (kind: 'slow' | 'fast') =>
    callServer(first(subject), 'POST', '/webhooks', {
      url: `${receiver.url}${pathOf(kind, subject)}`,
      types: ['metadata.changed', 'metadata.lost'],
    });
  await make('fast');
  return (await make('slow')).webhookId as string;
}

/** Looks every twelve seconds until `stop`. */
function watch(subject: Subject, webhookId: string) {
  const { engine, processes, raw } = subject;
  const startedAt = performance.now();
  const samples: Sample[] = [];
  const look = async (): Promise<Sample> => {
    const newest = await newestOf(subject);
    const { lastEventId } = await callServer(first(subject), 'GET', `/webhooks/${webhookId}`);
    return {
      minute: (performance.now() - startedAt) / 60_000,
      backlog: newest - Number(lastEventId),
      megabytes: processes.map(({ pid }) => residentMegabytes(pid)),
      rows: await rowsOf(raw),
    };
  };
  const timer = setInterval(async () => {
    const sample = await look();
    samples.push(sample);
    if (samples.length % 5 === 0) say(`${engine}: ${JSON.stringify(sample)}`);
  }, 12_000);
  return { samples, look, stop: () => clearInterval(timer) };
}

/** The most memory of a process in each quarter of the time. */
function memoryOf(samples: readonly Sample[]): string {
  const during = samples.filter(({ minute }) => minute < minutes);
  const quarters = [0, 1, 2, 3].map((quarter) => {
    const part = during.slice((quarter * during.length) / 4, ((quarter + 1) * during.length) / 4);
    return Math.max(...part.flatMap(({ megabytes }) => megabytes)).toFixed(0);
  });
  return `${quarters.join(' → ')} MB`;
}

async function measure(subject: Subject): Promise<void> {
  const { engine, processes, raw } = subject;
  const urls = processes.map(({ url }) => url);
  const next = savesInTurn();
  await answerAfter(options.answer, subject);
  await meetPlayers(urls, next);
  const webhookId = await createEndpoints(subject);
  const { samples, look, stop } = watch(subject, webhookId);
  const saved = await load({
    ...{ urls, connections: 200, seconds: minutes * 60, next, rate: Number(options.rate) },
    expectsRefusals: true,
  });
  const { backlog } = await look();
  await answerAfter('0', subject);
  const drainedFrom = performance.now();
  while ((await look()).backlog > 0) await Bun.sleep(500);
  const drained = (performance.now() - drainedFrom) / 1_000;
  stop();
  const slow = await received(pathOf('slow', subject));
  const fast = await received(pathOf('fast', subject));
  const { missedEvents } = await callServer(first(subject), 'GET', `/webhooks/${webhookId}`);
  const [changes] = await raw.run('SELECT sum(version) AS changes FROM metadata');
  const refused = (saved.refusedPerSecond * minutes * 60).toFixed(0);
  const facts: readonly (readonly [name: string, value: string | number])[] = [
    ['saves in the time, refused, failed', `${saved.requests}, ${refused}, ${saved.failures}`],
    ['p99 of a save', `${saved.p99.toFixed(1)} ms`],
    ['changes of metadata, and the id of the last event', `${changes?.changes}, ${await newestOf(subject)}`],
    ['backlog of the slow endpoint when the saves ended', backlog],
    ['time until it had all', `${drained.toFixed(0)} s`],
    ['events at the slow endpoint, repeated, missed', `${slow.events}, ${slow.repeated}, ${missedEvents}`],
    ['events at the fast one, repeated', `${fast.events}, ${fast.repeated}`],
    [
      'from an event to its arrival at the fast one, p50 and p99',
      `${fast.p50.toFixed(0)} and ${fast.p99.toFixed(0)} ms`,
    ],
    ['most memory of a process in each quarter', memoryOf(samples)],
    ['most rows of the tables of webhooks', Math.max(...samples.map(({ rows }) => rows))],
  ];
  lines.push(`\n## ${engine}\n\n| Fact | Value |\n|---|---|`);
  lines.push(...facts.map(([name, value]) => `| ${name} | ${value} |`));
  say(lines.slice(-facts.length).join('\n'));
}

const directory = mkdtempSync(join(tmpdir(), 'playkeep-webhooks-'));
for (const engine of options.engines.split(',')) {
  const server = engine === 'postgres' ? await startPostgres() : undefined;
  const DATABASE_URL = server?.url('postgres') ?? `sqlite:${join(directory, 'bench.db')}`;
  const start = () =>
    startService({
      ...{ DATABASE_URL, JWT_SECRET: secret, SERVER_API_KEY: serverKey },
      ...{ EVENTS: 'metadata', WEBHOOKS_ALLOW_PRIVATE: 'true' },
    });
  const processes = [await start(), ...(server ? [await start()] : [])];
  const raw = rawDatabase({ DATABASE_URL });
  await measure({ engine, processes, raw });
  await raw.close();
  for (const each of processes) await each.stop();
  await server?.stop();
}
rmSync(directory, { recursive: true });
await receiver.stop();
keepResult('webhooks', startedOn, `${lines.join('\n')}\n`);
process.exit(0);
