// The cost of events to saves and to starts of sessions: with `EVENTS` unset, with all events, and with the events of the load
// alone, side by side in one run through HTTP, in turns of half a second and in another order each round. `npx bun bench/events.ts`
// stores its table under bench/results/. Options: --engines sqlite,postgres --players 5000 --rounds 10 --seconds 0.5
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type PostgresServer, startPostgres } from '../test/harness/postgres.ts';
import { playerName, secret, sign } from './data.ts';
import { encodeRequest, load, type Next } from './load.ts';
import { commit, cpuSecondsOf, cpuSecondsOfTree, machine } from './machine.ts';
import { createDatabase } from './postgres.ts';
import { median, type Program, say, startService } from './program.ts';
import { keepResult } from './results.ts';

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    players: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '0.5' },
  },
});
const players = Number(options.players);
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const connections = 64;
const startedOn = commit();
const lines = [
  `# Events, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; ${players} players, ${connections} connections, ${rounds} × ${seconds} s in turns. The CPU is that of a request. Ratios are medians of those of each round. Made by \`npx bun bench/events.ts\`.`,
];

const tokens = await Promise.all(Array.from({ length: players }, (_, n) => sign(playerName(n))));

const random = (bytes: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64');

/** An object of a dozen members, of which three change with each save. */
const objectOf = (save: number, items: number): string =>
  JSON.stringify({
    ...{
      level: save % 50,
      coins: save * 7,
      name: 'A player',
      clan: 'red',
      country: 'NO',
      settings: { sound: true },
    },
    ...{ position: { x: save % 100, y: 3 }, best: 1_000, skin: 'blue', seen: ['intro', 'shop'] },
    bag: Array.from({ length: items }, (_, n) => ({
      kind: 'sword',
      count: n,
      foundAt: '2026-11-20T12:00:00Z',
    })),
  });

function savesOf(items: number): Next {
  const objects = Array.from({ length: 8 }, (_, save) => objectOf(save, items));
  const requests = objects.flatMap((object) =>
    tokens.map((token) =>
      encodeRequest({ method: 'POST', path: '/api/game/metadata', token, body: `{"data":${object}}` }),
    ),
  );
  let at = 0;
  return () => requests[at++ % requests.length];
}

/** Each start ends the session before it, so it tells two events. */
function startsOf(): Next {
  const context = JSON.stringify({ platform: 'ios', version: '1.4.2', device: random(24) });
  const requests = tokens.map((token) =>
    encodeRequest({
      ...{ method: 'POST', path: '/api/game/session/start', token },
      body: `{"onActive":"replace","context":${context}}`,
    }),
  );
  let at = 0;
  return () => requests[at++ % requests.length];
}

interface Kind {
  readonly name: string;
  readonly events: string;
  readonly next: () => Next;
}

const kinds: readonly Kind[] = [
  { name: 'saves of 300 bytes', events: 'metadata', next: () => savesOf(2) },
  { name: 'saves of 16 KB', events: 'metadata', next: () => savesOf(260) },
  { name: 'starts that replace', events: 'sessions', next: startsOf },
];

interface Subject {
  readonly name: string;
  readonly service: Program;
  readonly next: Next;
  readonly rates: number[];
  /** Microseconds of a request: of the service, and of the database server with its processes. */
  readonly cpu: number[];
  readonly databaseCpu: number[];
}

async function measure(subject: Subject, server: PostgresServer | undefined, keeps: boolean): Promise<void> {
  const { service, next, rates, cpu, databaseCpu, name } = subject;
  const cpuNow = () => [cpuSecondsOf(service.pid), cpuSecondsOfTree(server?.pid())] as const;
  const [serviceBefore, databaseBefore] = cpuNow();
  const result = await load({ urls: [service.url], connections, seconds, next });
  if (result.failures > 0) throw new Error(`${name}: ${result.failures} answers were not 200`);
  if (!keeps) return;
  const [serviceAfter, databaseAfter] = cpuNow();
  rates.push(result.requestsPerSecond);
  cpu.push(((serviceAfter - serviceBefore) / result.requests) * 1e6);
  databaseCpu.push(((databaseAfter - databaseBefore) / result.requests) * 1e6);
}

const ratio = (of: readonly number[], base: readonly number[]): string =>
  median(of.map((value, round) => value / (base[round] ?? Number.NaN))).toFixed(2);

for (const engine of options.engines.split(',')) {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-events-'));
  const server = engine === 'postgres' ? await startPostgres() : undefined;
  lines.push(
    `\n## ${engine}\n\n| | a second | cost ÷ unset | service CPU µs | ÷ unset | database CPU µs | ÷ unset |\n|---|---:|---:|---:|---:|---:|---:|`,
  );
  for (const [number, kind] of kinds.entries()) {
    const subjects: Subject[] = [];
    for (const [place, events] of ['', 'players,sessions,metadata', kind.events].entries()) {
      const name = `bench_${number}_${place}`;
      const service = await startService({
        DATABASE_URL: server ? await createDatabase(server, name) : `sqlite:${join(directory, `${name}.db`)}`,
        JWT_SECRET: secret,
        ...(events !== '' && { EVENTS: events }),
      });
      const described = events === '' ? 'unset' : events === kind.events ? events : 'all';
      subjects.push({
        name: `${kind.name}, EVENTS ${described}`,
        service,
        next: kind.next(),
        rates: [],
        cpu: [],
        databaseCpu: [],
      });
    }
    for (const subject of subjects) {
      // The first two saves of each player keep versions.
      let left = 2 * players;
      await load({
        ...{ urls: [subject.service.url], connections, seconds: 600 },
        next: (connection) => (left-- > 0 ? subject.next(connection) : undefined),
      });
    }
    for (let round = -1; round < rounds; round += 1)
      for (const place of subjects.keys())
        await measure(subjects[(place + round + 1) % subjects.length] as Subject, server, round >= 0);
    const [first] = subjects as [Subject];
    for (const { name, rates, cpu, databaseCpu, service } of subjects) {
      const perCall = (each: readonly number[]) => each.map((rate) => 1 / rate);
      const cells = [
        ...[name, median(rates).toFixed(0), ratio(perCall(rates), perCall(first.rates))],
        ...[median(cpu).toFixed(0), ratio(cpu, first.cpu)],
        ...(server ? [median(databaseCpu).toFixed(0), ratio(databaseCpu, first.databaseCpu)] : ['', '']),
      ];
      lines.push(`| ${cells.join(' | ')} |`);
      say(lines.at(-1) ?? '');
      await service.stop();
    }
  }
  await server?.stop();
  rmSync(directory, { recursive: true });
}
keepResult('events', startedOn, `${lines.join('\n')}\n`);
process.exit(0);
