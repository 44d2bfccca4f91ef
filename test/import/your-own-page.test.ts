// The page about tables of a studio's own, docs/migrating/your-own.md: its statements, maps and tables are used as they stand there.
import { afterAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { runCommand } from '../harness/command.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { createPostgresDatabase } from '../harness/postgres.ts';
import { blocksOf } from './page-blocks.ts';

const [select = '', wayBack = ''] = blocksOf('migrating/your-own.md', 'sql');
const page = 'migrating/your-own.md';
const [objectsMap = '', playersMap = '', valuesMap = '', refusal = ''] = blocksOf(page, 'json');
const [playersTable = '', valuesTable = ''] = blocksOf('migrating/your-own.md', 'csv');

const tables = `
CREATE TABLE players (id bigint PRIMARY KEY, steam_id text, created_at timestamptz, banned boolean, coins bigint, luck numeric);
CREATE TABLE saves (player_id bigint, name text, data jsonb, PRIMARY KEY (player_id, name));
CREATE TABLE plays (player_id bigint, started_at timestamptz, ended_at timestamptz, level int);
INSERT INTO players VALUES (42, '76561198000000042', '2024-05-01 10:00:00.25+00', false, 9007199254740993, 0.10),
  (43, NULL, '2024-06-01 10:00:00+00', true, 0, 1.50), (44, NULL, '2025-06-01 10:00:00+00', false, 7, NULL);
INSERT INTO saves VALUES (42, 'save 1', '{"hp": 88.5, "note": "a \\"b\\"\\\\n, ü"}'), (42, 'save/2', '[]'), (43, 'save 1', '{"hp": 1.0}');
INSERT INTO plays VALUES (42, '2024-05-01 10:00:00+00', '2024-05-01 11:00:00+00', 3), (42, '2024-05-02 10:00:00+00', NULL, 4);`;

const { directory, remove } = temporaryDirectory();
const at = (name: string): string => join(directory, name);
afterAll(remove);

/** Runs a command on a database of the given name. */
const run = (database: string, ...args: string[]) =>
  runCommand(args, { DATABASE_URL: `sqlite:${at(database)}` });
const sumsOf = (stdout: string) => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');

/** The lines of one type in an export. */
const exportedFrom = async (database: string, type: string) => {
  const { stdout } = await run(database, 'export');
  const lines = stdout.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line)).filter((record) => record.type === type);
};

test('the objects of the statement come in by the map, and go back', async () => {
  const { url, drop } = await createPostgresDatabase({ migrated: false });
  const sql = new SQL(url, { max: 1, prepare: false });
  await sql.unsafe(tables).simple();
  // The driver parses JSON, so the texts come by a cast.
  const texts = await sql.unsafe(`SELECT row.line::text FROM (${select}) AS row (line)`).values();
  writeFileSync(at('players.jsonl'), texts.map(([text]: [string]) => `${text}\n`).join(''));
  writeFileSync(at('map.json'), objectsMap);
  const importing = ['import', '--from', 'jsonl', at('players.jsonl'), '--map', at('map.json')];
  const first = await run('objects.db', ...importing, '--rules', at('rules.json'));
  const sums = { read: 3, new: 3, valuesLeftOut: 3, sessions: 1 };
  expect([first.status, sumsOf(first.stdout)]).toMatchObject([0, sums]);
  expect(JSON.parse(readFileSync(at('rules.json'), 'utf8'))).toEqual({ '/wallet': { write: 'server' } });

  const players = await exportedFrom('objects.db', 'player');
  expect(players.map(({ playerId, registeredAt }) => [playerId, registeredAt])).toEqual([
    ['42', Date.parse('2024-05-01T10:00:00.250Z')],
    ['43', Date.parse('2024-06-01T10:00:00Z')],
    ['44', Date.parse('2025-06-01T10:00:00Z')],
  ]);
  expect(players.map(({ suspendedUntil }) => suspendedUntil !== null)).toEqual([false, true, false]);
  expect(players[0]?.metadataText).toBe(
    '{"wallet":{"coins":9007199254740993},"saves":{ "save 1" : {"hp": 88.5, "note": "a \\"b\\"\\\\n, ü"}, "save/2" : [] }}',
  );
  expect(await exportedFrom('objects.db', 'ended-session')).toHaveLength(1);

  await sql.unsafe(`UPDATE saves SET data = '{"hp": 99}' WHERE player_id = 42 AND name = 'save 1'`);
  await sql.unsafe('UPDATE players SET coins = 1');
  const { stdout } = await run('objects.db', 'export');
  const [create = '', ...rest] = wayBack.split(/\\copy .*\n/);
  await sql.unsafe(create);
  const exported = sql.array(stdout.trimEnd().split('\n'), 'TEXT');
  await sql.unsafe('INSERT INTO exported SELECT unnest($1::text[])::jsonb', [exported]);
  await sql.unsafe(rest.join('')).simple();
  const saved = await sql
    .unsafe('SELECT name, data::text FROM saves WHERE player_id = 42 ORDER BY name')
    .values();
  expect([...saved]).toEqual([
    ['save 1', '{"hp": 88.5, "note": "a \\"b\\"\\\\n, ü"}'],
    ['save/2', '[]'],
  ]);
  const coins = await sql.unsafe('SELECT coins::text FROM players ORDER BY id').values();
  expect([...coins]).toEqual([['9007199254740993'], ['0'], ['7']]);
  await sql.close();
  await drop();
});

test('the tables come in by their maps, one after the other', async () => {
  const files = { 'players.csv': playersTable, 'saves.csv': valuesTable, 'p.json': playersMap };
  for (const [name, text] of Object.entries({ ...files, 's.json': valuesMap })) writeFileSync(at(name), text);
  const players = await run('tables.db', 'import', '--from', 'csv', at('players.csv'), '--map', at('p.json'));
  expect([players.status, sumsOf(players.stdout)]).toMatchObject([0, { new: 3 }]);
  const importing = ['import', '--from', 'csv', at('saves.csv'), '--map', at('s.json')];
  const saves = await run('tables.db', ...importing, '--existing', 'merge');
  expect([saves.status, sumsOf(saves.stdout)]).toMatchObject([0, { read: 2, merged: 2 }]);
  const exported = await exportedFrom('tables.db', 'player');
  expect(exported.map(({ metadataText }) => metadataText)).toEqual([
    '{"wallet":{"coins":9007199254740993},"luck":0.10,"saves":{"save 1":{"hp": 88.5},"save/2":[]}}',
    '{"wallet":{"coins":0},"luck":1.50,"saves":{"save 1":{"hp": 1.0}}}',
    '{"wallet":{"coins":7}}',
  ]);
  expect(exported[0]?.registeredAt).toBe(Date.parse('2024-05-01T10:00:00.250Z'));
});

test('a line that repeats a player is refused in the words of the page, with status 3', async () => {
  const line = (id: string) => JSON.stringify({ id, level: 1 });
  writeFileSync(at('twice.jsonl'), ['ann', 'bob', 'bob'].map((id) => `${line(id)}\n`).join(''));
  const { status, stdout } = await run('twice.db', 'import', '--from', 'jsonl', at('twice.jsonl'));
  const [first = ''] = stdout.split('\n');
  expect(first.replaceAll(at('twice.jsonl'), 'players.jsonl')).toBe(refusal.trim());
  expect([status, sumsOf(stdout)]).toMatchObject([3, { read: 1, new: 1, refused: 1 }]);
  expect((await exportedFrom('twice.db', 'player')).map(({ playerId }) => playerId)).toEqual(['ann']);
});
