// Every setting: its default, what it accepts, and the problem that it reports otherwise.
import { describe, expect, test } from 'bun:test';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError, loadConfig } from '../src/config.ts';
import { type Environment, settingNames } from '../src/settings.ts';
import { signingKey } from './harness/keys.ts';
import { testSecret } from './harness/service.ts';

const load = (environment: Environment) => loadConfig({ JWT_SECRET: testSecret, ...environment });
function problems(environment: Environment): readonly string[] {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('the defaults are those of the documentation', () => {
  expect(loadConfig({})).toEqual({
    production: false,
    host: '127.0.0.1',
    port: 8080,
    database: { engine: 'sqlite', path: resolve('data/playkeep.db') },
    dataDirectory: resolve('data'),
    migrateOnStart: true,
    tokens: {
      secret: undefined,
      publicKey: undefined,
      jwksUrl: undefined,
      algorithms: ['HS256', 'HS384', 'HS512'],
      issuers: [],
      audiences: [],
      playerClaim: 'sub',
      clockToleranceSeconds: 5,
      requiredClaims: [],
    },
    playerProvisioning: 'auto',
    metadataRead: 'any',
    metadataMaxBytes: 1_048_576,
    metadataHistory: { intervalSeconds: 300, days: 30, maxVersions: 20 },
    metadataRulesFile: undefined,
    rateLimitPerMinute: 0,
    addressLimit: undefined,
    metricsPort: undefined,
    sessionTimeoutSeconds: 1500,
    sessionHistoryDays: 400,
    corsOrigins: '*',
    logLevel: 'info',
  });
});

test('in production the service listens on every address and lets no browser origin in', () => {
  expect(load({ NODE_ENV: 'production' })).toMatchObject({
    production: true,
    host: '0.0.0.0',
    corsOrigins: [],
  });
});

describe('each setting is read', () => {
  const jwks = 'https://id.example/jwks';
  test.each<[Environment, object]>([
    [{ HOST: '::1' }, { host: '::1' }],
    [{ PORT: '0' }, { port: 0 }],
    [
      { DATABASE_URL: 'sqlite:/var/lib/game/players.db' },
      { database: { path: '/var/lib/game/players.db' }, dataDirectory: '/var/lib/game' },
    ],
    [{ DATABASE_URL: 'sqlite:///var/x.db' }, { database: { path: '/var/x.db' } }],
    [{ DATABASE_URL: 'sqlite:./a b.db' }, { database: { path: resolve('a b.db') } }],
    [
      { DATABASE_URL: 'postgres://u:p@db:5432/game' },
      {
        dataDirectory: resolve('data'),
        database: {
          engine: 'postgres',
          url: 'postgres://u:p@db:5432/game',
          poolSize: 8,
          timeoutMilliseconds: 1500,
          caFile: undefined,
          preparedStatements: true,
        },
      },
    ],
    [
      {
        DATABASE_URL: 'postgresql://db/game',
        DATABASE_POOL_SIZE: '20',
        DATABASE_TIMEOUT_MILLISECONDS: '500',
        DATABASE_CA_FILE: '/etc/ca.pem',
        DATABASE_PREPARED_STATEMENTS: 'false',
        MIGRATE_ON_START: 'false',
      },
      {
        migrateOnStart: false,
        database: {
          poolSize: 20,
          timeoutMilliseconds: 500,
          caFile: '/etc/ca.pem',
          preparedStatements: false,
        },
      },
    ],
    [{ JWT_SECRET: 'a $ecret with = and #' }, { tokens: { secret: 'a $ecret with = and #' } }],
    [
      { JWT_SECRET: '', JWT_JWKS_URL: jwks },
      {
        tokens: {
          jwksUrl: jwks,
          secret: undefined,
          algorithms: [
            'RS256',
            'RS384',
            'RS512',
            'PS256',
            'PS384',
            'PS512',
            'ES256',
            'ES384',
            'ES512',
            'EdDSA',
          ],
        },
      },
    ],
    [{ JWT_ALGORITHMS: 'HS512, HS256' }, { tokens: { algorithms: ['HS512', 'HS256'] } }],
    [{ JWT_ISSUER: 'https://id.example' }, { tokens: { issuers: ['https://id.example'] } }],
    [{ JWT_AUDIENCE: 'a,b' }, { tokens: { audiences: ['a', 'b'] } }],
    [{ JWT_PLAYER_CLAIM: 'player' }, { tokens: { playerClaim: 'player' } }],
    [{ JWT_CLOCK_TOLERANCE_SECONDS: '0' }, { tokens: { clockToleranceSeconds: 0 } }],
    [{ JWT_REQUIRED_CLAIMS: 'exp, iss' }, { tokens: { requiredClaims: ['exp', 'iss'] } }],
    [{ PLAYER_PROVISIONING: 'registered' }, { playerProvisioning: 'registered' }],
    [{ METADATA_READ: 'self' }, { metadataRead: 'self' }],
    [{ METADATA_MAX_BYTES: '300' }, { metadataMaxBytes: 300 }],
    [{ SESSION_HISTORY_DAYS: '30' }, { sessionHistoryDays: 30 }],
    [{ RATE_LIMIT_PER_MINUTE: '120' }, { rateLimitPerMinute: 120 }],
    [{ TRUSTED_PROXY_HOPS: '0' }, { addressLimit: { proxyHops: 0, perMinute: 600 } }],
    [
      { TRUSTED_PROXY_HOPS: '2', UNAUTHENTICATED_LIMIT_PER_MINUTE: '60' },
      { addressLimit: { proxyHops: 2, perMinute: 60 } },
    ],
    [{ METRICS_PORT: '9100' }, { metricsPort: 9100 }],
    [{ SESSION_TIMEOUT_SECONDS: '90' }, { sessionTimeoutSeconds: 90 }],
    [
      { CORS_ORIGINS: 'https://a.example, http://localhost:3000' },
      { corsOrigins: ['https://a.example', 'http://localhost:3000'] },
    ],
    [{ CORS_ORIGINS: 'none' }, { corsOrigins: [] }],
    [{ NODE_ENV: 'production', CORS_ORIGINS: '*' }, { corsOrigins: '*' }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [
      { PORT: '', HOST: '', METADATA_READ: '' },
      { port: 8080, host: '127.0.0.1', metadataRead: 'any' },
    ],
  ])('%j', (environment, expected) => {
    expect(load(environment)).toMatchObject(expected);
  });

  test('a public key decides which algorithms are allowed', async () => {
    const read = async (algorithm: string) =>
      loadConfig({ JWT_PUBLIC_KEY: (await signingKey(algorithm)).pem }).tokens.algorithms;
    expect(await read('ES384')).toEqual(['ES384']);
    expect(await read('EdDSA')).toEqual(['EdDSA']);
    expect(await read('RS256')).toEqual(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']);
  });
});

describe('each problem is reported', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = (key: { publicKey: KeyObject }) =>
    key.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  test.each<[Environment, string]>([
    [{ PORT: '65536' }, 'PORT: must be at most 65535'],
    [{ PORT: '-1' }, 'PORT: must be an integer from 0 to 65535'],
    [{ PORT: '80.5' }, 'PORT: must be an integer from 0 to 65535'],
    [
      { DATABASE_URL: 'mysql://x' },
      'DATABASE_URL: must be sqlite:./path/to/file.db or postgres://user:password@host:5432/database',
    ],
    [
      { DATABASE_URL: 'sqlite:' },
      'DATABASE_URL: must be sqlite:./path/to/file.db or postgres://user:password@host:5432/database',
    ],
    [
      { DATABASE_URL: 'sqlite::memory:' },
      'DATABASE_URL: must be sqlite:./path/to/file.db or postgres://user:password@host:5432/database',
    ],
    [
      { DATABASE_URL: 'postgres:x' },
      'DATABASE_URL: must be sqlite:./path/to/file.db or postgres://user:password@host:5432/database',
    ],
    [{ DATABASE_POOL_SIZE: '0' }, 'DATABASE_POOL_SIZE: must be at least 1'],
    [
      { DATABASE_TIMEOUT_MILLISECONDS: '1s' },
      'DATABASE_TIMEOUT_MILLISECONDS: must be an integer from 100 to 60000',
    ],
    [{ DATABASE_PREPARED_STATEMENTS: 'no' }, 'DATABASE_PREPARED_STATEMENTS: must be one of true, false'],
    [{ MIGRATE_ON_START: '0' }, 'MIGRATE_ON_START: must be one of true, false'],
    [
      { JWT_SECRET: spki(rsa) },
      'JWT_SECRET: holds a key in PEM or JWK form; a public key belongs into JWT_PUBLIC_KEY and is never a shared secret',
    ],
    [
      { JWT_SECRET: JSON.stringify(ec.publicKey.export({ format: 'jwk' })) },
      'JWT_SECRET: holds a key in PEM or JWK form; a public key belongs into JWT_PUBLIC_KEY and is never a shared secret',
    ],
    [{ JWT_PUBLIC_KEY: 'x' }, 'JWT_PUBLIC_KEY: must be a public key as PEM or JWK text'],
    [
      { JWT_PUBLIC_KEY: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----' },
      'JWT_PUBLIC_KEY: is not a readable PEM public key',
    ],
    [
      { JWT_PUBLIC_KEY: ec.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
      'JWT_PUBLIC_KEY: holds a private key; the service needs only the public one',
    ],
    [
      { JWT_PUBLIC_KEY: JSON.stringify(ec.privateKey.export({ format: 'jwk' })) },
      'JWT_PUBLIC_KEY: holds a private key; the service needs only the public one',
    ],
    [
      { JWT_PUBLIC_KEY: '{"kty":"oct","k":"AAAA"}' },
      'JWT_PUBLIC_KEY: holds a symmetric key; a shared secret belongs into JWT_SECRET',
    ],
    [{ JWT_PUBLIC_KEY: '{"kty":"EC"}' }, 'JWT_PUBLIC_KEY: is not a readable JWK public key'],
    [{ JWT_PUBLIC_KEY: '{' }, 'JWT_PUBLIC_KEY: is not valid JSON, so not a JWK'],
    [
      { JWT_PUBLIC_KEY: spki(rsa) },
      'JWT_PUBLIC_KEY: is an RSA key of less than 2048 bits (RFC 7518 section 3.3)',
    ],
    [
      {
        JWT_PUBLIC_KEY: generateKeyPairSync('x25519')
          .publicKey.export({ type: 'spki', format: 'pem' })
          .toString(),
      },
      'JWT_PUBLIC_KEY: is of a kind that no supported algorithm uses',
    ],
    [{ JWT_JWKS_URL: 'ftp://x' }, 'JWT_JWKS_URL: must be an http or https URL'],
    [
      { JWT_JWKS_URL: 'https://x', JWT_PUBLIC_KEY: spki(ec) },
      'JWT_PUBLIC_KEY, JWT_JWKS_URL: set only one of the two',
    ],
    [
      { JWT_SECRET: testSecret, JWT_ALGORITHMS: 'none' },
      'JWT_ALGORITHMS: none is not an algorithm; choose from HS256, HS384, HS512, RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA',
    ],
    [{ JWT_SECRET: testSecret, JWT_ALGORITHMS: ',' }, 'JWT_ALGORITHMS: must name at least one'],
    [
      { JWT_SECRET: testSecret, JWT_ALGORITHMS: 'RS256' },
      'JWT_ALGORITHMS: RS256 needs a JWT_PUBLIC_KEY of that kind, or JWT_JWKS_URL',
    ],
    [{ JWT_PUBLIC_KEY: spki(ec), JWT_ALGORITHMS: 'HS256' }, 'JWT_ALGORITHMS: HS256 needs JWT_SECRET'],
    [{ JWT_ISSUER: ' , ' }, 'JWT_ISSUER: must name at least one'],
    [{ NODE_ENV: 'Production' }, 'NODE_ENV: must be one of production, development, test'],
    [{ JWT_CLOCK_TOLERANCE_SECONDS: 'a' }, 'JWT_CLOCK_TOLERANCE_SECONDS: must be an integer from 0 to 3600'],
    [{ PLAYER_PROVISIONING: 'manual' }, 'PLAYER_PROVISIONING: must be one of auto, registered'],
    [{ SESSION_HISTORY_DAYS: '0' }, 'SESSION_HISTORY_DAYS: must be at least 1'],
    [{ METADATA_READ: 'all' }, 'METADATA_READ: must be one of any, self'],
    [{ METADATA_MAX_BYTES: '1MB' }, 'METADATA_MAX_BYTES: must be an integer from 2 to 16777216'],
    [{ SESSION_TIMEOUT_SECONDS: '0' }, 'SESSION_TIMEOUT_SECONDS: must be at least 1'],
    [
      { CORS_ORIGINS: 'https://a.example/' },
      'CORS_ORIGINS: https://a.example/ is not an origin such as https://game.example (or * for any, none for none)',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent'],
    [{ RATE_LIMIT_PER_MINUTE: '-1' }, 'RATE_LIMIT_PER_MINUTE: must be an integer from 0 to 1000000'],
    [{ TRUSTED_PROXY_HOPS: '11' }, 'TRUSTED_PROXY_HOPS: must be at most 10'],
    [{ UNAUTHENTICATED_LIMIT_PER_MINUTE: '0' }, 'UNAUTHENTICATED_LIMIT_PER_MINUTE: must be at least 1'],
    [{ METRICS_PORT: '70000' }, 'METRICS_PORT: must be at most 65535'],
    [
      { NODE_ENV: 'production' },
      'JWT_SECRET, JWT_PUBLIC_KEY, JWT_JWKS_URL: with NODE_ENV=production one of them must be set, since tokens could not be verified otherwise',
    ],
  ])('%j', (environment, problem) => {
    expect(problems(environment)).toEqual([problem]);
  });

  test('all at once', () => {
    const found = problems({
      PORT: 'x',
      METADATA_READ: 'x',
      JWT_ALGORITHMS: 'RS256',
      NODE_ENV: 'production',
    });
    expect(found.map((problem) => problem.split(':', 1)[0]).sort()).toEqual([
      'JWT_ALGORITHMS',
      'JWT_SECRET, JWT_PUBLIC_KEY, JWT_JWKS_URL',
      'METADATA_READ',
      'PORT',
    ]);
  });

  test.each([
    ['thirty-one random bytes: k3J9x+', 'is shorter than 32 bytes'],
    ['abababababababababababababababababababab', 'repeats few characters'],
    ['a-string-secret-at-least-256-bits-long', 'is an example that everybody knows'],
    ['CHANGE_ME_change_me_CHANGE_ME_change_me', 'is an example that everybody knows'],
  ])('a weak secret in production: %s', (JWT_SECRET, problem) => {
    expect(problems({ NODE_ENV: 'production', JWT_SECRET })).toEqual([
      `JWT_SECRET: ${problem}: who guesses it can be any player; make one with \`openssl rand -base64 32\` or \`npx playkeep secret\``,
    ]);
    expect(load({ JWT_SECRET })).toMatchObject({ tokens: { secret: JWT_SECRET } });
  });

  test('and never repeats a secret', () => {
    expect(problems({ JWT_SECRET: '-----BEGIN very-secret' }).join()).not.toContain('very-secret');
    expect(problems({ JWT_PUBLIC_KEY: 'very-secret' }).join()).not.toContain('very-secret');
  });
});

test('the README documents every setting', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const name of settingNames) expect(readme).toContain(`\`${name}\``);
});
