// The files of Nakama's console: each object with every digit, and clear refusals of bad files.
import { describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nakama } from '../../../../../src/import/nakama/index.ts';
import type { SourceReader, SourceValue, SourceWriter } from '../../../../../src/import/source.ts';
import { temporaryDirectory } from '../../../../harness/engines.ts';
import { collect, collectFiles } from '../../../../import/collected.ts';

const systemUser = '00000000-0000-0000-0000-000000000000';
const ann = '0af579b6-f82b-4d9e-93b9-688691531217';
const bob = 'db5a1d45-e9bb-4f16-a2f6-c7ba044c3bf9';

const readFiles = (files: Readonly<Record<string, string>>) => collectFiles(nakama, files);

const object = (user: string, key: string, value: string, rest = '') =>
  `{"collection":"save","key":"${key}","user_id":"${user}","value":${value}${rest}}`;
const stored = (
  key: string,
  text: string,
  read: SourceReader = 'owner',
  write: SourceWriter = 'owner',
): SourceValue => ({ path: ['storage', 'save', key], text, read, write });
const aboutUsers =
  'a storage file of the console holds no users: players come from their objects, without other ids, registration and suspension';
const aboutRounding =
  "Nakama's own import of JSON files rounds numbers; objects that came into Nakama by it were rounded before this import";

test('a JSON file gives each object to its player, with permissions and the very text', async () => {
  const both = ',"permission_read":1,"permission_write":1';
  const { items, notes } = await readFiles({
    'storage.json': `[${[
      object(ann, 'a', '{"n": 9007199254740993, "x":[0.10,1E5]}', both),
      object(bob, 'a', '"{\\"t\\": 1.0}"', ',"permission_read":2,"permission_write":0'),
      object(systemUser, 'a', '{}', both),
      object(ann, 'b/c~', '[]', ',"permission_read":0,"permission_write":"1"'),
      object(ann, 'c', '{}'),
    ].join(',\n')}]`,
  });
  expect(items).toEqual([
    {
      at: 'storage.json element 1',
      ids: { user: [ann] },
      values: [
        stored('a', '{"n": 9007199254740993, "x":[0.10,1E5]}'),
        stored('b/c~', '[]', 'server'),
        stored('c', '{}', 'server', 'server'),
      ],
    },
    {
      at: 'storage.json element 2',
      ids: { user: [bob] },
      values: [stored('a', '{"t": 1.0}', 'any', 'server')],
    },
  ]);
  const aboutSystem = '1 storage objects belong to the system user, who is no player, and are left out';
  expect(notes).toEqual([aboutSystem, aboutUsers, aboutRounding]);
});

test('a CSV file has its columns in any order', async () => {
  const { items, notes } = await readFiles({
    'storage.csv': `user_id,key,value,collection,permission_write,permission_read,version\n${ann},a,"{""n"": 1.50}",save,0,2,x\n${systemUser},a,{},save,1,1,x\n`,
  });
  expect(items).toEqual([
    { at: 'storage.csv line 2', ids: { user: [ann] }, values: [stored('a', '{"n": 1.50}', 'any', 'server')] },
  ]);
  expect(notes).toContain(aboutUsers);
  expect(notes).not.toContain(aboutRounding);
});

const account = (id: string, user: object, more: object, objects: readonly object[] = []) =>
  JSON.stringify({ account: { user: { id, ...user }, ...more }, objects, wallet_ledgers: [] });

test('a folder of account exports gives ids, times, suspensions and values', async () => {
  const names = { username: 'bob', display_name: '', steam_id: '765' };
  const bobs = { collection: 'save', key: 'a', user_id: bob, value: '{"x": 1.0}' };
  const { items, notes } = await readFiles({
    'b.json': account(
      bob,
      { ...names, create_time: '2026-11-23T05:17:47Z', metadata: '{"vip": 1.10}' },
      {
        ...{ wallet: '{"gold": 9007199254740993}', custom_id: 'acct:7', email: 'b@example.org' },
        ...{ devices: [{ id: 'd2', vars: {} }, { id: 'd1' }], disable_time: '2026-11-23T05:17:51Z' },
      },
      [{ ...bobs, permission_read: 1, permission_write: 1 }],
    ),
    'a.json': account(
      ann,
      { username: 'ann', create_time: null },
      { wallet: '{}', disable_time: '1970-01-01T00:00:00Z' },
    ),
    'c.json': account(systemUser, {}, {}),
    'notes.txt': 'not read',
  });
  const wallet = (text: string) => ({ path: ['wallet'], text, read: 'owner', write: 'server' }) as const;
  const username = (text: string) =>
    ({ path: ['profile', 'username'], text, read: 'any', write: 'owner' }) as const;
  const vip = { path: ['metadata'], text: '{"vip": 1.10}', read: 'any', write: 'server' } as const;
  expect(items).toEqual([
    {
      ...{ at: 'a.json', ids: { user: [ann], username: ['ann'] }, isSuspended: false },
      values: [wallet('{}'), username('"ann"')],
    },
    {
      at: 'b.json',
      ids: {
        ...{ user: [bob], username: ['bob'], custom: ['acct:7'], email: ['b@example.org'], steam: ['765'] },
        device: ['d2', 'd1'],
      },
      values: [stored('a', '{"x": 1.0}'), wallet('{"gold": 9007199254740993}'), vip, username('"bob"')],
      ...{ registeredAt: Date.parse('2026-11-23T05:17:47Z'), isSuspended: true },
    },
  ]);
  expect(notes).toEqual(['account exports have times in whole seconds']);
});

test('a wallet may be JSON as it is, and times may be in the form of SQL', async () => {
  const user = `"user":{"id":"${ann}","metadata":{"vip": 1.10},"create_time":"2026-01-31 12:00:00+00"}`;
  const { items } = await readFiles({
    'a.json': `{"account":{${user},"wallet":{"gold": 9007199254740993},"disable_time":"2026-02-01 12:00:00+00"}}`,
  });
  expect(items).toMatchObject([
    {
      values: [
        { path: ['wallet'], text: '{"gold": 9007199254740993}' },
        { path: ['metadata'], text: '{"vip": 1.10}' },
      ],
      registeredAt: Date.parse('2026-01-31T12:00:00Z'),
      isSuspended: true,
    },
  ]);
});

test.each([
  ['disable_time', {}, { disable_time: 'garbage' }],
  ['disable_time', {}, { disable_time: 1_769_860_800 }],
  ['disable_time', {}, { disable_time: '' }],
  ['create_time', { create_time: 'yesterday' }, {}],
])('an account whose %s cannot be read is refused, and the others come in', async (name, user, more) => {
  const { items, notes } = await readFiles({
    'a.json': account(ann, user, more),
    'b.json': account(bob, {}, {}),
  });
  expect(items).toMatchObject([
    { at: 'a.json', reason: `has a ${name} that is no time`, ofPlayer: { user: [ann] } },
    { at: 'b.json', ids: { user: [bob] } },
  ]);
  expect(notes).toEqual(['account exports have times in whole seconds']);
});

describe('bad files', () => {
  test('a bad object is refused, with the player to whom it belongs', async () => {
    const { items } = await readFiles({
      'storage.json': `[${[
        object(ann, 'a', '{}'),
        '{"user_id":1}',
        `{"user_id":"${ann}","key":"b","value":{}}`,
        object(bob, 'a', '{}'),
        object('c', 'a', '{}', ',"permission_read":-1'),
        object('d', 'a', '{}'),
        object('d', 'a', '{}'),
        '[]',
      ].join(',')}]`,
    });
    expect(items).toMatchObject([
      { at: 'storage.json element 2', reason: 'has no user_id' },
      { at: 'storage.json element 8', reason: 'is no object of storage' },
      { at: 'storage.json element 3', reason: 'has no collection' },
      { ids: { user: [bob] } },
      { at: 'storage.json element 5', reason: 'has a permission_read that is no digit' },
      { at: 'storage.json element 7', reason: expect.stringContaining('the path of storage.json element 6') },
    ]);
  });

  test('one user in two files is refused with both', async () => {
    const export_ = account(ann, { username: 'ann' }, {});
    const { items } = await readFiles({ 'a.json': export_, 'b.json': export_ });
    const reason = 'is of the same player as a.json; neither is taken';
    expect(items).toEqual([{ at: 'b.json', reason, ofPlayer: { user: [ann], username: ['ann'] } }]);
  });

  test.each([
    ['a folder without files', { 'a.txt': '', 'b.txt': '' }, 'holds no file .json or .csv'],
    ['a cut array', { 'a.json': `[${object(ann, 'a', '{}')},` }, 'a.json: ends early, after 1 whole'],
    ['another object', { 'a.json': '{"users":[]}' }, 'a.json: is no account export of Nakama: there is no'],
    ['an account that is cut', { 'a.json': '{"account":{' }, 'a.json: is no JSON at its end'],
    ['a bad object', { 'a.json': account(ann, {}, {}, [{}]) }, 'a.json: its object 1 has no user_id'],
    ['a bad device', { 'a.json': account(ann, {}, { devices: [1] }) }, 'a.json: its device 1 has no id'],
    [
      'another table',
      { 'a.csv': 'id,gold\n1,2\n' },
      'a.csv line 1: is no header of a storage file; there is no',
    ],
    ['a column twice', { 'a.csv': 'collection,key,user_id,value,key\n' }, 'two columns have one name'],
    ['an empty table', { 'a.csv': '' }, 'a.csv: is empty'],
  ])('%s is refused', async (_name, files, message) => {
    await expect(readFiles(files as Record<string, string>)).rejects.toThrow(message);
  });

  test('a path that is not there is refused', async () => {
    await expect(collect(nakama, '/none/storage.json')).rejects.toThrow(
      '/none/storage.json: there is no such file',
    );
  });
});

test('a link in a folder may lead out of it, and is refused', async () => {
  const { directory, remove } = temporaryDirectory();
  try {
    writeFileSync(join(directory, 'outside.csv'), 'collection,key,user_id,value\n');
    mkdirSync(join(directory, 'export'));
    symlinkSync('../outside.csv', join(directory, 'export', 'a.csv'));
    const reading = collect(nakama, join(directory, 'export'));
    await expect(reading).rejects.toThrow('a.csv: is no plain file, but a link or a device');
    // The argument itself may be a link: the operator chose it.
    const { items } = await collect(nakama, join(directory, 'export', 'a.csv'));
    expect(items).toEqual([]);
  } finally {
    remove();
  }
});
