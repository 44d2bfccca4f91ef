// The page about Nakama, docs/migrating/nakama.md: its role, its settings, its map and its way back are run as they stand there.
import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { SQL } from 'bun';
import { paths } from '../../harness/api.ts';
import { manualClock } from '../../harness/clock.ts';
import { runCommand } from '../../harness/command.ts';
import { startService } from '../../harness/service.ts';
import { settingsOf } from '../../harness/sign-in-page.ts';
import { createNakama, schema, userId } from './tables.ts';
import { tokenOf } from './tokens.ts';

const page = readFileSync(join(import.meta.dir, '../../../docs/migrating/nakama.md'), 'utf8');
const blocksOf = (kind: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${kind}\\n(?<text>[\\s\\S]*?)\`\`\``, 'g'))].map(
    ({ groups }) => groups?.text ?? '',
  );
const [role = '', wayBack = ''] = blocksOf('sql');
const [recipe = '', settings = ''] = blocksOf('ini');
const [map = ''] = blocksOf('json');

const rows = `
  INSERT INTO users (id, username, display_name, wallet) VALUES
    ('${userId(1)}', 'a', 'Zoë', '{"gold": 5}'), ('${userId(2)}', 'b', NULL, '{}');
  INSERT INTO storage (user_id, collection, key, value, read, write) VALUES
    ('${userId(1)}', 'save', 'slot1', '{"level": 1.0}', 1, 0), ('${userId(1)}', 'save', 'slot2', '[0.10]', 2, 1),
    ('${userId(2)}', 'save', 'slot1', '{"level": 2}', 1, 1);`;

test('the settings are those of the recipe', () => {
  const { DATABASE_URL, NAKAMA_DATABASE_URL, JWT_SECRET, ...others } = parseEnv(settings);
  expect<object>({ JWT_SECRET: '', ...others }).toEqual(settingsOf('Nakama'));
  expect<object>(parseEnv(recipe)).toEqual(settingsOf('Nakama'));
  expect([DATABASE_URL, JWT_SECRET]).toEqual(['sqlite:./rehearsal.db', 'fixture-a-session-key-0123456789']);
  expect(NAKAMA_DATABASE_URL).toStartWith('postgres://playkeep_reader:a-long-password@');
});

test('a rehearsal, and the way back with every digit', async () => {
  const nakama = await createNakama(schema + rows);
  const reader = `reader_${crypto.randomUUID().slice(0, 8)}`;
  await nakama.run(role.replaceAll('playkeep_reader', reader));
  const url = new URL(nakama.url);
  [url.username, url.password] = [reader, 'a-long-password'];
  const { JWT_SECRET: key = '', ...sign } = parseEnv(settings);
  const clock = manualClock();
  const service = await startService({
    clock,
    environment: { JWT_SECRET: key, JWT_PLAYER_CLAIM: sign.JWT_PLAYER_CLAIM },
  });
  const environment = { ...service.database.environment, NAKAMA_DATABASE_URL: url.href };
  const at = (name: string) => join(service.database.directory, name);
  writeFileSync(at('nakama-map.json'), map);

  const importing = ['import', '--from', 'nakama', '--map', at('nakama-map.json')];
  const { status, stdout } = await runCommand([...importing, '--rules', at('rules.json')], environment);
  expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ read: 2, new: 2 })]);
  expect(JSON.parse(readFileSync(at('rules.json'), 'utf8'))).toMatchObject({
    '/wallet': { read: 'owner', write: 'server' },
  });
  const token = await tokenOf(userId(1), key, clock);
  const { text } = await service.call('GET', paths.metadata, { token });
  expect(text).toContain('"save":{"slot1":{"level": 1.0},"slot2":[0.10]}');
  expect(text).toContain('"wallet":{"gold": 5}');
  expect(text).toContain('"name":"Zoë"');

  const patch = [
    { op: 'replace', path: '/save/slot1/level', value: '@' },
    { op: 'add', path: '/save/slot3', value: [1] },
  ];
  const body = JSON.stringify(patch).replace('"@"', '9007199254740993.10');
  const headers = { 'Content-Type': 'application/json-patch+json' };
  expect((await service.call('PATCH', paths.metadata, { token, body, headers })).status).toBe(200);
  expect((await runCommand(['export', at('back.jsonl')], environment)).status).toBe(0);
  await goBack(nakama.url, readFileSync(at('back.jsonl'), 'utf8'));

  expect(await objectsOf(nakama.url)).toEqual([
    [userId(1), 'save', 'slot1', '{"level": 9007199254740993.10}', 1, 0],
    [userId(1), 'save', 'slot2', '[0.10]', 2, 1],
    [userId(1), 'save', 'slot3', '[1]', 1, 1],
    [userId(2), 'save', 'slot1', '{"level": 2}', 1, 1],
  ]);
  await service.stop();
  await nakama.run(`DROP OWNED BY ${reader}; DROP ROLE ${reader}`);
  await nakama.remove();
});

/** Runs the statements of the page. `\copy` is a command of psql, so the lines come in by a parameter here. */
async function goBack(url: string, exported: string): Promise<void> {
  const sql = new SQL(url, { max: 1, prepare: false });
  const [create = '', ...rest] = wayBack.split(/\\copy .*\n/);
  await sql.unsafe(create);
  await sql.unsafe('INSERT INTO exported SELECT unnest($1::text[])::jsonb', [
    sql.array(exported.trimEnd().split('\n'), 'TEXT'),
  ]);
  await sql.unsafe(rest.join(''));
  await sql.close();
}

async function objectsOf(url: string): Promise<unknown[]> {
  const sql = new SQL(url, { max: 1, prepare: false });
  const found = await sql.unsafe(
    'SELECT user_id::text AS id, collection, key, value::text AS value, read, write FROM storage ORDER BY user_id, collection, key',
  );
  await sql.close();
  return found.map((row: Record<string, unknown>) => Object.values(row));
}
