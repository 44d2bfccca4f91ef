// The page about Nakama, docs/migrating/nakama.md: its role, its settings, its map and its way back are run as they stand there.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { SQL } from 'bun';
import { SignJWT } from 'jose';
import { paths } from '../../../../harness/api.ts';
import { manualClock } from '../../../../harness/clock.ts';
import { runCommand } from '../../../../harness/command.ts';
import { type Service, startService } from '../../../../harness/service.ts';
import { settingsOf } from '../../../../harness/sign-in-page.ts';
import { blocksOf } from '../../../../import/page-blocks.ts';
import { createNakama, type NakamaDatabase, schema, userId } from './tables.ts';

const page = readFileSync(join(import.meta.dir, '../../../../../docs/migrating/nakama.md'), 'utf8');
const [role = '', unusual = '', gone = '', wayBack = ''] = blocksOf('migrating/nakama.md', 'sql');
const [recipe = '', settings = ''] = blocksOf('migrating/nakama.md', 'ini');
const [map = ''] = blocksOf('migrating/nakama.md', 'json');
/** The commands of the page, without `npx playkeep`. */
const commands = [...page.matchAll(/npx playkeep (?<command>(?:import|export|token|player) [^`)\n<]*)/g)].map(
  ({ groups }) => groups?.command ?? '',
);
const commandWith = (part: string): string => commands.find((command) => command.includes(part)) ?? '';

const rows = `
  INSERT INTO users (id, username, display_name, wallet) VALUES
    ('${userId(1)}', 'a', 'Zoë', '{"gold": 5}'), ('${userId(2)}', 'b', NULL, '{}'), ('${userId(3)}', 'c', NULL, '{}');
  INSERT INTO storage (user_id, collection, key, value, read, write) VALUES
    ('${userId(1)}', 'save', 'slot1', '{"level": 1.0}', 1, 0), ('${userId(1)}', 'save', 'slot2', '[0.10]', 2, 1),
    ('${userId(1)}', 'perm', 'r0w0', '1', 0, 0),
    ('${userId(2)}', 'save', 'slot1', '{"level": 2}', 1, 1), ('${userId(2)}', 'save', 'slot2', '1', 1, 1);`;

test('the settings are those of the recipe', () => {
  const { DATABASE_URL, NAKAMA_DATABASE_URL, JWT_SECRET, ...others } = parseEnv(settings);
  expect<object>({ JWT_SECRET: '', ...others }).toEqual(settingsOf('Nakama'));
  expect<object>(parseEnv(recipe)).toEqual(settingsOf('Nakama'));
  expect([DATABASE_URL, JWT_SECRET]).toEqual(['sqlite:./rehearsal.db', 'fixture-a-session-key-0123456789']);
  expect(NAKAMA_DATABASE_URL).toStartWith('postgres://playkeep_reader:a-long-password@');
});

const { JWT_SECRET: key = '', DATABASE_URL: _, NAKAMA_DATABASE_URL: __, ...sign } = parseEnv(settings);

describe('the page, from its first command to the last', () => {
  const clock = manualClock(Date.now());
  const reader = `reader_${crypto.randomUUID().slice(0, 8)}`;
  let nakama: NakamaDatabase;
  let service: Service;
  let environment: Record<string, string>;
  /** Nakama's database, by the role of the page. */
  let url: string;
  const at = (name: string) => join(service.database.directory, name);
  const read = (name: string) => readFileSync(at(name), 'utf8');
  const sumsOf = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');

  beforeAll(async () => {
    nakama = await createNakama(schema + rows);
    await nakama.run(role.replaceAll('playkeep_reader', reader));
    const asReader = new URL(nakama.url);
    [asReader.username, asReader.password] = [reader, 'a-long-password'];
    url = asReader.href;
    const signing = { ...sign, JWT_SECRET: key } as Record<string, string>;
    service = await startService({ clock, environment: signing });
    const { environment: database } = service.database;
    environment = { ...database, ...signing, NAKAMA_DATABASE_URL: url } as Record<string, string>;
    writeFileSync(at('nakama-map.json'), map);
  });
  afterAll(async () => {
    await service.stop();
    await nakama.run(`DROP OWNED BY ${reader}; DROP ROLE ${reader}`);
    await nakama.remove();
  });

  function run(command: string) {
    const files = command
      .trim()
      .split(/ +/)
      .map((part) => (/\.(?:json|jsonl)$/.test(part) ? at(part) : part));
    return runCommand(files, environment);
  }
  const now = () => clock.advance(Date.now() - clock.now());
  /** A token of the form that Nakama 3.40 issues. */
  const tokenOf = (user: string) => {
    const iat = Math.floor(clock.now() / 1_000);
    const own = { tid: crypto.randomUUID(), uid: user, usn: 'a', vrs: { build: '1' }, iat, exp: iat + 60 };
    return new SignJWT(own).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(key));
  };
  /** Tokens of the command line have the time of the system, before which they are not valid. */
  const tokenBy = async (command: string): Promise<string> => {
    const { stdout } = await run(command);
    now();
    return stdout.trim();
  };

  test('the notes say who closes a part, and values that come later stay private', async () => {
    expect(await selectFrom(url, unusual)).toEqual([
      ['perm', 'r0w0', 0, 0, '1', userId(1)],
      ['save', 'slot1', 1, 0, '1', userId(1)],
      ['save', 'slot2', 2, 1, '1', userId(1)],
    ]);
    const { status, stderr } = await run(commandWith('--rules rules.json --report report.jsonl'));
    expect(stderr).not.toContain('a-long-password');
    const { notes, ...sums } = sumsOf(read('report.jsonl'));
    expect([status, sums]).toEqual([0, expect.objectContaining({ read: 3, new: 3 })]);
    const ofSave = `such as /storage/save/slot1 of users ${userId(1)}`;
    expect(notes).toEqual([
      `the rule of /save lets the server alone write, for all players: values of 1 of 2 players ask for it, ${ofSave}`,
      expect.stringContaining('the rule of /perm lets the server alone write'),
      expect.stringContaining(
        'the rule of /wallet lets the server alone write, for all players: values of 3 of 3',
      ),
      expect.stringContaining('the server alone reads 1 values'),
    ]);
    expect(notes.at(-1)).toContain('not write: /storage/perm/r0w0;');
    const server = { write: 'server' };
    expect(JSON.parse(read('rules.json'))).toEqual({
      ...{ '': { read: 'owner' }, '/name': { read: 'any' }, '/save/slot2': { write: 'owner' } },
      ...{ '/perm': server, '/save': server, '/wallet': server },
    });
  });

  test('a new player saves once the rules are edited as the page says', async () => {
    const [, body = ''] = /-d '(?<body>.*)' http/.exec(page) ?? [];
    const save = { token: await tokenBy(commandWith('token a-new-player')), body };
    await service.restart({ METADATA_RULES: at('rules.json') });
    expect((await service.call('POST', paths.metadata, save)).body).toMatchObject({
      statusCode: 403,
      error: { message: 'Field not writable', detail: '/save' },
    });
    const rules = JSON.parse(read('rules.json'));
    delete rules['/save'].write;
    rules['/save/slot.old'] = { write: 'server' };
    writeFileSync(at('rules.json'), JSON.stringify(rules));
    await service.restart({ METADATA_RULES: at('rules.json') });
    const saved = await service.call('POST', paths.metadata, save);
    expect(saved.body).toMatchObject({ statusCode: 200, data: { playerId: 'a-new-player' } });
  });

  test('the token of the page opens its player, and an old one tells the reason', async () => {
    const token = await tokenBy(commandWith('token e2ce0817').replace(/e2ce\S+/, userId(1)));
    const own = await service.call('GET', paths.metadata, { token });
    expect(own.status).toBe(200);
    expect(own.text).toContain('"save":{"slot1":{"level": 1.0},"slot2":[0.10]}');
    expect(own.text).toContain('"wallet":{"gold": 5},"name":"Zoë"');
    // The new player has sequential id 4, and whatever the game makes later is its owner's.
    const other = await service.call('GET', `${paths.metadata}/4`, { token });
    expect(other.body.data.playerId).toBe('a-new-player');
    expect(other.body.data.metadata).toEqual({});
    const late = await tokenOf(userId(1));
    clock.advance(3_600_000);
    const expired = await service.call('GET', paths.metadata, { token: late });
    expect([expired.status, expired.headers.get('x-error-detail')]).toEqual([401, 'the token has expired']);
    now();
  });

  test('the second import of the day, and users whom Nakama deleted in between', async () => {
    await nakama.run(
      `DELETE FROM users WHERE id = '${userId(3)}';
       UPDATE storage SET value = '{"level": 3}' WHERE user_id = '${userId(2)}' AND key = 'slot1';`,
    );
    expect((await run(commandWith('--report before.jsonl'))).status).toBe(3);
    const day = await run(commandWith('--existing replace'));
    expect([day.status, sumsOf(read('day.jsonl'))]).toMatchObject([0, { read: 2, replaced: 1, present: 1 }]);
    expect((await run(commandWith('export here.jsonl'))).status).toBe(0);
    const strangers = await selectFrom(url, gone, read('here.jsonl'));
    expect(strangers.toSorted()).toEqual([[userId(3)], ['a-new-player']]);
    const erased = await run([commandWith('player erase'), ...strangers.flat()].join(' '));
    expect([erased.status, erased.stdout]).toEqual([0, expect.stringContaining(`${userId(3)} is erased`)]);
    expect((await run(commandWith('export here.jsonl'))).status).toBe(0);
    expect(await selectFrom(url, gone, read('here.jsonl'))).toEqual([]);
  });

  test('a later run leaves all players, and tells those alone who have changed at Nakama', async () => {
    const token = await tokenOf(userId(1));
    const changes = `[{"op":"replace","path":"/save/slot1/level","value":9007199254740993.10},
      {"op":"replace","path":"/save/slot2","value":[0.1]},{"op":"add","path":"/save/slot3","value":[1]}]`;
    const headers = { 'Content-Type': 'application/json-patch+json' };
    const patched = await service.call('PATCH', paths.metadata, { token, body: changes, headers });
    expect(patched.status).toBe(200);
    await nakama.run(
      `UPDATE storage SET value = '{"level": 4}' WHERE user_id = '${userId(2)}' AND key = 'slot1'`,
    );
    const later = await run('import --from nakama --map nakama-map.json');
    expect(commands).toContain('import --from nakama --map nakama-map.json');
    const [line = ''] = later.stdout.split('\n');
    expect([later.status, JSON.parse(line)]).toMatchObject([3, { type: 'left-out', playerId: userId(2) }]);
    expect(sumsOf(later.stdout)).toMatchObject({ read: 2, present: 1, kept: 1 });
  });

  test('the way back, with every digit', async () => {
    expect((await run(commandWith('export back.jsonl'))).status).toBe(0);
    await selectFrom(nakama.url, wayBack, read('back.jsonl'));
    const objects = 'SELECT user_id, collection, key, value::text, read, write FROM storage ORDER BY 1, 2, 3';
    expect(await selectFrom(nakama.url, objects)).toEqual([
      [userId(1), 'perm', 'r0w0', '1', 0, 0],
      [userId(1), 'save', 'slot1', '{"level": 9007199254740993.10}', 1, 0],
      [userId(1), 'save', 'slot2', '[0.1]', 2, 1],
      [userId(1), 'save', 'slot3', '[1]', 1, 1],
      [userId(2), 'save', 'slot1', '{"level": 3}', 1, 1],
      [userId(2), 'save', 'slot2', '1', 1, 1],
    ]);
  });
});

/** Runs the statements of a block. `\\copy` is a command of psql, so the lines come in by a parameter here. @returns the rows of the last one */
async function selectFrom(url: string, block: string, exported = ''): Promise<unknown[][]> {
  const sql = new SQL(url, { max: 1, prepare: false });
  const [before = '', table, last] = block.split(/\\copy (\w+) .*\n/);
  if (table !== undefined) {
    await sql.unsafe(before);
    await sql.unsafe(`INSERT INTO ${table} SELECT unnest($1::text[])::jsonb`, [
      sql.array(exported.trimEnd().split('\n'), 'TEXT'),
    ]);
  }
  const found = await sql.unsafe(last ?? before).values();
  await sql.close();
  return found;
}
