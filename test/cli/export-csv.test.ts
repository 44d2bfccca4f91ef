// Players and sessions as CSV: an independent reader, and PostgreSQL's own, find every value of the JSON Lines of the same database.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { openTransfer } from '../../src/app.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import type { TransferRecord } from '../../src/store/ports/transfer.ts';
import { manualClock } from '../harness/clock.ts';
import { runCommand } from '../harness/command.ts';
import { type Field, readCsv, readTable } from '../harness/csv.ts';
import { engines, sqlite, type TestDatabase, temporaryDirectory } from '../harness/engines.ts';
import { records, texts, uuid } from '../harness/play-records.ts';
import { createPostgresDatabase } from '../harness/postgres.ts';
import { runProgram } from '../harness/process.ts';
import { testConfig } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';

const ofType = <Type extends TransferRecord['type']>(all: readonly TransferRecord[], type: Type) =>
  all.filter((each): each is Extract<TransferRecord, { type: Type }> => each.type === type);

const quoted = (text: string | null): Field => (text === null ? null : { quoted: text });
const bare = (value: number | string | null): Field => (value === null ? null : { bare: String(value) });
const time = (at: number | null): Field => bare(at === null ? null : new Date(at).toISOString());

/** The columns of the declared values, by the texts above. */
type Values = readonly [name: Field, level: Field, clan: Field, vip: Field];
const noValues: Values = [null, null, null, null];
const valuesOf: readonly Values[] = [
  noValues,
  noValues,
  [quoted('Mira, "the" 1st'), bare('12345678901234567890.50'), quoted(''), bare('true')],
  [quoted('\ufffd'), bare('-0'), null, null],
  [bare('7'), quoted('=1+1'), null, null],
  [quoted(''), bare('1e400'), null, null],
];

/** The rows that the records are to give, by an account of the rules of its own. */
function expectedOf(all: readonly TransferRecord[]) {
  const ended = ofType(all, 'ended-session');
  const active = ofType(all, 'active-session');
  const players = ofType(all, 'player').map((player) => {
    const ends = ended.filter(({ sequentialId }) => sequentialId === player.sequentialId);
    const now = active.find(({ sequentialId }) => sequentialId === player.sequentialId);
    const lastEnd = ends.length === 0 ? null : Math.max(...ends.map(({ endedAt }) => endedAt));
    const [name, level, clan, vip] = valuesOf[texts.indexOf(player.metadataText)] ?? noValues;
    return {
      sequentialId: bare(player.sequentialId),
      playerId: quoted(player.playerId),
      registeredAt: time(player.registeredAt),
      lastSeenAt: time(now?.lastActivity ?? lastEnd ?? player.lastSeenAt),
      metadataVersion: bare(player.metadataVersion),
      metadataBytes: bare(new TextEncoder().encode(player.metadataText ?? '').length),
      suspendedUntil: time(player.suspendedUntil),
      suspensionReason: quoted(player.suspensionReason),
      ...{ name, level, guild_clan: clan, vip },
      metadata: quoted(player.metadataText),
    };
  });
  const sessions = [...ended, ...active].map((session) => ({
    sequentialId: bare(session.sequentialId),
    sessionId: quoted(session.sessionId),
    startedAt: time(session.startedAt),
    endedAt: time('endedAt' in session ? session.endedAt : null),
    seconds: bare('endedAt' in session ? (session.endedAt - session.startedAt) / 1000 : null),
    reason: quoted('reason' in session ? session.reason : null),
    installationId: quoted(session.installationId),
    context: quoted(session.context),
  }));
  return { players, sessions };
}

const bySession = (a: Readonly<Record<string, Field>>, b: Readonly<Record<string, Field>>): number =>
  JSON.stringify(a.sessionId).localeCompare(JSON.stringify(b.sessionId));

async function filled(database: TestDatabase): Promise<void> {
  const all = records();
  const header = { type: 'playkeep-export', version: 4, lastSequentialId: 5_000 };
  const lines = [header, ...all, { type: 'end', records: all.length }];
  const file = join(database.directory, 'import.jsonl');
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  const { status, stderr } = await runCommand(['import', file], database.environment);
  expect([status, stderr]).toEqual([0, '']);
}

describe.each(engines)('tables from $name', (engine) => {
  let database: TestDatabase;
  let environment: TestDatabase['environment'];
  beforeAll(async () => {
    database = await engine.create({ migrated: engine.isDistributed });
    await filled(database);
    const indexes = join(database.directory, 'indexes.json');
    writeFileSync(indexes, '[{"pointer":"/vip","type":"boolean"},{"pointer":"/level","type":"number"}]');
    environment = {
      ...database.environment,
      ...{ PLAYER_NAME: '/name', PLAYER_COLUMNS: '/level,/guild/clan', METADATA_INDEXES: indexes },
    };
  }, 180_000);
  afterAll(() => database.remove());

  const exported = async (folder: string, ...more: string[]) => {
    const path = join(database.directory, folder);
    const result = await runCommand(['export', '--format', 'csv', ...more, path], environment);
    expect([result.status, result.stderr]).toEqual([0, '']);
    return { ...result, read: (file: string) => readFileSync(join(path, file), 'utf8'), path };
  };

  test('have every value of the import', async () => {
    const { stdout, read, path } = await exported('all');
    expect(stdout).toStartWith('450 players and 909 sessions exported, database ');
    const expected = expectedOf(records());
    expect(readTable(read('players.csv'))).toEqual(expected.players);
    const sessions = readTable(read('sessions.csv'));
    expect(sessions.toSorted(bySession)).toEqual(expected.sessions.toSorted(bySession));
    expect(readdirSync(path).sort()).toEqual(['players.csv', 'sessions.csv']);
    for (const file of readdirSync(path)) expect(statSync(join(path, file)).mode & 0o777).toBe(0o600);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  test('leave the texts of metadata out where that is asked for, and name each column once', async () => {
    const PLAYER_COLUMNS = '/Metadata,/1st,/a b/c,/name';
    environment = { ...environment, PLAYER_COLUMNS, METADATA_INDEXES: undefined };
    const { read } = await exported('brief', '--without-metadata');
    const [header] = readCsv(read('players.csv'));
    const names = ['name', 'Metadata_2', 'value_1st', 'a_b_c'];
    expect(header?.slice(8)).toEqual(names.map((text) => ({ quoted: text })));
  });

  test('are not there after an export that failed', async () => {
    // Files cannot grow past 256 KiB.
    const small = join(database.directory, 'small');
    const under = ['bash', '-c', 'trap "" XFSZ; ulimit -f 256; exec "$@"', 'bash'];
    const args = ['export', '--format', 'csv', small];
    const failed = await runProgram(args, database.environment, database.directory, { under });
    expect([failed.status, failed.stdout]).toEqual([1, '']);
    expect(failed.stderr).toMatch(/^playkeep: .*\/players\.csv: EFBIG: .*\n$/);
    expect(existsSync(small)).toBe(false);
  });

  test('are of one moment beside a service that writes', async () => {
    const config = testConfig(database.environment);
    const log = createLog({ level: 'silent', production: true });
    const transfer = await openTransfer(config, { clock: systemClock, log });
    const store = await openStoreOn(database.environment, manualClock());
    try {
      const seen = await transfer.readPlay(async ({ players, activeSessions, endedSessions }) => {
        const ids: number[] = [];
        const take = async (rows: AsyncIterator<readonly { readonly sequentialId: number }[]>) => {
          const page = await rows.next();
          for (const { sequentialId } of page.done ? [] : page.value) ids.push(sequentialId);
          return !page.done;
        };
        await take(players);
        const late = Number(await store.players.register('late'));
        await store.metadata.save(late, '{}');
        await store.sessions.start(late, uuid(5_000));
        await store.sessions.end(late, 'stopped');
        await store.sessions.start(late, uuid(5_001));
        for (const rows of [players, activeSessions, endedSessions]) while (await take(rows));
        return { late, ids };
      });
      expect(seen.ids.length).toBe(450 + 909);
      expect(seen.ids).not.toContain(seen.late);
      await store.players.erase('late');
    } finally {
      await store.close();
      await transfer.close();
    }
  }, 90_000);
});

describe('the files of tables', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await sqlite.create();
    await filled(database);
  });
  afterAll(() => database.remove());
  const run = (...args: string[]) => runCommand(['export', ...args], database.environment);

  test('are loaded by PostgreSQL as they are: nothing is NULL, and an empty text is none', async () => {
    const source = join(database.directory, 'loaded');
    expect((await run('--format', 'csv', source)).status).toBe(0);
    // The server runs as another user.
    using shared = temporaryDirectory();
    chmodSync(shared.directory, 0o755);
    const there = await createPostgresDatabase();
    const sql = new SQL(there.url, { max: 1 });
    try {
      for (const file of ['players.csv', 'sessions.csv']) {
        writeFileSync(join(shared.directory, file), readFileSync(join(source, file)));
      }
      await sql.unsafe(`CREATE TABLE loaded_players ("sequentialId" bigint PRIMARY KEY, "playerId" text NOT NULL,
        "registeredAt" timestamptz NOT NULL, "lastSeenAt" timestamptz, "metadataVersion" bigint, "metadataBytes" int,
        "suspendedUntil" timestamptz, "suspensionReason" text, metadata json)`);
      await sql.unsafe(`CREATE TABLE loaded_sessions ("sequentialId" bigint, "sessionId" uuid, "startedAt" timestamptz,
        "endedAt" timestamptz, seconds numeric, reason text, "installationId" text, context json)`);
      for (const name of ['players', 'sessions'])
        await sql.unsafe(
          `COPY loaded_${name} FROM '${join(shared.directory, name)}.csv' (FORMAT csv, HEADER match)`,
        );
      const all = records();
      const columns = '"sequentialId"::int, "playerId", metadata::text, "suspensionReason"';
      const rows = await sql.unsafe(`SELECT ${columns} FROM loaded_players ORDER BY 1`).values();
      expect([...rows]).toEqual(
        ofType(all, 'player').map((player) => [
          ...[player.sequentialId, player.playerId, player.metadataText, player.suspensionReason],
        ]),
      );
      const [sums] = await sql.unsafe(`SELECT count(*)::int AS rows, count("endedAt")::int AS ended,
        sum(seconds)::text AS seconds FROM loaded_sessions`);
      const ended = ofType(all, 'ended-session');
      const milliseconds = ended.reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, 0);
      expect(sums).toEqual({ rows: 909, ended: ended.length, seconds: (milliseconds / 1000).toFixed(3) });
    } finally {
      await sql.close();
      await there.drop();
    }
  }, 180_000);

  test('replace none', async () => {
    const folder = join(database.directory, 'taken');
    mkdirSync(folder);
    writeFileSync(join(folder, 'sessions.csv'), 'of yesterday');
    const { status, stderr } = await run('--format', 'csv', folder);
    const reason = 'there is a file already, and it is not replaced';
    expect([status, stderr]).toEqual([1, `playkeep: ${join(folder, 'sessions.csv')}: ${reason}\n`]);
    expect(readdirSync(folder)).toEqual(['sessions.csv']);
    expect(readFileSync(join(folder, 'sessions.csv'), 'utf8')).toBe('of yesterday');
  });

  test('need a folder, and options belong to their format', async () => {
    for (const [args, reason] of [
      [['--format', 'csv'], '--format csv needs a folder for its two files'],
      [['--without-metadata'], '--without-metadata is for --format csv'],
      [['--format', 'parquet', 'x'], ''],
    ] as const)
      expect(await run(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(reason) });
  });
});
