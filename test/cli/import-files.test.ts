// The files that `playkeep import --from` names: the map, and those that it writes, which are checked before a player comes in.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../harness/command.ts';
import { sqlite, type TestDatabase } from '../harness/engines.ts';
import { plainMap, playerOf } from '../harness/imports.ts';
import { linesOf, players, run } from './import-command.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await sqlite.create();
});
afterEach(() => database.remove());
const file = (name: string, text?: string | Uint8Array): string => {
  const path = join(database.directory, name);
  if (text !== undefined) writeFileSync(path, text);
  return path;
};

test('refuses a file that it cannot write before the first player comes in', async () => {
  const folder = file('none');
  for (const name of ['report', 'rules'] as const) {
    const nowhere = await run([playerOf('new')], database, { [name]: join(folder, 'x') });
    const message = `--${name} ${join(folder, 'x')}: there is no folder ${folder}`;
    expect([nowhere.status, nowhere.stderr]).toEqual([2, expect.stringContaining(message)]);
    const onFolder = await run([playerOf('new')], database, { [name]: database.directory });
    expect([onFolder.status, onFolder.stderr]).toEqual([2, expect.stringContaining('is a folder')]);
  }
  expect((await run([playerOf('new')], database)).stdout).toContain('"new":1');
});

test('never writes over a file that it reads, by whatever name', async () => {
  const source = file('players.jsonl', 'the players');
  const map = file('map.json', JSON.stringify(plainMap));
  const link = file('link');
  symlinkSync(map, link);
  const of = database.environment.DATABASE_URL?.replace('sqlite:', '') ?? '';
  const cases = [
    [{ source, report: source }, 'would replace SOURCE'],
    [{ source, rules: join(database.directory, '.', 'players.jsonl') }, 'would replace SOURCE'],
    [{ map, rules: map }, 'would replace --map'],
    [{ map, report: link }, 'would replace --map'],
    [{ report: file('one'), rules: file('one') }, 'would replace --report'],
    [{ report: of }, 'would replace the database'],
    [{ rules: `${of}-wal` }, 'would replace the database'],
    [{ source: database.directory, report: file('report.jsonl') }, 'lies in the folder that is read'],
  ] as const;
  await run([], database);
  for (const [given, message] of cases) {
    const { status, stdout, stderr } = await run(players, database, given);
    expect([given, status, stdout, stderr]).toEqual([
      given,
      2,
      '',
      expect.stringContaining(message),
    ] as never);
  }
  expect(readFileSync(source, 'utf8')).toBe('the players');
  expect(JSON.parse(readFileSync(map, 'utf8'))).toEqual(JSON.parse(JSON.stringify(plainMap)));
  const beside = { source, report: '/dev/null', rules: '/dev/null' };
  expect((await run(players, database, beside)).stdout).toContain('3 new');
});

test('replaces by a report nothing but an earlier report', async () => {
  for (const text of [
    'TOKEN_SECRET=x\n',
    '{"type":"object"}',
    '{"type":"playkeep-export","version":3}\n',
    ' ',
  ]) {
    const other = file('other', text);
    const { status, stdout, stderr } = await run(players, database, { report: other });
    expect([text, status, stdout, stderr]).toEqual([
      text,
      2,
      '',
      `UsageError: --report ${other}: there is a file already that is no report of an import, and it is not replaced; name another file\n`,
    ]);
    expect(readFileSync(other, 'utf8')).toBe(text);
  }
  const torn = { at: 'row 1', reason: 'is torn' };
  const odd = playerOf('odd', { a: '1' }, { registeredAt: -1 });
  const report = file('report', '');
  const firsts: string[] = [];
  for (const items of [
    players,
    [torn, playerOf('ann', { a: '2' })],
    [odd],
    [playerOf('ann', { a: '2' })],
    players,
  ]) {
    expect((await run(items, database, { report })).stdout).toContain('players read');
    firsts.push(linesOf(readFileSync(report, 'utf8'))[0].type);
  }
  expect(firsts).toEqual(['sums', 'refused', 'part-refused', 'left-out', 'sums']);
});

test('leaves a file of rules as it is that somebody has edited, and says so', async () => {
  const rules = file('rules.json');
  const closed = playerOf('x', {}, { values: [{ path: ['a'], text: '1', read: 'owner', write: 'server' }] });
  expect((await run([closed], database, { rules })).status).toBe(0);
  const written = readFileSync(rules, 'utf8');
  const same = await run([closed], database, { rules });
  expect([same.status, same.stderr]).toEqual([0, expect.not.stringContaining('--rules')]);
  writeFileSync(rules, '{}');
  for (const dryRun of [true, undefined]) {
    const edited = await run([closed, playerOf(`new ${dryRun}`)], database, {
      rules,
      ...(dryRun && { dryRun }),
    });
    expect([edited.status, edited.stderr]).toEqual([
      3,
      expect.stringContaining(`--rules ${rules}: there is a file already that differs`),
    ]);
    expect(linesOf(edited.stdout)[0]).toMatchObject({ complete: true, new: 1, present: 1 });
  }
  expect(readFileSync(rules, 'utf8')).toBe('{}');
  const beside = file('rules-of-now.json');
  expect((await run([closed], database, { rules: beside })).status).toBe(0);
  expect(readFileSync(beside, 'utf8')).toBe(written);
});

test('takes a map from a file, and names each mistake of one', async () => {
  const map = file(
    'map.json',
    JSON.stringify({ player: ['x:{user}'], values: [{ from: '/a', to: '/deep/{b}' }] }),
  );
  const wrong = await run(players, database, { map });
  expect([wrong.status, wrong.stderr]).toEqual([
    2,
    expect.stringContaining(`${map}: values: to "/deep/{b}" has {b}`),
  ]);
  const mistakes = [
    ['{', 'is no JSON'],
    [Buffer.from('{"player":["\xff"]}', 'latin1'), 'is no UTF-8'],
    [Buffer.from('\ufeff{}', 'utf16le'), 'is UTF-16; turn it into UTF-8'],
    ['{"player":[],"values":[]}', 'player Too small'],
    ['{"player":["x"],"values":[]}', 'player: "x" names no id'],
    ['{"player":["{user}}"],"values":[]}', 'has a brace that encloses no kind of id'],
    ['{"player":["{user}"],"values":[{"from":"a","to":"/a"}]}', 'from "a" is no JSON Pointer'],
    ['{"player":["{user}"],"values":[{"from":"/{a}/{a}","to":"/a"}]}', 'has {a} twice'],
    ['{"player":["{user}"],"values":[{"from":"/a"}]}', 'values.0 is no rule: it has "from", and either "to"'],
    [
      '{"player":["{user}"],"values":[{"from":"/a","to":"/a","leaveOut":true}]}',
      'values.0 is no rule: it has "from", and either "to"',
    ],
    [
      '{"player":["{user}"],"values":[{"from":"/{v}","to":"/save_{v}"}]}',
      'to "/save_{v}" has {v} within a token',
    ],
    ['{"player":["{user}"],"values":[],"more":1}', 'Unrecognized key'],
  ] as const;
  for (const [text, message] of mistakes) {
    const { status, stderr } = await run(players, database, { map: file('map.json', text) });
    expect([text, status, stderr]).toEqual([text, 2, expect.stringContaining(message)]);
  }
  const none = await run(players, database, { map: file('nope.json') });
  expect([none.status, none.stderr]).toEqual([
    2,
    `UsageError: ${file('nope.json')}: there is no such file\n`,
  ]);
  const right = {
    player: ['x:{none}', 'x:{user}'],
    values: [
      { from: '/a', to: '/deep/a' },
      { from: '/b', leaveOut: true },
    ],
  };
  // Editors of Windows put a byte order mark in front.
  const marked = file('map.json', `\ufeff${JSON.stringify(right)}`);
  const taken = await run(players, database, { map: marked });
  expect([taken.status, taken.stderr]).toEqual([0, expect.not.stringContaining('plain map')]);
  expect(linesOf(taken.stdout)[0]).toMatchObject({ new: 3, valuesLeftOut: 1, valuesWithoutRule: 0 });
  expect((await runCommand(['export'], database.environment)).stdout).toContain(
    '"metadataText":"{\\"deep\\":{\\"a\\":1.0}}"',
  );
});
