// The costs of Playkeep on Citus: how long a service beside the distribution of a database answers 503, and the CPU of the service,
// the coordinator and the workers for each operation. `npx bun bench/citus.ts <URL> <players> <calls at once>` needs an empty database
// on the coordinator of a cluster whose servers all run on this machine, for a user who is superuser.
import { readdirSync, readFileSync } from 'node:fs';
import { SQL } from 'bun';
import { distributeStore, openStore } from '../src/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createLog } from '../src/lib/log.ts';
import { distributedTables } from '../src/store/postgres/citus/tables.ts';
import { fill, idlePlayers, sampleOf, saves, secret, sign } from './data.ts';
import { clientSaves } from './postgres-store.ts';
import { say, startService } from './program.ts';

const milliseconds = 8_000;
const ticksPerSecond = 100;

const [url, count = '50000', atOnce = '512'] = process.argv.slice(2);
if (url === undefined)
  throw new Error('npx bun bench/citus.ts <URL of an empty database> <players> <calls at once>');
const players = Number(count);
/** Calls at once in this process: a batch of a shard holds them all, divided by the number of shards. */
const concurrency = Number(atOnce);
const config = loadConfig({ DATABASE_URL: url, JWT_SECRET: secret, SESSION_TIMEOUT_SECONDS: '86400' });
const runtime = { clock: systemClock, log: createLog({ level: 'warn', production: true }) };
const sql = new SQL(url, { max: 1, prepare: false });
const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

/** Numbers that the rows of all tables decide, but not their order. Those of the player beside are left out. */
async function digest(): Promise<string> {
  const parts: string[] = [];
  for (const { name, column } of distributedTables) {
    const condition = column === 'sequential_id' ? `sequential_id <= ${players}` : `${column} <> 'beside'`;
    const columns: { name: string }[] = await sql.unsafe(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = '${name}'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    );
    const text = columns.map((column) => `coalesce(${column.name}::text, '-')`).join(` || ' ' || `);
    const [row] = await sql.unsafe(
      `SELECT count(*) AS rows, coalesce(sum(hashtextextended(${text}, 0)), 0)::text AS sum FROM ${name} WHERE ${condition}`,
    );
    parts.push(`${name} ${row.rows} ${row.sum}`);
  }
  return parts.join('\n');
}

let since = performance.now();
await fill(url, players);
say(`filled with ${players} players in ${seconds(since)} s`);

const service = await startService({ DATABASE_URL: url, JWT_SECRET: secret });
const headers = { authorization: `Bearer ${await sign('beside')}`, 'content-type': 'application/json' };
let isAsking = true;
let lastAcknowledged = performance.now();
let longestGap = 0;

/** Saves one after the other, and measures the longest time without an acknowledged one. */
async function ask(): Promise<void> {
  while (isAsking) {
    const answer = await fetch(`${service.url}/api/game/metadata`, {
      ...{ method: 'POST', headers, body: '{"data":{}}' },
    }).catch(() => undefined);
    await answer?.text();
    const at = performance.now();
    if (answer?.status === 200) {
      longestGap = Math.max(longestGap, at - lastAcknowledged);
      lastAcknowledged = at;
    }
    await Bun.sleep(10);
  }
}

const before = await digest();
const asking = ask();
await Bun.sleep(1_000);
longestGap = 0;
since = performance.now();
await distributeStore(config, runtime, {});
say(`distributed in ${seconds(since)} s`);
await Bun.sleep(5_000);
isAsking = false;
await asking;
await service.stop();
say(`a player beside it had no acknowledged save for ${(longestGap / 1000).toFixed(1)} s at most`);
if ((await digest()) !== before) throw new Error('the rows are not those from before');
say('the rows are those from before');

/** The CPU seconds of a server: its processes, and those that have ended. */
function cpuOf(postmaster: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    let fields: string[];
    try {
      fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    } catch {
      continue;
    }
    const times = fields.slice(11, 15).map(Number) as [number, number, number, number];
    if (Number(name) === postmaster) ticks += times[0] + times[1] + times[2] + times[3];
    else if (Number(fields[1]) === postmaster) ticks += times[0] + times[1];
  }
  return ticks / ticksPerSecond;
}

const readPid = `SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS pid`;
const [own] = await sql.unsafe(readPid);
const others: { result: string }[] = await sql.unsafe('SELECT result FROM run_command_on_workers($1::text)', [
  readPid,
]);
const coordinator: number = own.pid;
const workers = others.map(({ result }) => Number(result));

async function logBytes(): Promise<number> {
  const rows: { result: string }[] = await sql.unsafe(
    `SELECT result FROM run_command_on_all_nodes('SELECT pg_current_wal_lsn() - ''0/0''')`,
  );
  return rows.reduce((sum, { result }) => sum + Number(result), 0);
}

const store = await openStore(config, runtime);
const sample = sampleOf(players);
const anyone = (n: number): number => sample[(n * 7919) % sample.length] ?? 0;

const saveOf = (n: number): string => saves[n % saves.length] ?? '{}';
const saveAsClient = clientSaves(store);

const operations: Readonly<Record<string, (n: number) => Promise<unknown>>> = {
  heartbeat: (n) => store.sessions.heartbeat(anyone(n)),
  set: (n) => store.metadata.save(anyone(n), saveOf(n)),
  // With an entity tag and no key, and as clients send it.
  'conditional save': (n) => store.metadata.edit(anyone(n), () => ({ answer: null, text: saveOf(n) })),
  'save of a client': (n) => saveAsClient(anyone(n), saveOf(n)),
  get: (n) => store.metadata.find(anyone(n)),
  async session(n) {
    const player = (n % idlePlayers) + 1;
    await store.sessions.start(player, Bun.randomUUIDv7());
    await store.sessions.end(player, 'stopped');
  },
  register: (n) => store.players.register(`new ${n} ${performance.now()}`),
};

interface Cost {
  /** Calls a second. */
  readonly rate: number;
  readonly service: number;
  readonly coordinator: number;
  readonly workers: number;
  readonly log: number;
}

async function measure(call: (n: number) => Promise<unknown>, callers: number, time: number): Promise<Cost> {
  const log = await logBytes();
  const cpu = [process.cpuUsage(), cpuOf(coordinator), workers.map(cpuOf)] as const;
  const end = performance.now() + time;
  let calls = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let n = caller; performance.now() < end; n += callers, calls += 1) await call(n);
    }),
  );
  const { user, system } = process.cpuUsage(cpu[0]);
  const ofWorkers = workers.reduce((sum, worker, index) => sum + cpuOf(worker) - (cpu[2][index] ?? 0), 0);
  return {
    rate: (calls / time) * 1_000,
    service: (user + system) / calls,
    coordinator: ((cpuOf(coordinator) - cpu[1]) * 1e6) / calls,
    workers: (ofWorkers * 1e6) / calls,
    log: ((await logBytes()) - log) / calls,
  };
}

const round = (value: number): string => Math.round(value).toLocaleString('en-US');
say(
  '\n| | a second | service (store alone) | coordinator | workers together | log |\n|---|---:|---:|---:|---:|---:|',
);
const costs: Record<string, Cost> = {};
for (const [name, call] of Object.entries(operations)) {
  const callers = name === 'session' ? Math.min(idlePlayers, concurrency) : concurrency;
  await measure(call, callers, milliseconds / 4);
  const cost = await measure(call, callers, milliseconds);
  costs[name] = cost;
  say(
    `| ${name} | ${round(cost.rate)} | ${round(cost.service)} | ${round(cost.coordinator)} | ${round(cost.workers)} | ${round(cost.log)} |`,
  );
}
const sizes: { bytes: number }[] = await sql.unsafe(
  `SELECT sum(citus_total_relation_size(name))::float8 AS bytes FROM unnest('{players,metadata}'::regclass[]) AS name`,
);
say(`\na registered player takes ${round((sizes[0]?.bytes ?? 0) / players)} bytes`);
await store.close();
await sql.close();
process.exit(0);
