// A thousand connections that each send one request after the other, on one server and on a Citus cluster: what is answered, what is
// refused, and the limit of calls that admission control found. `npx bun bench/connections.ts ../before 1000 5 postgres://…`
// takes the tree of the service, the number of connections, the seconds of each operation, and databases that are empty or that it
// has filled; those with Citus and workers are distributed.
import { resolve } from 'node:path';
import { SQL } from 'bun';
import { distributeStore } from '../src/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createLog } from '../src/lib/log.ts';
import { fill, sampleAnswer, sampleOf, secret } from './data.ts';
import { load } from './load.ts';
import { commit, machine } from './machine.ts';
import { say, startService } from './program.ts';
import { createScenarios } from './scenarios.ts';

const players = 10_000;
const [tree = '.', count = '1000', time = '5', ...urls] = process.argv.slice(2);
const connections = Number(count);
const seconds = Number(time);
const wanted = ['GET own', 'set', 'heartbeat', 'mix'];

async function ask(url: string, text: string): Promise<boolean> {
  const sql = new SQL(url, { max: 1, prepare: false });
  const found = await sql.unsafe(text);
  await sql.close();
  return found.length > 0;
}

const isEmpty = async (url: string) => !(await ask(url, "SELECT FROM pg_tables WHERE tablename = 'players'"));

async function distributeWhereItCan(url: string): Promise<boolean> {
  if (!(await ask(url, "SELECT FROM pg_extension WHERE extname = 'citus'"))) return false;
  const config = loadConfig({ DATABASE_URL: url, JWT_SECRET: secret });
  const log = createLog({ level: 'warn', production: true });
  await distributeStore(config, { clock: systemClock, log }, {});
  return true;
}

async function limitOf(url: string): Promise<string> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return /^playkeep_store_calls_limit (\d+)/m.exec(text)?.[1] ?? '';
}

say(
  `tree ${tree}, commit ${commit()}, ${machine()}; ${connections} connections, ${players} players, ${seconds} s each\n`,
);
say(
  '| database | operation | answered a second | refused a second | p99 ms | failures | limit of calls after it |',
);
say('|---|---|---:|---:|---:|---:|---:|');
for (const url of urls) {
  const isNew = await isEmpty(url);
  if (isNew) await fill(url, players);
  const name = (await distributeWhereItCan(url)) ? 'Citus' : 'PostgreSQL';
  const settings = { DATABASE_URL: url, JWT_SECRET: secret, DATABASE_POOL_SIZE: '8' };
  const service = await startService(settings, resolve(tree));
  if (isNew) await sampleAnswer(service, sampleOf(players)[0] ?? 0);
  const { standard } = await createScenarios(players);
  for (const start of wanted) {
    const scenario = standard.find((each) => each.name.startsWith(start));
    if (!scenario) throw new Error(`there is no operation ${start}`);
    const { next } = scenario;
    // Every player is known to the process before the measurement.
    await load({ urls: [service.url], connections: 64, seconds: 1, next });
    const result = await load({ urls: [service.url], connections, seconds, next, expectsRefusals: true });
    const figures = [result.requestsPerSecond, result.refusedPerSecond, result.p99].map((each) =>
      each.toFixed(0),
    );
    const cells = [name, scenario.name, ...figures, result.failures, await limitOf(service.url)];
    say(`| ${cells.join(' | ')} |`);
  }
  await service.stop();
}
process.exit(0);
