// The sources of services through the command: data of PlayFab, Talo and Unity in a database, by the plain maps, twice, with path rules.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importMap } from '../../src/import/map.ts';
import { readyMap } from '../../src/import/read-map.ts';
import { sources } from '../../src/import/sources.ts';
import { manualClock } from '../harness/clock.ts';
import { runCommand } from '../harness/command.ts';
import { sqlite, type TestDatabase, temporaryDirectory } from '../harness/engines.ts';
import { openStoreOn } from '../harness/store.ts';
import { makeZip } from './files/made-zip.ts';
import { blocksOf } from './page-blocks.ts';
import { taloFiles } from './talo/export.ts';

let folder: string;
let remove: () => void;
let database: TestDatabase;
beforeEach(async () => {
  ({ directory: folder, remove } = temporaryDirectory());
  database = await sqlite.create();
});
afterEach(async () => {
  await database.remove();
  remove();
});

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

interface Imported {
  readonly status: number;
  readonly sums: Record<string, unknown>;
  readonly rules: unknown;
}

async function run(name: string): Promise<Imported> {
  const rules = join(folder, '..', `${name}-${crypto.randomUUID()}.json`);
  const argumentsOf = ['import', '--from', name, folder, '--rules', rules];
  const { status, stdout } = await runCommand(argumentsOf, database.environment);
  const lines = stdout.trimEnd().split('\n');
  return { status, sums: JSON.parse(lines.at(-1) ?? ''), rules: JSON.parse(readFileSync(rules, 'utf8')) };
}

async function playerOf(playerId: string) {
  const store = await openStoreOn(database.environment, manualClock());
  try {
    const sequentialId = await store.players.find(playerId);
    if (typeof sequentialId !== 'number') return undefined;
    const metadata = await store.metadata.find(sequentialId);
    return metadata?.text;
  } finally {
    await store.close();
  }
}

test('each source has a plain map that can be used', () => {
  for (const { plainMap } of sources) expect(() => readyMap(plainMap)).not.toThrow();
  expect(sources.map(({ name }) => name)).toEqual(expect.arrayContaining(['playfab', 'talo', 'unity']));
});

describe('the command brings in', () => {
  test('answers of PlayFab, without internal data, and writes path rules', async () => {
    const record = (value: string, permission: string) => ({ Value: value, Permission: permission });
    const answer = (request: string, data: object) =>
      JSON.stringify({
        request,
        PlayFabId: 'P1',
        answer: { code: 200, data: { PlayFabId: 'P1', Data: data } },
      });
    const lines = [
      answer('GetUserData', {
        save: record('{"gold":9007199254740993}', 'Private'),
        name: record('Ann', 'Public'),
      }),
      answer('GetUserReadOnlyData', { rank: record('7', 'Private') }),
      answer('GetUserInternalData', { secret: record('x', 'Private') }),
    ];
    put('answers.jsonl', lines.join('\n'));
    const { status, sums, rules } = await run('playfab');
    expect([status, sums.new, sums.valuesLeftOut, sums.valuesWithoutRule]).toEqual([0, 1, 1, 0]);
    expect(await playerOf('P1')).toBe(
      '{"data":{"save":{"gold":9007199254740993},"name":"Ann"},"readOnlyData":{"rank":"7"}}',
    );
    expect(rules).toEqual({
      '': { read: 'owner' },
      '/data/name': { read: 'any' },
      '/readOnlyData': { write: 'server' },
    });
    const again = await run('playfab');
    expect([again.status, again.sums.present, again.sums.new]).toEqual([0, 1, 0]);
  });

  test('an export of Talo', async () => {
    const files = taloFiles([
      {
        id: 't-1',
        props: [
          ['gold', '12'],
          ['save', '[1.0]'],
          ['META_OS', 'Linux'],
        ],
      },
    ]);
    put('export.zip', makeZip(Object.entries(files).map(([name, data]) => ({ name, data }))));
    const { status, sums } = await run('talo');
    expect([status, sums.new, sums.valuesLeftOut, sums.valuesWithoutRule]).toEqual([0, 1, 2, 0]);
    expect(await playerOf('t-1')).toBe('{"props":{"gold":"12","save":[1.0]}}');
    expect((await run('talo')).sums.present).toBe(1);
  });

  test('pages of Unity, and a player with a bad page makes the exit status 3', async () => {
    const item = (key: string, value: string) =>
      `{"key":"${key}","value":${value},"created":{"date":"2024-03-01T10:00:00Z"}}`;
    const page = (results: string) => `{"results":[${results}],"links":{"next":null}}`;
    const classes = (keys: object) =>
      JSON.stringify(Object.fromEntries(Object.entries(keys).map(([name, numKeys]) => [name, { numKeys }])));
    const ann = `{"id":"ANN","accessClasses":${classes({ default: 1, public: 1, private: 1 })}}`;
    put('players-1.json', page(`${ann},{"id":"BOB","accessClasses":${classes({ default: 2 })}}`));
    put('items/ANN/default-1.json', page(item('gold', '1.00')));
    put('items/ANN/public-1.json', page(item('name', '"A"')));
    put('items/ANN/private-1.json', page(item('secret', '1')));
    put('items/BOB/default-1.json', page(item('gold', '2')));
    const { status, sums, rules } = await run('unity');
    expect([status, sums.new, sums.refused, sums.valuesLeftOut]).toEqual([3, 1, 1, 1]);
    expect(await playerOf('ANN')).toBe('{"default":{"gold":1.00},"public":{"name":"A"}}');
    expect(await playerOf('BOB')).toBeUndefined();
    expect(rules).toEqual({ '': { read: 'owner' }, '/public': { read: 'any' } });
  });

  test('sessions of Talo behind its players, and leaves their metadata as it is', async () => {
    const [map = ''] = blocksOf('migrating/talo.md', 'json').slice(1);
    put(
      'data/export.zip',
      makeZip(
        Object.entries(taloFiles([{ id: 't-1', props: [['gold', '12']] }])).map(([name, data]) => ({
          name,
          data,
        })),
      ),
    );
    put('map.json', map);
    const session = (from: string, to: string) => ({
      startedAt: `2025-01-31 ${from}.123`,
      endedAt: `2025-01-31 ${to}.000`,
    });
    const sessions = [session('10:00:00', '11:00:00'), session('12:00:00', '12:30:00')];
    put('sessions.jsonl', JSON.stringify({ id: 't-1', sessions }));
    const first = await runCommand(['import', '--from', 'talo', join(folder, 'data')], database.environment);
    expect(first.status).toBe(0);
    const given = ['--map', join(folder, 'map.json'), '--existing', 'merge'];
    const second = await runCommand(
      ['import', '--from', 'jsonl', join(folder, 'sessions.jsonl'), ...given],
      database.environment,
    );
    expect([second.status, JSON.parse(second.stdout).sessions]).toEqual([0, 2]);
    expect(await playerOf('t-1')).toBe('{"props":{"gold":"12"}}');
  });
});

test('the maps of the page of Talo are some', () => {
  for (const map of blocksOf('migrating/talo.md', 'json'))
    expect(importMap.safeParse(JSON.parse(map)).error).toBeUndefined();
});
