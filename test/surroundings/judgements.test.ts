// The judgements of the doctor about its surroundings, one for each finding: facts that a test cannot provoke are given.
import { describe, expect, test } from 'bun:test';
import type { StatsFs } from 'node:fs';
import { judgeServer, type OwnFacts, type ServerFacts } from '../../src/store/postgres/server-facts.ts';
import { lookAtDisk, lookAtOpenFiles } from '../../src/surroundings/machine.ts';
import { lookAtSettings } from '../../src/surroundings/settings.ts';
import { testConfig } from '../harness/service.ts';

const gibibyte = 2 ** 30;
const sound: ServerFacts = {
  ...{ version: 180_004, versionName: '18.4', schema: 14, databaseBytes: 40 * gibibyte },
  ...{ fsync: 'on', synchronousCommit: 'on', fullPageWrites: 'on', maxWalBytes: 4 * gibibyte },
  ...{ sharedBufferBytes: 4 * gibibyte, maxConnections: 100, reservedConnections: 3, ownConnections: 20 },
  ...{ isEncrypted: true, skewMilliseconds: 3, dataDirectory: undefined },
};
const own: OwnFacts = {
  ...{ oldestSchema: 12, newestSchema: 14, poolSize: 8, isLocal: true, verifiesServer: true },
  memoryBytes: 16 * gibibyte,
};

const findings = (facts: Partial<ServerFacts>, side: Partial<OwnFacts> = {}): string[] =>
  judgeServer({ ...sound, ...facts }, { ...own, ...side }).flatMap(({ about, words, isFinding }) =>
    isFinding ? [`${about}: ${words}`] : [],
  );

describe('a database server', () => {
  test('that is sound has no finding, here and on another machine', () => {
    expect(findings({})).toEqual([]);
    expect(findings({ sharedBufferBytes: 128 * 2 ** 20 }, { isLocal: false })).toEqual([]);
    expect(findings({ sharedBufferBytes: 128 * 2 ** 20, databaseBytes: 2 ** 20 })).toEqual([]);
  });

  const far = { isLocal: false };
  const small = { sharedBufferBytes: 128 * 2 ** 20 };
  test.each<[expected: string, facts: Partial<ServerFacts>, side: Partial<OwnFacts>]>([
    ['PostgreSQL: 13.20 gets no fixes any more; upgrade', { version: 130_020, versionName: '13.20' }, {}],
    ['schema: 12 is behind this program (14); run playkeep migrate', { schema: 12 }, {}],
    ['schema: 11 is older than version 0.2.0; run playkeep migrate of version 0.2.0', { schema: 11 }, {}],
    ['schema: 15 is ahead of this program (14); upgrade Playkeep', { schema: 15 }, {}],
    [
      'fsync: off: a power cut may damage the database; ALTER SYSTEM SET fsync = on; then',
      { fsync: 'off' },
      {},
    ],
    ['synchronous_commit: off: a crash may lose what was acknowledged;', { synchronousCommit: 'off' }, {}],
    ['full_page_writes: off: a power cut may damage the database;', { fullPageWrites: 'off' }, {}],
    ['max_wal_size: 80 MiB: under load checkpoints follow each other', { maxWalBytes: 80 * 2 ** 20 }, {}],
    [
      'shared_buffers: 128 MiB holds less than the database (40960 MiB), and the memory is 16384 MiB;',
      small,
      {},
    ],
    ["ALTER SYSTEM SET shared_buffers = '4096MB'; then restart", small, {}],
    ['12288 MiB is more than half of the memory', { sharedBufferBytes: 12 * gibibyte }, {}],
    ['max_connections: 20: one more process takes 11 connections', { maxConnections: 20 }, {}],
    ['one more process takes 11 connections, and 90 of 97', { ownConnections: 90 }, {}],
    ['the connection is not encrypted; add ?sslmode=verify-full', { isEncrypted: false }, far],
    ['TLS to the database: the server is not verified', {}, { ...far, verifiesServer: false }],
    [
      "clock: the database's is 2500 ms ahead of that of this machine; let NTP",
      { skewMilliseconds: 2_500 },
      {},
    ],
    ["clock: the database's is 1500 ms behind that of this machine", { skewMilliseconds: -1_500 }, {}],
  ])('has one finding: %s', (expected, facts, side) => {
    expect(findings(facts, side)).toEqual([expect.stringContaining(expected)]);
  });
});

describe('this machine', () => {
  const disk = (bavail: number, blocks = 100 * 2 ** 18) =>
    lookAtDisk('disk', '/data', (() => ({ bavail, blocks, bsize: 4_096 }) as StatsFs) as never);

  test('has a finding for a disk that is nearly full, or cannot be looked at', () => {
    const finding = (words: string) => ({ isFinding: true, words: expect.stringContaining(words) });
    expect(disk(50 * 2 ** 18)).toMatchObject({ isFinding: false, words: '51200 MiB free at /data' });
    expect(disk(9 * 2 ** 18)).toMatchObject(finding('9216 MiB free at /data, less'));
    expect(disk(2 ** 17, 2 ** 18).isFinding).toBe(true);
    expect(disk(0, 0).isFinding).toBe(false);
    expect(lookAtDisk('disk', '/no such folder')).toMatchObject(finding('ENOENT'));
  });

  test('has a finding for few open files', () => {
    const { isFinding, words } = lookAtOpenFiles(1_024);
    expect([isFinding, words]).toEqual([true, expect.stringMatching(/serves 921 .*LimitNOFILE=65536/)]);
    for (const limit of [65_536, Number.POSITIVE_INFINITY, undefined])
      expect(lookAtOpenFiles(limit).isFinding).toBe(false);
  });
});

describe('settings', () => {
  const production = {
    ...{ NODE_ENV: 'production', TRUSTED_PROXY_HOPS: '1', METRICS_PORT: '9090', JWT_ISSUER: 'https://id' },
  };
  const jwks = { JWT_SECRET: undefined, JWT_JWKS_URL: 'https://id.example/keys' };
  const about = (environment: Record<string, string | undefined>) =>
    lookAtSettings(testConfig(environment)).flatMap((look) => (look.isFinding ? [look.about] : []));

  test('that agree have none, and each mistake has its finding', () => {
    expect(about({})).toEqual([]);
    expect(about({ ...production, ...jwks })).toEqual([]);
    expect(about({ ...production, TRUSTED_PROXY_HOPS: undefined })).toEqual(['TRUSTED_PROXY_HOPS']);
    expect(about({ ...production, METRICS_PORT: undefined })).toEqual(['METRICS_PORT']);
    expect(about({ ...production, ...jwks, JWT_ISSUER: undefined })).toEqual(['JWT_ISSUER, JWT_AUDIENCE']);
    expect(about({ ...production, WEBHOOKS_ALLOW_PRIVATE: 'true' })).toEqual(['WEBHOOKS_ALLOW_PRIVATE']);
    expect(about({ WEBHOOKS_ALLOW_PRIVATE: 'true' })).toEqual([]);
    expect(about({ AUDIT_DAYS: '7', METADATA_HISTORY_DAYS: '30' })).toEqual([
      'AUDIT_DAYS, METADATA_HISTORY_DAYS',
    ]);
  });
});
