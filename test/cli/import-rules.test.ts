// An import accepts records that keep the rules of the service. It refuses others with file, line and reason.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { AUDIT_DETAIL_MAX_BYTES, SESSION_CONTEXT_MAX_BYTES } from '../../src/limits.ts';
import { manualClock } from '../harness/clock.ts';
import { runCommand } from '../harness/command.ts';
import { cpuMilliseconds } from '../harness/cpu-time.ts';
import { engines, sqlite, type TestDatabase, type TestEngine } from '../harness/engines.ts';
import { openStoreOn } from '../harness/store.ts';

const sessionId = '01a1fb57-a392-71cf-b279-7fe125c02a03';
const header = { type: 'playkeep-export', version: 3, lastSequentialId: 5 };
const player = {
  type: 'player',
  sequentialId: 1,
  playerId: 'ann',
  registeredAt: 1,
  metadataVersion: 9,
  metadataText: '{"n":1}',
  writtenAt: 1,
  writtenBy: 'player',
  sessionId: null,
  keptAt: 1,
  keyId: null,
  suspendedUntil: null,
  suspensionReason: null,
  lastSeenAt: null,
};
const keyId = '01a1fb57-a392-71cf-b279-7fe125c02aaa';
const entry = {
  type: 'audit-entry',
  auditId: '01a1fb57-a392-71cf-b279-7fe125c02b01',
  at: 3,
  keyId,
  keyName: 'backend',
  action: 'metadata.set',
  sequentialId: 1,
  detail: '{"version":9}',
  requestId: 'r-1',
};
const session = { type: 'active-session', sequentialId: 1, sessionId, startedAt: 5, context: null };
const active = { ...session, lastActivity: 7 };
const ended = { ...session, type: 'ended-session', endedAt: 7, reason: 'stopped' };
const version = {
  type: 'metadata-version',
  sequentialId: 1,
  version: 8,
  writtenAt: 1,
  sessionId: null,
  by: 'player',
  keptAt: manualClock().now() - 1_000,
  milestone: false,
  sizeBytes: 7,
  baseVersion: null,
  content: Buffer.from('\0{"n":8}').toString('base64'),
};
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
/** With these eight characters before its last eight, all keys have the same JavaScriptCore hash. */
const mark = Buffer.from([0xc9, 0xac, 0x2e, 0x96, 0x93, 0x4b, 0xb8, 0x8b]).toString('latin1');
const colliding = (count: number) =>
  `{${Array.from({ length: count }, (_, n) => `"x${mark}${n.toString(16).padStart(8, '0')}":0`).join()}}`;

type Line = object | string | Uint8Array;
const bytesOf = (line: Line) =>
  line instanceof Uint8Array ? line : Buffer.from(typeof line === 'string' ? line : JSON.stringify(line));

const statistics = {
  ...{ type: 'statistics', digest: '0'.repeat(64), zone: 'UTC', resetPosition: null },
  ...{ floorDay: null, floorUtcDay: null, droppedBefore: null },
};
const sums = { type: 'statistics-day', kind: 'totals', day: 20_000, sums: '1,z5,-2' };
const activeDays = { type: 'statistics-player', sequentialId: 7, days: '20000+2,1' };
const base64 = (text: string | Uint8Array) => Buffer.from(text as string, 'latin1').toString('base64');
const longObject = (length: number) => `{"a":"${'x'.repeat(length)}"}`;
const swelling = Buffer.concat([Uint8Array.of(1), zstdCompressSync(Buffer.alloc(300 * 1024 * 1024, ' '))]);

type Row = { readonly type: string } & Readonly<Record<string, unknown>>;
/** Values that a member of a record must not have. */
const refused: readonly (readonly [of: Row, member: string, values: readonly unknown[]])[] = [
  [player, 'sequentialId', [2 ** 52, 0]],
  [player, 'metadataVersion', [2 ** 52]],
  [player, 'playerId', ['', 'a\nb', 'a'.repeat(256), '\ud800']],
  [player, 'metadataText', ['[1]', '{"a":01}', ' {}', '{"a":"\u0000"}', '{"a":"\ud800"}']],
  [player, 'metadataText', [nested(1_025), longObject(16 * 1024 * 1024)]],
  [player, 'keyId', [keyId]],
  [{ ...player, writtenBy: 'server' }, 'keyId', ['x']],
  [player, 'suspensionReason', ['spam']],
  [{ ...player, suspendedUntil: 5 }, 'suspensionReason', ['\0', 'x'.repeat(1_001)]],
  [player, 'suspendedUntil', [2 ** 53]],
  [active, 'context', ['"x"', longObject(SESSION_CONTEXT_MAX_BYTES)]],
  [active, 'lastActivity', [4]],
  [active, 'sessionId', ['x']],
  [ended, 'endedAt', [4]],
  [statistics, 'zone', ['Berlin']],
  [sums, 'kind', ['x']],
  [sums, 'sums', ['1,x', '1,']],
  [{ ...sums, kind: 'floor' }, 'sums', ['x']],
  [{ ...sums, kind: '/platform' }, 'sums', ['1 "ios"']],
  [activeDays, 'days', ['1++2']],
  // Bytes that cannot be decoded, of an unknown form, and that swell; no object.
  [version, 'content', [...['\x01\x02\x03', '\x09\x02\x03', '\0[1,2,3]', swelling].map(base64), '=']],
  [{ ...version, sizeBytes: 9 }, 'content', [base64('\0{"n":"\xff"}')]],
  [version, 'sizeBytes', [6]],
  [version, 'baseVersion', [9, 7]],
  [version, 'keyId', [keyId]],
  [entry, 'action', ['metadata.read']],
  [entry, 'sequentialId', [null]],
  [{ ...entry, action: 'key.create' }, 'sequentialId', [1]],
  [entry, 'keyId', ['x']],
  [entry, 'keyName', ['']],
  [entry, 'requestId', ['a b']],
  [entry, 'detail', ['[]', longObject(AUDIT_DETAIL_MAX_BYTES)]],
  [entry, 'playerId', ['ann']],
];
const noRecord = 'is no record of a Playkeep export';
const cases = [
  ...refused.flatMap(([record, member, values]) =>
    values.map((value) => {
      const what = `a ${record.type} whose ${member} is ${JSON.stringify(value).slice(0, 40)}`;
      return [what, { ...record, [member]: value }, member] as const;
    }),
  ),
  ['a line that is no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), 'UTF-8'],
  ['a line with very many members', colliding(100_000), noRecord],
  ['a line that is nested', '{"type":{"type":{}}}', noRecord],
] as const;

let database: TestDatabase;
let file: string;
const remove = () => database.remove();
const createOn = (engine: TestEngine) => async () => {
  database = await engine.create();
  file = join(database.directory, 'lines.jsonl');
};
const importFile = () => runCommand(['import', file], database.environment);
const importLines = (...lines: readonly Line[]) => {
  writeFileSync(file, Buffer.concat(lines.flatMap((line) => [bytesOf(line), Buffer.from('\n')])));
  return importFile();
};
const end = (records: number) => ({ type: 'end', records });

describe.each(engines)('import into $name', (engine) => {
  beforeEach(createOn(engine));
  afterEach(remove);

  test('imports everything that the service can hold, at its bounds', async () => {
    const name = '🎮'.repeat(255);
    const big = { ...player, sequentialId: 2 ** 52 - 1, playerId: name, metadataText: nested(1_024) };
    const context = `{"a":"${'x'.repeat(SESSION_CONTEXT_MAX_BYTES - 8)}"}`;
    const served = { writtenBy: 'server', keyId: 'environment', suspendedUntil: 253_402_300_799_999 };
    const detail = `{"a":"${'x'.repeat(AUDIT_DETAIL_MAX_BYTES - 8)}"}`;
    const records = [
      { ...player, playerId: ' ', ...served, suspensionReason: '' },
      big,
      { ...version, by: 'server', keyId },
      { ...active, lastActivity: 5, context },
      { ...ended, sessionId: sessionId.replace('03', '04'), endedAt: 5 },
      { ...entry, detail },
      { ...entry, action: 'player.erase', sequentialId: 77, detail: null, keyId: null, requestId: null },
      { ...entry, action: 'key.create', sequentialId: null, keyId: 'environment' },
    ];
    const { status, stdout, stderr } = await importLines(header, ...records, end(records.length));
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`${records.length} records imported`);
    expect(stdout).toContain(`${records.length} new, 0 already there, 0 left as they are`);
    const store = await openStoreOn(database.environment, manualClock());
    expect(await store.versions.find(1, 8)).toMatchObject({ text: '{"n":8}', by: 'server', keyId });
    const { entries } = await store.audit.list({ sequentialId: 77 }, 10);
    expect(entries).toMatchObject([{ action: 'player.erase', keyId: null, keyName: 'backend', at: 3 }]);
    await store.close();
  });

  test('reports how many records were new, already there, and left as they are', async () => {
    const bob = { ...player, sequentialId: 2, playerId: 'bob' };
    const outcome = async (...given: readonly Line[]) =>
      / (\d+ new, \d+ already there, \d+ left) as they are/.exec((await importLines(...given)).stdout)?.[1];
    const lines = [header, player, version, active, { ...ended, sessionId: sessionId.replace('03', '04') }];
    expect(await outcome(...lines, end(4))).toBe('4 new, 0 already there, 0 left');
    expect(await outcome(...lines, end(4))).toBe('0 new, 4 already there, 0 left');
    const store = await openStoreOn(database.environment, manualClock());
    await store.metadata.save(1, '{"gone":"on"}');
    await store.sessions.end(1, 'stopped');
    const more = [...lines.slice(0, 2), bob, ...lines.slice(2), end(5)];
    expect(await outcome(...more)).toBe('1 new, 2 already there, 2 left');
    expect((await store.metadata.find(1))?.text).toBe('{"gone":"on"}');
    await store.players.erase('bob');
    expect(await outcome(header, bob, end(1))).toBe('0 new, 0 already there, 1 left');
    await store.close();
  });
});

describe('an import, on its way to either engine,', () => {
  beforeEach(createOn(sqlite));
  afterEach(remove);

  test('refuses a compressed file, and says how to import it', async () => {
    writeFileSync(file, gzipSync(JSON.stringify(header)));
    const { status, stderr } = await importFile();
    expect([status, stderr]).toEqual([
      1,
      `playkeep: ${file}: is compressed with gzip; hand it over by gunzip -c FILE | npx playkeep import\n`,
    ]);
  });

  test('reports a line that is too long, whatever its length', async () => {
    writeFileSync(file, Buffer.alloc(140 * 1024 * 1024, 'x'));
    const { status, stderr } = await importFile();
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${file}: line 1: is longer than`)]);
  }, 90_000);

  test('reads a line in linear time, whatever its keys', async () => {
    const text = colliding(40_000);
    const startedAt = cpuMilliseconds();
    const { status, stderr } = await importLines(header, { ...player, metadataText: text }, end(1));
    expect([status, stderr]).toEqual([0, '']);
    expect(cpuMilliseconds() - startedAt).toBeLessThan(5_000);
  }, 180_000);
});

describe('an import refuses, with its file and line and a reason,', () => {
  // They share a database: the lines before a refused one are the header and a player, who may be there already.
  beforeAll(createOn(sqlite));
  afterAll(remove);

  test.each(['{"id":1,"save":{}}', '{"id":1,"level":2}', 'id,level'])(
    'a file without a header, and names the flag for other files: %s',
    async (line) => {
      const { status, stderr } = await importLines(Buffer.from(line));
      expect(status).toBe(1);
      expect(stderr).toStartWith(`playkeep: ${file}: line 1: is no record of a Playkeep export: `);
      expect(stderr).toEndWith('; for a file of another service, or of your own, name its kind by --from\n');
    },
  );

  test.each(cases)(
    '%s',
    async (_, line, why) => {
      const startedAt = cpuMilliseconds();
      const { status, stderr } = await importLines(header, player, line);
      expect([status, stderr]).toEqual([1, expect.stringContaining(why)]);
      expect(stderr).toStartWith(`playkeep: ${file}: line 3: `);
      expect(stderr.length).toBeLessThan(400);
      expect(cpuMilliseconds() - startedAt).toBeLessThan(8_000);
    },
    90_000,
  );
});
