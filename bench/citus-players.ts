// New players, and known players whom a process meets for the first time, on Citus beside plain PostgreSQL: calls at the store alone,
// and requests through HTTP with one process and with two that meet the same players. `TEST_CITUS_URL=… npx bun bench/citus-players.ts
// [connections …]` uses the cluster of the tests. The plain database is on the server of the coordinator, without the extension.
import { SQL } from 'bun';
import { distributeStore, openStore } from '../src/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createLog } from '../src/lib/log.ts';
import type { Store } from '../src/store/ports/store.ts';
import { runStepsAfterTests } from '../test/harness/end-of-tests.ts';
import { citus, type TestDatabase } from '../test/harness/engines.ts';
import { fill, playerName, saves, secret, sign } from './data.ts';
import { encodeRequest, load } from './load.ts';
import { median, type Program, say, startService } from './program.ts';

const citusUrl = process.env.TEST_CITUS_URL ?? '';
if (citusUrl === '') throw new Error('TEST_CITUS_URL names no cluster');

const rounds = 3;
const known = 220_000;
/** The players of a round. The first eighth warms the service up. */
const players = { plain: 12_000, citus: 6_000 } as const;
const runtime = { clock: systemClock, log: createLog({ level: 'warn', production: true }) };

type SideName = keyof typeof players;

interface Side {
  readonly name: SideName;
  readonly store: Store;
  readonly processes: readonly [Program, Program];
  /** Players whom the processes have met. */
  met: number;
  end(): Promise<void>;
}

async function openSide(
  name: SideName,
  { environment: { DATABASE_URL: url = '' }, remove }: Pick<TestDatabase, 'environment' | 'remove'>,
): Promise<Side> {
  await fill(url, known);
  const environment = { DATABASE_URL: url, JWT_SECRET: secret };
  const config = loadConfig(environment);
  if (name === 'citus') await distributeStore(config, runtime, {});
  const store = await openStore(config, runtime);
  const processes = [await startService(environment), await startService(environment)] as const;
  return {
    ...{ name, store, processes, met: 0 },
    async end() {
      for (const each of processes) await each.stop();
      await store.close();
      await remove();
    },
  };
}

async function createPlainDatabase() {
  const sql = new SQL(citusUrl, { max: 1, prepare: false });
  const name = `plain_${crypto.randomUUID().replaceAll('-', '')}`;
  await sql.unsafe(`CREATE DATABASE ${name}`);
  const url = new URL(citusUrl);
  url.pathname = `/${name}`;
  return {
    environment: { DATABASE_URL: String(url) },
    async remove() {
      await sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
      await sql.close();
    },
  };
}

let named = 0;
function newName(): string {
  named += 1;
  return `newcomer-${named}-${process.pid}`;
}

/** A player whom no process of the side has met. */
function nextKnown(side: Side): string {
  side.met += 1;
  if (side.met > known) throw new Error('there are too few players');
  return playerName(side.met);
}

type Request = (token: string) => Uint8Array;

const path = '/api/game/metadata';
const read: Request = (token) => encodeRequest({ method: 'GET', path, token });
const start: Request = (token) => encodeRequest({ method: 'POST', path: '/api/game/session/start', token });
const save: Request = (token) => encodeRequest({ method: 'POST', path, token, body: `{"data":${saves[0]}}` });

/** Sends a request for each name to each of the processes, whose connections take turns. @returns requests a second */
async function measure(
  urls: readonly string[],
  connections: number,
  requests: readonly Uint8Array[],
): Promise<number> {
  const from = urls.map(() => 0);
  const result = await load({
    ...{ urls, connections, seconds: 60 },
    next(connection) {
      const at = connection % urls.length;
      const index = from[at] ?? 0;
      from[at] = index + 1;
      return requests[index];
    },
  });
  if (result.failures > 0) throw new Error(`${result.failures} requests failed`);
  return result.requestsPerSecond;
}

interface Scenario {
  readonly name: string;
  run(side: Side, connections: number): Promise<number>;
}

async function overHttp(
  side: Side,
  connections: number,
  processes: 1 | 2,
  name: () => string,
  request: Request,
): Promise<number> {
  const tokens = await Promise.all(Array.from({ length: players[side.name] }, () => sign(name())));
  const requests = tokens.map(request);
  const urls = side.processes.slice(0, processes).map(({ url }) => url);
  const warm = requests.splice(0, requests.length >> 3);
  await measure(urls, connections, warm);
  return measure(urls, connections, requests);
}

const scenarios: readonly Scenario[] = [
  {
    name: 'registration, at the store alone',
    async run({ store, name }, callers) {
      const names = Array.from({ length: players[name] }, newName).values();
      const since = performance.now();
      await Promise.all(
        Array.from({ length: callers }, async () => {
          for (const each of names) await store.players.register(each);
        }),
      );
      return (players[name] / (performance.now() - since)) * 1_000;
    },
  },
  {
    name: 'first session of a new player',
    run: (side, connections) => overHttp(side, connections, 1, newName, start),
  },
  {
    name: 'first GET of a known player to a process',
    run: (side, connections) => overHttp(side, connections, 1, () => nextKnown(side), read),
  },
  {
    name: 'the same to two processes that meet the same players',
    run: (side, connections) => overHttp(side, connections, 2, () => nextKnown(side), read),
  },
  {
    name: 'first save of a known player, to two such processes',
    run: (side, connections) => overHttp(side, connections, 2, () => nextKnown(side), save),
  },
];

const sides = [
  await openSide('plain', await createPlainDatabase()),
  await openSide('citus', await citus.create({ migrated: false })),
] as const;
const round = (value: number): string => Math.round(value).toLocaleString('en-US');
say('\n| connections | | plain, a second | Citus, a second | ratio |\n|---:|---|---:|---:|---:|');
for (const connections of process.argv
  .slice(2)
  .map(Number)
  .concat(process.argv.length > 2 ? [] : [64, 1_000])) {
  for (const { name, run } of scenarios) {
    const rates: Record<SideName, number[]> = { plain: [], citus: [] };
    for (let n = 0; n < rounds; n += 1)
      for (const side of sides) rates[side.name].push(await run(side, connections));
    const [plain, citus] = [median(rates.plain), median(rates.citus)];
    say(`| ${connections} | ${name} | ${round(plain)} | ${round(citus)} | ${(citus / plain).toFixed(2)} |`);
  }
}
for (const side of sides) await side.end();
await runStepsAfterTests();
process.exit(0);
