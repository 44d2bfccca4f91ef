// An import accepts records that keep the rules of the service. It refuses others with file, line and reason.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { AUDIT_DETAIL_MAX_BYTES, SESSION_CONTEXT_MAX_BYTES } from '../../src/limits.ts';
import { manualClock } from '../harness/clock.ts';
import { runCommand } from '../harness/command.ts';
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
const active = {
  type: 'active-session',
  sequentialId: 1,
  sessionId,
  startedAt: 5,
  lastActivity: 7,
  context: null,
};
const ended = { ...active, type: 'ended-session', lastActivity: undefined, endedAt: 7, reason: 'stopped' };
const raw = (text: string) => Buffer.concat([Uint8Array.of(0), Buffer.from(text)]).toString('base64');
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
  content: raw('{"n":8}'),
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
  type: 'statistics',
  digest: '0'.repeat(64),
  zone: 'UTC',
  resetPosition: null,
  floorDay: null,
  floorUtcDay: null,
  droppedBefore: null,
};
const sums = { type: 'statistics-day', kind: 'totals', day: 20_000, sums: '1,z5,-2' };
const activeDays = { type: 'statistics-player', sequentialId: 7, days: '20000+2,1' };

const refused: readonly (readonly [what: string, lines: readonly Line[], why: string])[] = [
  ['a sequential id of 2^52', [{ ...player, sequentialId: 2 ** 52 }], 'sequentialId'],
  ['a sequential id of 0', [{ ...player, sequentialId: 0 }], 'sequentialId'],
  ['a version of 2^52', [{ ...player, metadataVersion: 2 ** 52 }], 'metadataVersion'],
  ['a player without a name', [{ ...player, playerId: '' }], 'playerId'],
  ['a player with a line break', [{ ...player, playerId: 'a\nb' }], 'playerId'],
  ['a player of 256 characters', [{ ...player, playerId: 'a'.repeat(256) }], 'playerId'],
  ['a player with half a character', [{ ...player, playerId: '\ud800' }], 'playerId'],
  ['metadata that is a list', [{ ...player, metadataText: '[1]' }], 'metadataText'],
  ['metadata that is no JSON', [{ ...player, metadataText: '{"a":01}' }], 'metadataText'],
  ['metadata with space before it', [{ ...player, metadataText: ' {}' }], 'metadataText'],
  ['metadata with a NUL', [{ ...player, metadataText: '{"a":"\u0000"}' }], 'metadataText'],
  ['metadata with half a character', [{ ...player, metadataText: '{"a":"\ud800"}' }], 'metadataText'],
  ['metadata that is nested too deep', [{ ...player, metadataText: nested(1_025) }], 'metadataText'],
  [
    'metadata past 16 MiB',
    [{ ...player, metadataText: `{"a":"${'x'.repeat(16 * 1024 * 1024)}"}` }],
    'metadataText',
  ],
  ['a context that is no object', [player, { ...active, context: '"x"' }], 'context'],
  [
    'a context that is too long',
    [player, { ...active, context: `{"a":"${'x'.repeat(SESSION_CONTEXT_MAX_BYTES)}"}` }],
    'context',
  ],
  ['a session that was active before it began', [player, { ...active, lastActivity: 4 }], 'lastActivity'],
  ['a session that ended before it began', [player, { ...ended, endedAt: 4 }], 'endedAt'],
  ['statistics of no time zone', [{ ...statistics, zone: 'Berlin' }], 'zone'],
  ['sums of an unknown kind', [{ ...sums, kind: 'x' }], 'kind'],
  ['sums that are no list of numbers', [{ ...sums, sums: '1,x' }], 'sums'],
  ['a floor of no numbers', [{ ...sums, kind: 'floor', sums: 'x' }], 'sums: is no list of numbers'],
  ['sums that end in zeros', [{ ...sums, sums: '1,' }], 'sums'],
  ['sums that are no table', [{ ...sums, kind: '/platform', sums: '1 "ios"' }], 'sums'],
  ['active days that are no ranges', [{ ...activeDays, days: '1++2' }], 'days'],
  ['a session of no version of UUID', [player, { ...active, sessionId: 'x' }], 'sessionId'],
  [
    'a version that cannot be decoded',
    [player, { ...version, content: Buffer.from([1, 2, 3]).toString('base64') }],
    'content',
  ],
  [
    'a version in an unknown form',
    [player, { ...version, content: Buffer.from([9, 2, 3]).toString('base64') }],
    'content',
  ],
  ['a version in no base64', [player, { ...version, content: '=' }], 'content'],
  ['a version of another size', [player, { ...version, sizeBytes: 6 }], 'sizeBytes'],
  ['a version that swells', [player, { ...version, content: swelling() }], 'content'],
  ['a version that is no object', [player, { ...version, content: raw('[1,2,3]') }], 'content'],
  [
    'a version that is no UTF-8',
    [
      player,
      { ...version, sizeBytes: 9, content: Buffer.from('\0{"n":"\xff"}', 'latin1').toString('base64') },
    ],
    'content',
  ],
  ['a version whose base is not there', [player, { ...version, baseVersion: 9 }], 'baseVersion'],
  ['a version whose base is older', [player, { ...version, baseVersion: 7 }], 'baseVersion'],
  ['a server key without a valid id', [{ ...player, writtenBy: 'server', keyId: 'x' }], 'keyId'],
  ['a key of a server where a player wrote', [{ ...player, keyId }], 'keyId'],
  ['a kept version with a key where a player wrote', [player, { ...version, keyId }], 'keyId'],
  ['a reason without a suspension', [{ ...player, suspensionReason: 'spam' }], 'suspensionReason'],
  [
    'a reason that cannot be stored',
    [{ ...player, suspendedUntil: 5, suspensionReason: '\0' }],
    'suspensionReason',
  ],
  [
    'a reason that is too long',
    [{ ...player, suspendedUntil: 5, suspensionReason: 'x'.repeat(1_001) }],
    'suspensionReason',
  ],
  ['a suspension past the year 9999', [{ ...player, suspendedUntil: 2 ** 53 }], 'suspendedUntil'],
  ['an entry of the audit with an unknown action', [{ ...entry, action: 'metadata.read' }], 'action'],
  ['an entry about a player without one', [{ ...entry, sequentialId: null }], 'sequentialId'],
  ['an entry about a key with a player', [{ ...entry, action: 'key.create' }], 'sequentialId'],
  ['an entry of no key', [{ ...entry, keyId: 'x' }], 'keyId'],
  ['an entry of a key without a name', [{ ...entry, keyName: '' }], 'keyName'],
  ['an entry of a request with a space', [{ ...entry, requestId: 'a b' }], 'requestId'],
  ['an entry whose detail is no object', [{ ...entry, detail: '[]' }], 'detail'],
  [
    'an entry whose detail is too long',
    [{ ...entry, detail: `{"a":"${'x'.repeat(AUDIT_DETAIL_MAX_BYTES)}"}` }],
    'detail',
  ],
  ['an entry that names a player', [{ ...entry, playerId: 'ann' }], 'playerId'],
  ['a line that is no UTF-8', [Uint8Array.of(0x7b, 0xff, 0x7d)], 'UTF-8'],
  ['a line with very many members', [colliding(100_000)], 'is no record of a Playkeep export'],
  ['a line that is nested', [`{"type":{"type":{}}}`], 'is no record of a Playkeep export'],
];

function swelling(): string {
  const packed = zstdCompressSync(Buffer.alloc(300 * 1024 * 1024, ' '));
  return Buffer.concat([Uint8Array.of(1), packed]).toString('base64');
}

let database: TestDatabase;
let file: string;
const remove = () => database.remove();

async function createOn(engine: TestEngine): Promise<void> {
  database = await engine.create();
  file = join(database.directory, 'lines.jsonl');
}
const importFile = () => runCommand(['import', file], database.environment);
const importLines = (...lines: readonly Line[]) => {
  writeFileSync(file, Buffer.concat(lines.flatMap((line) => [bytesOf(line), Buffer.from('\n')])));
  return importFile();
};
const end = (records: number) => ({ type: 'end', records });

for (const engine of engines) {
  describe(`import into ${engine.name}`, () => {
    beforeEach(() => createOn(engine));
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
      const lines = [header, player, version, active, { ...ended, sessionId: sessionId.replace('03', '04') }];
      expect((await importLines(...lines, end(4))).stdout).toContain(
        '4 new, 0 already there, 0 left as they are',
      );
      expect((await importLines(...lines, end(4))).stdout).toContain(
        '0 new, 4 already there, 0 left as they are',
      );
      const store = await openStoreOn(database.environment, manualClock());
      await store.metadata.save(1, '{"gone":"on"}');
      await store.sessions.end(1, 'stopped');
      expect((await importLines(...lines.slice(0, 2), bob, ...lines.slice(2), end(5))).stdout).toContain(
        '1 new, 2 already there, 2 left as they are',
      );
      expect((await store.metadata.find(1))?.text).toBe('{"gone":"on"}');
      await store.players.erase('bob');
      expect((await importLines(header, bob, end(1))).stdout).toContain(
        '0 new, 0 already there, 1 left as they are',
      );
      await store.close();
    });
  });
}

describe('an import, on its way to either engine,', () => {
  beforeEach(() => createOn(sqlite));
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
    const startedAt = performance.now();
    const { status, stderr } = await importLines(header, { ...player, metadataText: text }, end(1));
    expect([status, stderr]).toEqual([0, '']);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  }, 180_000);
});

describe('an import refuses, with its file and line and a reason,', () => {
  // They share a database: the lines before a refused one are the header and a player, who may be there already.
  beforeAll(() => createOn(sqlite));
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

  test.each(refused)(
    '%s',
    async (_, lines, why) => {
      const startedAt = performance.now();
      const { status, stderr } = await importLines(header, ...lines);
      expect(status).toBe(1);
      expect(stderr).toStartWith(`playkeep: ${file}: line ${lines.length + 1}: `);
      expect(stderr).toContain(why);
      expect(stderr.length).toBeLessThan(400);
      expect(performance.now() - startedAt).toBeLessThan(8_000);
    },
    90_000,
  );
});
