// The settings in force as `playkeep config` prints them.
import { describe, expect, test } from 'bun:test';
import { resolve } from 'node:path';
import { describeSettings } from '../../src/config/describe.ts';
import { settingNames } from '../../src/config/registry.ts';
import type { Environment } from '../../src/config/settings.ts';
import { signingKey } from '../harness/keys.ts';

/** The line of each setting that the environment changes. */
function changedLines(environment: Environment): string[] {
  const before = new Set(describeSettings({}).split('\n'));
  return describeSettings(environment)
    .split('\n')
    .filter((line) => !before.has(line));
}

test('without any setting, all are shown with their defaults', () => {
  const lines = describeSettings({}).split('\n');
  expect(lines.map((line) => line.replace(/[ =].*/s, ''))).toEqual([...settingNames]);
  expect(lines).toContain('NODE_ENV (not set)');
  expect(lines).toContain(`DATABASE_URL=sqlite:${resolve('data/playkeep.db')} (default)`);
  expect(lines).toContain('JWT_ALGORITHMS=HS256,HS384,HS512 (default)');
  expect(lines).toContain('TOKEN_CACHE_MAX_BYTES=33554432 (default)');
  expect(lines.filter((line) => !/ \((?:default|not set)\)$/.test(line))).toEqual([]);
});

test('production changes two defaults', () => {
  expect(changedLines({ NODE_ENV: 'production' })).toEqual([
    'NODE_ENV=production',
    'HOST=0.0.0.0 (default)',
    'CORS_ORIGINS=none (default)',
  ]);
});

describe('a setting that is given is shown', () => {
  test.each<[Environment, string[]]>([
    [{ PORT: ' 08081 ', HOST: '::1' }, ['HOST=::1', 'PORT=8081']],
    [{ PORT: '8080' }, ['PORT=8080']],
    [{ PORT: ' ' }, []],
    [
      { JWT_ALGORITHMS: 'HS512, HS256', JWT_ISSUER: 'a, b' },
      ['JWT_ALGORITHMS=HS512,HS256', 'JWT_ISSUER=a,b'],
    ],
    [{ JWT_PLAYER_CLAIM: 'urn:game:player?x' }, ['JWT_PLAYER_CLAIM=urn:game:player?x']],
    [{ CORS_ORIGINS: 'none', MIGRATE_ON_START: 'false' }, ['MIGRATE_ON_START=false', 'CORS_ORIGINS=none']],
    [{ METADATA_RULES: '/etc/rules.json' }, ['METADATA_RULES=/etc/rules.json']],
    [{ METADATA_INDEXES: '/etc/indexes.json' }, ['METADATA_INDEXES=/etc/indexes.json']],
    [{ TRUSTED_PROXY_HOPS: '1' }, ['TRUSTED_PROXY_HOPS=1', 'UNAUTHENTICATED_LIMIT_PER_MINUTE=600 (default)']],
    // It is shown although it has no effect on SQLite.
    [{ DATABASE_POOL_SIZE: '20' }, ['DATABASE_POOL_SIZE=20']],
    [
      { DATABASE_URL: 'postgres://db/game', DATABASE_CA_FILE: '/etc/ca.pem' },
      [
        'DATABASE_URL=postgres://db/game',
        'PROCESSES=1 (default)',
        'DATABASE_POOL_SIZE=8 (default)',
        'DATABASE_TIMEOUT_MILLISECONDS=5000 (default)',
        'DATABASE_CA_FILE=/etc/ca.pem',
        'DATABASE_PREPARED_STATEMENTS=true (default)',
      ],
    ],
  ])('%j', (environment, lines) => {
    expect(changedLines(environment)).toEqual(lines);
  });
});

test('no password is shown, and every setting has one line', async () => {
  const { pem } = await signingKey('ES256');
  const secrets = {
    JWT_SECRET: 'private-1',
    SERVER_API_KEY: 'private-6 and 32 characters or more',
    JWT_JWKS_URL: 'https://ann:private-2@id.example/keys?key=private-3',
    DATABASE_URL: 'postgres://ann:private-4@db/game?password=private-5&sslmode=require',
  };
  expect(changedLines(secrets)).toEqual(
    expect.arrayContaining([
      'DATABASE_URL=postgres://db/game?sslmode=require',
      'JWT_SECRET=(hidden)',
      'SERVER_API_KEY=(hidden)',
      'JWT_JWKS_URL=https://(hidden)@id.example/keys?(hidden)',
    ]),
  );
  const shown = describeSettings({ ...secrets, JWT_PUBLIC_KEY: pem });
  expect(shown).not.toContain('private-');
  expect(shown).toContain('JWT_PUBLIC_KEY=-----BEGIN PUBLIC KEY-----\\n');
  expect(shown.split('\n').map((line) => /^[A-Z_]+/.exec(line)?.[0])).toEqual([...settingNames]);
});
