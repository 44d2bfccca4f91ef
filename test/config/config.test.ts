// Settings: their defaults, the values that they take, and the table of them in docs/settings.md.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadConfig } from '../../src/config/config.ts';
import { describeDatabase } from '../../src/config/database-url.ts';
import { showSettings } from '../../src/config/describe.ts';
import type { Environment } from '../../src/config/settings.ts';
import { scopes } from '../../src/store/ports/keys.ts';
import { signingKey } from '../harness/keys.ts';
import { testSecret } from '../harness/service.ts';
import { settingsPath, withTable } from './settings-table.ts';

const load = (environment: Environment) => loadConfig({ JWT_SECRET: testSecret, ...environment });

test('without settings the database is a file here, and tokens need a shared secret', () => {
  const { settings, ...config } = loadConfig({});
  expect(settings).toEqual(showSettings({}));
  expect(config).toMatchObject({
    ...{ production: false, host: '127.0.0.1', dataDirectory: resolve('data'), corsOrigins: '*' },
    ...{ database: { engine: 'sqlite', path: resolve('data/playkeep.db') }, addressLimit: undefined },
    ...{ processes: { count: 1, note: undefined }, signInLimit: { proxyHops: 0, perMinute: 600 } },
    tokens: { secret: undefined, algorithms: ['HS256', 'HS384', 'HS512'], issuers: [], playerClaim: 'sub' },
    metadataHistory: { intervalSeconds: 300, days: 30, maxVersions: 20, lossMinBytes: 100 },
    ...{
      metricsPort: undefined,
      staff: undefined,
      traces: undefined,
      labels: undefined,
      serverApiKey: undefined,
    },
    ...{ events: [], statistics: { zone: 'UTC', pointers: [] }, metadataSchema: undefined },
  });
});

test('in production the service listens on every address and allows no browser origin', () => {
  expect(load({ NODE_ENV: 'production' })).toMatchObject({
    production: true,
    host: '0.0.0.0',
    corsOrigins: [],
  });
});

describe('each setting is read', () => {
  const jwks = 'https://id.example/jwks';
  const rsa = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const;
  const serverKey = 'any "text" of printable ones, 9f8e7d6c5b4a';
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
          ...{
            engine: 'postgres',
            url: 'postgres://u:p@db:5432/game',
            poolSize: 8,
            timeoutMilliseconds: 5000,
          },
          ...{ caFile: undefined, preparedStatements: true, migrateOnStart: true },
        },
      },
    ],
    [
      {
        ...{ DATABASE_URL: 'postgresql://db/game', DATABASE_POOL_SIZE: '20', MIGRATE_ON_START: 'false' },
        ...{ DATABASE_TIMEOUT_MILLISECONDS: '500', DATABASE_CA_FILE: '/etc/ca.pem' },
        DATABASE_PREPARED_STATEMENTS: 'false',
      },
      {
        database: {
          ...{ poolSize: 20, timeoutMilliseconds: 500, caFile: '/etc/ca.pem' },
          ...{ preparedStatements: false, migrateOnStart: false },
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
          algorithms: [...rsa, 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
        },
      },
    ],
    [{ JWT_ALGORITHMS: 'HS512, HS256' }, { tokens: { algorithms: ['HS512', 'HS256'] } }],
    [{ JWT_ISSUER: 'https://id.example' }, { tokens: { issuers: ['https://id.example'] } }],
    [{ JWT_AUDIENCE: 'a,b' }, { tokens: { audiences: ['a', 'b'] } }],
    [{ JWT_PLAYER_CLAIM: 'player' }, { tokens: { playerClaim: 'player' } }],
    [{ JWT_CLOCK_TOLERANCE_SECONDS: '0' }, { tokens: { clockToleranceSeconds: 0 } }],
    [{ JWT_REQUIRED_CLAIMS: 'exp, iss' }, { tokens: { requiredClaims: ['exp', 'iss'] } }],
    [{ TOKEN_CACHE_MAX_BYTES: '1048576' }, { tokens: { cacheMaxBytes: 1_048_576 } }],
    [{ PLAYER_PROVISIONING: 'registered' }, { playerProvisioning: 'registered' }],
    [{ METADATA_READ: 'self' }, { metadataRead: 'self' }],
    [{ METADATA_MAX_BYTES: '300' }, { metadataMaxBytes: 300 }],
    [{ SESSION_HISTORY_DAYS: '30' }, { sessionHistoryDays: 30 }],
    [{ AUDIT_DAYS: '30' }, { auditDays: 30 }],
    [{ EVENTS: 'sessions, players' }, { events: ['sessions', 'players'] }],
    [{ EVENTS_DAYS: '7' }, { eventsDays: 7 }],
    [{ WEBHOOKS_ALLOW_PRIVATE: 'true' }, { webhooksAllowPrivate: true }],
    [{ RATE_LIMIT_PER_MINUTE: '120' }, { rateLimitPerMinute: 120 }],
    [{ SERVER_API_KEY: ` ${serverKey}\n` }, { serverApiKey: serverKey }],
    [{ CONSOLE_KEYS: 'true', PUBLIC_URL: 'https://play.example' }, { staff: undefined }],
    [
      {
        ...{
          PUBLIC_URL: 'https://Play.example/',
          CONSOLE_OIDC_ISSUER: 'https://login.example/realms/studio',
        },
        ...{ CONSOLE_OIDC_CLIENT_ID: 'console', CONSOLE_OIDC_CLIENT_SECRET: 's', CONSOLE_KEYS: 'false' },
        CONSOLE_OIDC_CLAIM: '/realm_access/roles',
        CONSOLE_OIDC_ROLES: 'CN=Admins,OU=Game Studio = all; support=sessions:read, players:read ;',
      },
      {
        staff: {
          ...{ publicUrl: 'https://play.example', issuer: 'https://login.example/realms/studio' },
          ...{ clientId: 'console', clientSecret: 's', claim: '/realm_access/roles' },
          roles: [
            { value: 'CN=Admins,OU=Game Studio', scopes },
            { value: 'support', scopes: ['players:read', 'sessions:read'] },
          ],
          ...{ clockToleranceSeconds: 5, takesKeys: false },
        },
      },
    ],
    [{ SERVER_RATE_LIMIT_PER_MINUTE: '0' }, { serverRateLimitPerMinute: 0 }],
    [{ SERVER_RATE_LIMIT_PER_MINUTE: '100' }, { serverRateLimitPerMinute: 100 }],
    [{ TRUSTED_PROXY_HOPS: '0' }, { addressLimit: { proxyHops: 0, perMinute: 600 } }],
    [
      { TRUSTED_PROXY_HOPS: '2', UNAUTHENTICATED_LIMIT_PER_MINUTE: '60' },
      { addressLimit: { proxyHops: 2, perMinute: 60 }, signInLimit: { proxyHops: 2, perMinute: 60 } },
    ],
    [{ IDLE_TIMEOUT_SECONDS: '255' }, { idleTimeoutSeconds: 255 }],
    [{ METRICS_PORT: '9100' }, { metricsPort: 9100, metricsHost: '127.0.0.1' }],
    [
      { METRICS_PORT: '9100', METRICS_HOST: '[::]' },
      { host: '127.0.0.1', metricsHost: '::' },
    ],
    [{ HOST: '[::]' }, { host: '::', metricsHost: '::' }],
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
    expect(await read('EdDSA')).toEqual(['EdDSA', 'Ed25519']);
    expect(await read('RS256')).toEqual([...rsa]);
  });
});

test.each([
  ['postgres://u:secret@db:5432/game?sslmode=verify-full&password=secret', '?sslmode=verify-full'],
  ['postgresql://u:secret@db:5432/game?options=secret&ssl-mode=Require', '?sslmode=require'],
  ['postgres://db:5432/game?application_name=secret', ''],
])('%s is shown with the mode of TLS and no other parameter', (DATABASE_URL, shown) => {
  expect(describeDatabase(load({ DATABASE_URL }).database)).toBe(`postgres://db:5432/game${shown}`);
});

test.each([
  ['postgres://u:secret@a:5432,b:5433/game?target_session_attrs=read-write', 'postgres://a:5432,b:5433/game'],
  ['postgres://u:secret@a,[::1]:5433/game?sslmode=require', 'postgres://a,[::1]:5433/game?sslmode=require'],
  ['postgres://u:secret@/game?host=a,b&port=5433', 'postgres://a:5433,b:5433/game'],
  ['postgres://u:secret@/game?host=/run/pg&sslmode=require', 'postgres:///game?host=/run/pg&port=5432'],
  ['postgres://u:secret@%2Frun%2Fpg:5433/game', 'postgres:///game?host=/run/pg&port=5433'],
])('the servers of %s are read as libpq reads them', (DATABASE_URL, shown) => {
  expect(describeDatabase(load({ DATABASE_URL }).database)).toBe(shown);
});

test('the config and all its parts are frozen', () => {
  const environments = [{}, { DATABASE_URL: 'postgres://db/game', TRUSTED_PROXY_HOPS: '1' }];
  for (const environment of environments) {
    const config = load(environment);
    const parts = [config.database, config.tokens, config.metadataHistory, config.addressLimit];
    expect([config, ...parts].map((part) => Object.isFrozen(part))).toEqual([true, true, true, true, true]);
  }
});

test('docs/settings.md has the table that the registry makes', () => {
  const page = readFileSync(settingsPath, 'utf8');
  expect(withTable(page)).toBe(page);
});
