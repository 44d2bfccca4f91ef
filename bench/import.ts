// The import of a Nakama's players into PostgreSQL beside players at half their peak, and one that is killed again and again:
// `npx bun bench/import.ts` stores its tables under bench/results/. Options: --players 1000000 (of Nakama) --here 100000 (of the
// service) --seconds 10 (of the load alone) --kills 20 --kill-players 1000000 (of Nakama, for the killed import)
import { parseArgs } from 'node:util';
import { SQL } from 'bun';
import { migrateStore } from '../src/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createLog } from '../src/lib/log.ts';
import { type PostgresServer, startPostgres } from '../test/harness/postgres.ts';
import { fill, secret } from './data.ts';
import { killImport, runImport } from './import-runs.ts';
import { commit, machine, residentMegabytes } from './machine.ts';
import { countsOf, digestOfNakama, digestOfPlaykeep, givenIds, makeNakama } from './nakama-data.ts';
import { besidePlayers, halfThePeak, startPlayerLoad } from './player-load.ts';
import { createDatabase } from './postgres.ts';
import { say, startService } from './program.ts';
import { keepResult } from './results.ts';

const { values: options } = parseArgs({
  options: {
    players: { type: 'string', default: '1000000' },
    here: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
    kills: { type: 'string', default: '20' },
    'kill-players': { type: 'string' },
  },
});
const players = Number(options.players);
const killPlayers = Number(options['kill-players'] ?? options.players);
const kills = Number(options.kills);
const seconds = Number(options.seconds);
const startedOn = commit();
const memoryBar = 300;
const playersBar = 50;

const lines = [
  `# Import from Nakama, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}. ${players} users of Nakama with three storage objects of some 300 bytes each, a wallet and a device id; ` +
    `${options.here} players here, who send the mix of bench/scenarios.ts in an open loop; everything on this machine and on one ` +
    `PostgreSQL. Made by \`npx bun bench/import.ts ${process.argv.slice(2).join(' ')}\`.\n`,
  '| | | bar | |\n|---|---:|---:|---|',
];
function note(name: string, value: string, bar?: { readonly below: number; readonly of: number }): void {
  const verdict = bar === undefined ? ['', ''] : [`${bar.below}`, bar.of < bar.below ? 'pass' : '**fail**'];
  const line = `| ${[name, value, ...verdict].join(' | ')} |`;
  lines.push(line);
  say(line);
}
const number = (value: number, digits = 0): string => value.toFixed(digits);

/** @throws unless the documents of both databases are the same */
async function compare(nakamaUrl: string, databaseUrl: string, expected: number): Promise<void> {
  const [theirs, ours] = [await digestOfNakama(nakamaUrl), await digestOfPlaykeep(databaseUrl)];
  if (theirs.players !== expected || ours.players !== expected || theirs.digest !== ours.digest)
    throw new Error(`the documents differ: ${JSON.stringify({ theirs, ours, expected })}`);
}

async function measureBeside(nakamaUrl: string, server: PostgresServer): Promise<void> {
  const databaseUrl = await createDatabase(server, 'beside');
  await fill(databaseUrl, Number(options.here));
  const service = await startService({ DATABASE_URL: databaseUrl, JWT_SECRET: secret });
  const besides = startPlayerLoad(service.url, Number(options.here));
  const rate = await halfThePeak(besides, seconds);
  const alone = await besides.run({ seconds, rate });
  note('requests of players a second, half their peak', number(rate));
  note('p50 and p99 of players alone', `${number(alone.p50, 1)} and ${number(alone.p99, 1)} ms`);
  const { result, players: beside } = await besidePlayers(besides, rate, () =>
    runImport({ nakamaUrl, databaseUrl }),
  );
  note(`time of the import of ${players} players`, `${number(result.seconds, 1)} s`);
  note('players a second', number(players / result.seconds));
  note('peak memory of the import', `${number(result.peakMegabytes)} MB`, {
    below: memoryBar,
    of: result.peakMegabytes,
  });
  note('p50 of players beside it', `${number(beside.p50, 1)} ms`);
  note('p99 of players beside it', `${number(beside.p99, 1)} ms`, { below: playersBar, of: beside.p99 });
  note('requests of players beside it, failures', `${beside.requests}, ${beside.failures}`);
  const again = await besidePlayers(besides, rate, () => runImport({ nakamaUrl, databaseUrl }));
  note('time of a second run, which finds all of them', `${number(again.result.seconds, 1)} s`);
  note('p99 of players beside the second run', `${number(again.players.p99, 1)} ms`, {
    below: playersBar,
    of: again.players.p99,
  });
  note('resident memory of the service', `${number(residentMegabytes(service.pid))} MB`);
  besides.stop();
  await service.stop();
  if (again.result.sums.present !== players)
    throw new Error(`the second run says ${JSON.stringify(again.result.sums)}`);
  await compare(nakamaUrl, databaseUrl, players);
  note('documents that PostgreSQL finds the same on both sides', `${players}`);
}

async function emptyDatabase(server: PostgresServer, name: string): Promise<string> {
  const url = await createDatabase(server, name);
  const config = loadConfig({ DATABASE_URL: url, JWT_SECRET: secret });
  await migrateStore(config, { clock: systemClock, log: createLog({ level: 'warn', production: true }) });
  return url;
}

/** Each run is killed when it has come a part further than the one before. @returns the number of kills before the end of a run */
async function killAgain(nakamaUrl: string, databaseUrl: string): Promise<number> {
  const sql = new SQL(databaseUrl, { max: 1, prepare: false });
  let inTime = 0;
  for (let round = 1; round <= kills; round += 1) {
    const due = (killPlayers * (round - Math.random())) / (kills + 1);
    const isKilled = await killImport({ nakamaUrl, databaseUrl }, async () => (await givenIds(sql)) > due);
    if (isKilled) inTime += 1;
    const { players: there } = await countsOf(databaseUrl);
    say(`kill ${round}: ${there} players are there`);
  }
  await sql.close();
  return inTime;
}

/** Killed runs, then one to the end, compared with one that nothing disturbed. */
async function measureKills(nakamaUrl: string, server: PostgresServer): Promise<void> {
  const whole = await emptyDatabase(server, 'whole');
  const undisturbed = await runImport({ nakamaUrl, databaseUrl: whole });
  note(
    `time of an import of ${killPlayers} players with nothing beside it`,
    `${number(undisturbed.seconds, 1)} s`,
  );
  note('its players a second', number(killPlayers / undisturbed.seconds));
  note('its peak memory', `${number(undisturbed.peakMegabytes)} MB`, {
    below: memoryBar,
    of: undisturbed.peakMegabytes,
  });
  const killed = await emptyDatabase(server, 'killed');
  const startedAt = performance.now();
  const killsInTime = await killAgain(nakamaUrl, killed);
  const last = await runImport({ nakamaUrl, databaseUrl: killed });
  note('kills, of them before the end of a run', `${kills}, ${killsInTime}`);
  note('time of all killed runs and of the last', `${number((performance.now() - startedAt) / 1_000)} s`);
  note(
    'players that the last run found there, and that it added',
    `${last.sums.present} and ${last.sums.new}`,
  );
  await compare(nakamaUrl, whole, killPlayers);
  await compare(nakamaUrl, killed, killPlayers);
  const [expected, counts] = [JSON.stringify(await countsOf(whole)), JSON.stringify(await countsOf(killed))];
  if (counts !== expected) throw new Error(`${counts} after the kills, not ${expected}`);
  note('documents that are the same as at Nakama and after the undisturbed run', `${killPlayers}`);
  note('rows of both databases', counts.replaceAll(/[{}"]/g, '').replaceAll(/[,:]/g, '$& '));
}

const server = await startPostgres();
const nakamaUrl = await createDatabase(server, 'nakama');
say(`making a Nakama of ${players} users …`);
await makeNakama(nakamaUrl, players);
await measureBeside(nakamaUrl, server);
if (kills > 0) {
  let killUrl = nakamaUrl;
  if (killPlayers !== players) {
    killUrl = await createDatabase(server, 'nakama_killed');
    await makeNakama(killUrl, killPlayers);
  }
  await measureKills(killUrl, server);
}
await server.stop();
keepResult('import', startedOn, `${lines.join('\n')}\n`);
process.exit(0);
