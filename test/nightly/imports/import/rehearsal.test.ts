// The commands of docs/migrating.md as they stand there: the rehearsal, the day and the way back, with a table of JSON Lines.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTable } from '../../../harness/csv.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';

const root = join(import.meta.dir, '../../../..');
const page = readFileSync(join(root, 'docs/migrating.md'), 'utf8');
const [, rehearsal = ''] = /^## A rehearsal$[\s\S]*?^```sh\n([\s\S]*?)^```/m.exec(page) ?? [];
const sectionOf = (title: string): string =>
  new RegExp(`^## ${title}$[\\s\\S]*?(?=^## |$(?![\\s\\S]))`, 'm').exec(page)?.[0] ?? '';
const commands = rehearsal.split('\n').filter((line) => line !== '' && !line.endsWith(' serve'));

const save = '{ "gold":12345678901234567890.10 }';
const players = (level: string): string =>
  [`{"id":"ann","level":${level},"save":${save}}`, '{"id":"bob","level":2}', '{"id":"cid"}', ''].join('\n');

test('a rehearsal, the day and the way back', async () => {
  using files = temporaryDirectory();
  const at = (name: string): string => join(files.directory, name);
  const read = (name: string): string => readFileSync(at(name), 'utf8');
  const program = `npx() { shift; "$BUN" --no-env-file "${join(root, 'src/main.ts')}" "$@"; }`;
  const shell = async (...lines: readonly string[]) => {
    const script = [program, ...lines]
      .join('\n')
      .replaceAll('NAME', 'jsonl')
      .replaceAll('SOURCE', 'players.jsonl');
    const child = Bun.spawn(['sh', '-euc', script], {
      cwd: files.directory,
      env: { PATH: process.env.PATH, BUN: process.execPath, DATABASE_URL: 'sqlite:./rehearsal.db' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { output, errors, status: await child.exited };
  };

  expect(commands.length).toBe(6);
  writeFileSync(at('players.jsonl'), players('1.0'));
  const rehearsed = await shell(...commands);
  expect([rehearsed.status, rehearsed.output]).toEqual([
    0,
    expect.stringContaining('nothing is wrong: 3 players'),
  ]);
  expect(JSON.parse(read('map.json')).player).toEqual(['{id}']);
  expect(existsSync(at('rules.json'))).toBe(true);
  const sumsOf = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');
  expect(sumsOf(read('report.jsonl'))).toMatchObject({ read: 3, new: 3, refused: 0, valuesWithoutRule: 0 });

  writeFileSync(at('players.jsonl'), players('1.50'));
  const ofDay = [...sectionOf('The day').matchAll(/^ *\$ (?<command>npx playkeep .*)$/gm)].map(
    ({ groups }) => groups?.command ?? '',
  );
  expect(ofDay).toHaveLength(2);
  // The rehearsal was an import before, so the first one tells the player who has changed since.
  expect((await shell(ofDay[0] ?? '')).status).toBe(3);
  const day = await shell(ofDay[1] ?? '');
  expect([day.status, sumsOf(read('day.jsonl'))]).toEqual([
    0,
    expect.objectContaining({ replaced: 1, present: 2, kept: 0, refused: 0 }),
  ]);

  const back = [...sectionOf('The way back').matchAll(/`(?<command>npx playkeep export [^`]*)`/g)].map(
    ({ groups }) => groups?.command ?? '',
  );
  expect(back).toHaveLength(2);
  const exported = await shell(...back);
  expect([exported.status, exported.errors]).toEqual([0, '']);
  const document = `{"level":1.50,"save":${save}}`;
  expect(read('back.jsonl')).toContain(JSON.stringify(document));
  expect(readTable(read('tables/players.csv')).map(({ playerId, metadata }) => [playerId, metadata])).toEqual(
    [
      [{ quoted: 'ann' }, { quoted: document }],
      [{ quoted: 'bob' }, { quoted: '{"level":2}' }],
      [{ quoted: 'cid' }, null],
    ],
  );
}, 60_000);
