// Problems of settings: all are reported at once, and none contains a secret.
import { describe, expect, test } from 'bun:test';
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { weaknessOf } from '../../src/auth/secret.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Environment } from '../../src/config/settings.ts';
import { scopes } from '../../src/store/ports/keys.ts';
import { testSecret } from '../harness/service.ts';
import { problemsOf } from './problems-of.ts';

const load = (environment: Environment) => loadConfig({ JWT_SECRET: testSecret, ...environment });

const staff: Environment = {
  ...{ CONSOLE_OIDC_ISSUER: 'https://login.example', CONSOLE_OIDC_CLIENT_ID: 'console' },
  ...{ CONSOLE_OIDC_CLIENT_SECRET: 'secret', CONSOLE_OIDC_CLAIM: 'groups', CONSOLE_OIDC_ROLES: 'a=all' },
  PUBLIC_URL: 'https://play.example',
};

describe('the sign-in of people at the console', () => {
  const origin =
    'PUBLIC_URL: must be an origin such as https://play.example, without a path: the console is at /console there';
  test.each<[Environment, readonly string[]]>([
    [staff, []],
    [{ ...staff, CONSOLE_OIDC_ISSUER: 'http://localhost:9000', PUBLIC_URL: 'http://127.0.0.1:8080' }, []],
    [
      { CONSOLE_OIDC_ISSUER: 'https://login.example', CONSOLE_KEYS: 'false' },
      [
        ...['CLIENT_ID', 'CLIENT_SECRET', 'CLAIM', 'ROLES'].map(
          (name) => `CONSOLE_OIDC_${name}: must be set with CONSOLE_OIDC_ISSUER`,
        ),
        'PUBLIC_URL: must be set with CONSOLE_OIDC_ISSUER',
      ],
    ],
    [
      { CONSOLE_OIDC_CLAIM: 'groups', CONSOLE_OIDC_ROLES: 'a=all', CONSOLE_KEYS: 'false' },
      [
        'CONSOLE_OIDC_CLAIM: needs CONSOLE_OIDC_ISSUER',
        'CONSOLE_OIDC_ROLES: needs CONSOLE_OIDC_ISSUER',
        'CONSOLE_KEYS: with false nobody could sign in at the console without CONSOLE_OIDC_ISSUER',
      ],
    ],
    [
      { ...staff, CONSOLE_OIDC_ISSUER: 'http://login.example', PUBLIC_URL: 'http://play.example' },
      ['CONSOLE_OIDC_ISSUER', 'PUBLIC_URL'].map(
        (name) => `${name}: must be an https URL; plain http is for this machine alone`,
      ),
    ],
    [{ ...staff, PUBLIC_URL: 'https://play.example/keep' }, [origin]],
    [{ ...staff, PUBLIC_URL: 'https://u:p@play.example' }, [origin]],
    [
      { ...staff, CONSOLE_OIDC_CLAIM: '/a~b' },
      [
        'CONSOLE_OIDC_CLAIM: must be the name of a claim, or a JSON Pointer (RFC 6901) such as /realm_access/roles',
      ],
    ],
    [
      { ...staff, CONSOLE_OIDC_ROLES: 'support=players:see; nothing; x=; b=all; b=players:read' },
      [
        `support: players:see is no scope; scopes are all, ${scopes.join(', ')}`,
        'nothing: must be a value, = and scopes',
        'x=: must be a value, = and scopes',
        'has b twice',
      ].map((problem) => `CONSOLE_OIDC_ROLES: ${problem}`),
    ],
    [{ ...staff, CONSOLE_OIDC_ROLES: ' ; ' }, ['CONSOLE_OIDC_ROLES: must name at least one role']],
  ])('has every problem of %o named', (environment, problems) => {
    expect(problemsOf({ JWT_SECRET: testSecret, ...environment })).toEqual(problems);
  });

  test('never shows the secret', () => {
    expect(JSON.stringify(load(staff).settings)).not.toContain('"secret"');
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
    ...['sslmode=zz', 'sslmode=', 'x=1&SSL_mode=verify', 'sslmode=require&sslmode=disable'].map(
      (query): [Environment, string] => [
        { DATABASE_URL: `postgres://u:p@db/game?${query}` },
        'DATABASE_URL: sslmode must be one of disable, allow, prefer, require, verify-ca, verify-full',
      ],
    ),
    [{ DATABASE_POOL_SIZE: '0' }, 'DATABASE_POOL_SIZE: must be at least 1'],
    [
      { DATABASE_TIMEOUT_MILLISECONDS: '1s' },
      'DATABASE_TIMEOUT_MILLISECONDS: must be an integer from 100 to 60000',
    ],
    [{ DATABASE_PREPARED_STATEMENTS: 'no' }, 'DATABASE_PREPARED_STATEMENTS: must be one of true, false'],
    [{ MIGRATE_ON_START: '0' }, 'MIGRATE_ON_START: must be one of true, false'],
    [
      { JWT_SECRET: spki(rsa) },
      'JWT_SECRET: holds a key in PEM or JWK form; a public key belongs in JWT_PUBLIC_KEY and is never a shared secret',
    ],
    [
      { JWT_SECRET: JSON.stringify(ec.publicKey.export({ format: 'jwk' })) },
      'JWT_SECRET: holds a key in PEM or JWK form; a public key belongs in JWT_PUBLIC_KEY and is never a shared secret',
    ],
    ...['k3J9x+ thirty-one characters..', `${'é'.repeat(40)}`, `${'a1b2'.repeat(9)}\t0`].map(
      (SERVER_API_KEY): [Environment, string] => [
        { SERVER_API_KEY },
        'SERVER_API_KEY: must have 32 or more printable ASCII characters',
      ],
    ),
    ...['1', '99', '-1', '10000001', '1e3'].map((SERVER_RATE_LIMIT_PER_MINUTE): [Environment, string] => [
      { SERVER_RATE_LIMIT_PER_MINUTE },
      'SERVER_RATE_LIMIT_PER_MINUTE: must be 0 or an integer from 100 to 10000000',
    ]),
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
      'JWT_PUBLIC_KEY: holds a symmetric key; a shared secret belongs in JWT_SECRET',
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
      'JWT_ALGORITHMS: none is not an algorithm; choose from HS256, HS384, HS512, RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA, Ed25519',
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
    [{ AUDIT_DAYS: '0' }, 'AUDIT_DAYS: must be at least 1'],
    [{ METADATA_READ: 'all' }, 'METADATA_READ: must be one of any, self'],
    [{ METADATA_MAX_BYTES: '1MB' }, 'METADATA_MAX_BYTES: must be an integer from 2 to 16777216'],
    [{ SESSION_TIMEOUT_SECONDS: '0' }, 'SESSION_TIMEOUT_SECONDS: must be at least 1'],
    [
      { CORS_ORIGINS: 'https://a.example/' },
      'CORS_ORIGINS: https://a.example/ is not an origin such as https://game.example or https://*.game.example (or * for any, none for none)',
    ],
    [
      { CORS_ORIGINS: 'https://a.example,https://*.example' },
      'CORS_ORIGINS: https://*.example is not an origin such as https://game.example or https://*.game.example (or * for any, none for none)',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent'],
    [{ RATE_LIMIT_PER_MINUTE: '-1' }, 'RATE_LIMIT_PER_MINUTE: must be an integer from 0 to 1000000'],
    [{ TRUSTED_PROXY_HOPS: '11' }, 'TRUSTED_PROXY_HOPS: must be at most 10'],
    [{ UNAUTHENTICATED_LIMIT_PER_MINUTE: '0' }, 'UNAUTHENTICATED_LIMIT_PER_MINUTE: must be at least 1'],
    [{ METRICS_PORT: '9000', PORT: '9000' }, 'METRICS_PORT: must be another one than PORT'],
    [{ METRICS_PORT: '70000' }, 'METRICS_PORT: must be at most 65535'],
    [{ METADATA_SCHEMA_ENFORCED: 'players' }, 'METADATA_SCHEMA_ENFORCED: needs METADATA_SCHEMA'],
    [
      { METADATA_SCHEMA_ENFORCED: 'all', METADATA_SCHEMA: 'schema.json' },
      'METADATA_SCHEMA_ENFORCED: must be one of players',
    ],
    [
      { NODE_ENV: 'production' },
      'JWT_SECRET, JWT_PUBLIC_KEY, JWT_JWKS_URL: with NODE_ENV=production one of them must be set, since tokens could not be verified otherwise',
    ],
  ])('%j', (environment, problem) => {
    expect(problemsOf(environment)).toEqual([problem]);
  });

  test('all at once: those of single settings first, those found outside the settings last', () => {
    const found = problemsOf(
      { METADATA_READ: 'x', PORT: 'x', JWT_ALGORITHMS: 'RS256', NODE_ENV: 'production' },
      { moreProblems: ['METADATA_RULES: cannot be read'] },
    );
    expect(found.map((problem) => problem.split(':', 1)[0])).toEqual([
      'PORT',
      'METADATA_READ',
      'JWT_SECRET, JWT_PUBLIC_KEY, JWT_JWKS_URL',
      'JWT_ALGORITHMS',
      'METADATA_RULES',
    ]);
  });

  test('except for those of keys, for commands that need no key', () => {
    const environment = { NODE_ENV: 'production', JWT_SECRET: 'weak', JWT_JWKS_URL: 'http://id.example/' };
    expect(problemsOf(environment)).toHaveLength(2);
    expect(problemsOf(environment, { requireKey: false })).toEqual([]);
    expect(problemsOf({ NODE_ENV: 'production' }, { requireKey: false })).toEqual([]);
  });

  test.each([
    ['thirty-one random bytes: k3J9x+', 'is shorter than 32 bytes'],
    ['abababababababababababababababababababab', 'repeats few characters'],
    ['0123456789abcdef0123456789abcdef', 'repeats few characters'],
    ['abcdefghijklmnopqrstuvwxyz123456', 'is an example that everybody knows'],
    ['12345678901234567890123456789012', 'repeats few characters'],
    ['do-not-use-this-secret-in-production!!', 'is an example that everybody knows'],
    ['replace-this-with-a-strong-secret-key!', 'is an example that everybody knows'],
    ['a-string-secret-at-least-256-bits-long', 'is an example that everybody knows'],
    ['CHANGE_ME_change_me_CHANGE_ME_change_me', 'is an example that everybody knows'],
  ])('a weak secret in production: %s', (JWT_SECRET, problem) => {
    expect(problemsOf({ NODE_ENV: 'production', JWT_SECRET })).toEqual([
      `JWT_SECRET: ${problem}: anyone who guesses it can act as any player; make one with \`openssl rand -base64 32\` or \`npx playkeep secret\``,
    ]);
    expect(load({ JWT_SECRET })).toMatchObject({ tokens: { secret: JWT_SECRET } });
  });

  test.each([
    ['abababababababababababababababababababab', 'repeats few characters'],
    ['my-server-api-key-for-production-use', 'is an example that everybody knows'],
  ])('a weak server key in production: %s', (SERVER_API_KEY, problem) => {
    const environment = { NODE_ENV: 'production', JWT_SECRET: testSecret, SERVER_API_KEY };
    expect(problemsOf(environment)).toEqual([
      `SERVER_API_KEY: ${problem}: anyone who guesses it can read and change everything; make one with \`openssl rand -base64 32\` or \`npx playkeep secret\``,
    ]);
    expect(load({ SERVER_API_KEY })).toMatchObject({ serverApiKey: SERVER_API_KEY });
    expect(problemsOf(environment, { requireKey: false })).toEqual([]);
  });

  test('the same text as server key and as secret of tokens', () => {
    expect(problemsOf({ JWT_SECRET: testSecret, SERVER_API_KEY: testSecret })).toEqual([
      'JWT_SECRET, SERVER_API_KEY: must differ',
    ]);
  });

  test('no random secret is reported as weak', () => {
    for (let n = 0; n < 20_000; n += 1) {
      const bytes = randomBytes(32);
      const secrets = [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')];
      for (const secret of [...secrets, bytes.toString('hex').slice(32), crypto.randomUUID()]) {
        expect([secret, weaknessOf(secret)]).toEqual([secret, undefined]);
      }
    }
  });

  test('never with a secret in its text', () => {
    expect(problemsOf({ JWT_SECRET: '-----BEGIN very-secret' }).join()).not.toContain('very-secret');
    expect(problemsOf({ JWT_PUBLIC_KEY: 'very-secret' }).join()).not.toContain('very-secret');
  });
});
