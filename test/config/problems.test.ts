// Problems of settings: all are reported at once, and none contains a secret.
import { describe, expect, test } from 'bun:test';
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { weaknessOf } from '../../src/auth/secret.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Environment } from '../../src/config/settings.ts';
import { scopes } from '../../src/store/ports/keys.ts';
import { testSecret } from '../harness/service.ts';
import { problemsOf } from './problems-of.ts';

const load = (environment: Environment) => loadConfig({ JWT_SECRET: testSecret, ...environment });

const secret = { JWT_SECRET: testSecret };
const staff: Environment = {
  ...{ CONSOLE_OIDC_ISSUER: 'https://login.example', CONSOLE_OIDC_CLIENT_ID: 'console' },
  ...{ CONSOLE_OIDC_CLIENT_SECRET: 'secret', CONSOLE_OIDC_CLAIM: 'groups', CONSOLE_OIDC_ROLES: 'a=all' },
  PUBLIC_URL: 'https://play.example',
};

describe('the sign-in of people at the console', () => {
  const address =
    'must be the address of the service, such as https://play.example or https://play.example/playkeep: the console is at /console there';
  const pointer = 'must be the name of a claim, or a JSON Pointer (RFC 6901) such as /realm_access/roles';
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
    [{ ...staff, PUBLIC_URL: 'https://play.example/keep/' }, []],
    ...[
      'https://play.example/console/',
      'https://play.example/?a',
      'https://u:p@play.example',
      'play.example',
    ].map((PUBLIC_URL): [Environment, readonly string[]] => [
      { ...staff, PUBLIC_URL },
      [`PUBLIC_URL: ${address}`],
    ]),
    [{ ...staff, CONSOLE_OIDC_CLAIM: '/a~b' }, [`CONSOLE_OIDC_CLAIM: ${pointer}`]],
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
  const jwk = (key: KeyObject) => JSON.stringify(key.export({ format: 'jwk' }));
  const pkcs8 = ec.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const limits = 'must be 0 or an integer from 100 to 10000000';
  const badPem = '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----';
  const x25519 = spki(generateKeyPairSync('x25519'));
  const isSecret =
    'holds a key in PEM or JWK form; a public key belongs in JWT_PUBLIC_KEY and is never a shared secret';
  const sslmodes = ['sslmode=zz', 'sslmode=', 'x=1&SSL_mode=verify', 'sslmode=require&sslmode=disable'];
  const noOrigin =
    'is not an origin such as https://game.example or https://*.game.example (or * for any, none for none)';
  const noAlgorithm =
    'none is not an algorithm; choose from HS256, HS384, HS512, RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA, Ed25519';
  type Row = readonly [name: string, values: readonly string[], problem: string, beside?: Environment];
  const rows: readonly Row[] = [
    ['PORT', ['65536'], 'must be at most 65535'],
    ['PORT', ['-1', '80.5'], 'must be an integer from 0 to 65535'],
    [
      'DATABASE_URL',
      [
        ...[
          'mysql://x',
          'sqlite:',
          'sqlite::memory:',
          'postgres:x',
          'postgres://a:x/b',
          'postgres://a:1,b:x/c',
        ],
        ...['postgres://a,b/c?port=1,2,3', 'postgres://%E0/c', 'postgres://a b/c'],
      ],
      'must be sqlite:./path/to/file.db or postgres://user:password@host:5432/database',
    ],
    [
      'DATABASE_URL',
      sslmodes.map((query) => `postgres://u:p@db/game?${query}`),
      'sslmode must be one of disable, allow, prefer, require, verify-ca, verify-full',
    ],
    [
      'DATABASE_URL',
      ['standby', 'read-only', 'prefer-standby', ''].map(
        (value) => `postgres://u:p@a,b/game?target_session_attrs=${value}`,
      ),
      'target_session_attrs must be one of read-write, primary, any, because Playkeep uses the server that takes writes',
    ],
    [
      'DATABASE_URL',
      ['sqlite:game.db?mode=ro', 'sqlite:///var/game.db?cache=shared'],
      'a sqlite: address takes a path alone; leave out ? and what follows, or rename the file',
    ],
    [
      'DATABASE_URL',
      ['sqlite:~/game.db', 'sqlite://~ann/game.db'],
      'a sqlite: address does not know ~; write the whole path, such as sqlite:/home/me/playkeep.db',
    ],
    ['DATABASE_POOL_SIZE', ['0'], 'must be at least 1'],
    ['DATABASE_TIMEOUT_MILLISECONDS', ['1s'], 'must be an integer from 100 to 60000'],
    ['DATABASE_PREPARED_STATEMENTS', ['no'], 'must be one of true, false'],
    ['MIGRATE_ON_START', ['0'], 'must be one of true, false'],
    ['JWT_SECRET', [spki(rsa), jwk(ec.publicKey)], isSecret],
    [
      'SERVER_API_KEY',
      ['k3J9x+ thirty-one characters..', 'é'.repeat(40), `${'a1b2'.repeat(9)}\t0`],
      'must have 32 or more printable ASCII characters',
    ],
    ['SERVER_RATE_LIMIT_PER_MINUTE', ['1', '99', '-1', '10000001', '1e3'], limits],
    ['JWT_PUBLIC_KEY', ['x'], 'must be a public key as PEM or JWK text'],
    ['JWT_PUBLIC_KEY', [badPem], 'is not a readable PEM public key'],
    [
      'JWT_PUBLIC_KEY',
      [pkcs8, jwk(ec.privateKey)],
      'holds a private key; the service needs only the public one',
    ],
    [
      'JWT_PUBLIC_KEY',
      ['{"kty":"oct","k":"AAAA"}'],
      'holds a symmetric key; a shared secret belongs in JWT_SECRET',
    ],
    ['JWT_PUBLIC_KEY', ['{"kty":"EC"}'], 'is not a readable JWK public key'],
    ['JWT_PUBLIC_KEY', ['{'], 'is not valid JSON, so not a JWK'],
    ['JWT_PUBLIC_KEY', [spki(rsa)], 'is an RSA key of less than 2048 bits (RFC 7518 section 3.3)'],
    ['JWT_PUBLIC_KEY', [x25519], 'is of a kind that no supported algorithm uses'],
    ['JWT_JWKS_URL', ['ftp://x'], 'must be an http or https URL'],
    ['JWT_ALGORITHMS', ['none'], noAlgorithm, secret],
    ['JWT_ALGORITHMS', [','], 'must name at least one', secret],
    ['JWT_ALGORITHMS', ['RS256'], 'RS256 needs a JWT_PUBLIC_KEY of that kind, or JWT_JWKS_URL', secret],
    ['JWT_ALGORITHMS', ['HS256'], 'HS256 needs JWT_SECRET', { JWT_PUBLIC_KEY: spki(ec) }],
    ['JWT_ISSUER', [' , '], 'must name at least one'],
    ['NODE_ENV', ['Production'], 'must be one of production, development, test'],
    ['JWT_CLOCK_TOLERANCE_SECONDS', ['a'], 'must be an integer from 0 to 3600'],
    ['PLAYER_PROVISIONING', ['manual'], 'must be one of auto, registered'],
    ['SESSION_HISTORY_DAYS', ['0'], 'must be at least 1'],
    ['AUDIT_DAYS', ['0'], 'must be at least 1'],
    ['METADATA_READ', ['all'], 'must be one of any, self'],
    ['IDLE_TIMEOUT_SECONDS', ['74'], 'must be at least 75'],
    ['IDLE_TIMEOUT_SECONDS', ['256'], 'must be at most 255'],
    ['METADATA_MAX_BYTES', ['1MB'], 'must be an integer from 2 to 16777216'],
    ['SESSION_TIMEOUT_SECONDS', ['0'], 'must be at least 1'],
    ['CORS_ORIGINS', ['https://a.example/'], `https://a.example/ ${noOrigin}`],
    ['CORS_ORIGINS', ['https://a.example,https://*.example'], `https://*.example ${noOrigin}`],
    ['LOG_LEVEL', ['loud'], 'must be one of trace, debug, info, warn, error, fatal, silent'],
    ['RATE_LIMIT_PER_MINUTE', ['-1'], 'must be an integer from 0 to 1000000'],
    ['TRUSTED_PROXY_HOPS', ['11'], 'must be at most 10'],
    ['UNAUTHENTICATED_LIMIT_PER_MINUTE', ['0'], 'must be at least 1'],
    ['METRICS_PORT', ['9000'], 'must be another one than PORT', { PORT: '9000' }],
    ['METRICS_PORT', ['70000'], 'must be at most 65535'],
    ['METADATA_SCHEMA_ENFORCED', ['players'], 'needs METADATA_SCHEMA'],
    ['METADATA_SCHEMA_ENFORCED', ['all'], 'must be one of players', { METADATA_SCHEMA: 'schema.json' }],
  ];
  for (const [name, values, problem, beside] of rows)
    test.each(values)(`${name}=%j ${problem}`, (value) => {
      expect(problemsOf({ ...beside, [name]: value })).toEqual([`${name}: ${problem}`]);
    });

  test.each<[Environment, string]>([
    [
      { JWT_JWKS_URL: 'https://x', JWT_PUBLIC_KEY: spki(ec) },
      'JWT_PUBLIC_KEY, JWT_JWKS_URL: set only one of the two',
    ],
    [
      { NODE_ENV: 'production' },
      'JWT_SECRET, JWT_PUBLIC_KEY, JWT_JWKS_URL: with NODE_ENV=production one of them must be set, since tokens could not be verified otherwise',
    ],
  ])('%j', (environment, problem) => {
    expect(problemsOf(environment)).toEqual([problem]);
  });

  test('all at once: those of single settings first, those found outside the settings last', () => {
    const given = { METADATA_READ: 'x', PORT: 'x', JWT_ALGORITHMS: 'RS256', NODE_ENV: 'production' };
    const found = problemsOf(given, { moreProblems: ['METADATA_RULES: cannot be read'] });
    expect(found.map((problem) => problem.split(':', 1)[0]).join(' | ')).toBe(
      'PORT | METADATA_READ | JWT_SECRET, JWT_PUBLIC_KEY, JWT_JWKS_URL | JWT_ALGORITHMS | METADATA_RULES',
    );
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
    // The same ones in each run: of true random ones, one in some millions has few characters.
    for (let n = 0; n < 20_000; n += 1) {
      const bytes = createHash('sha256').update(String(n)).digest();
      const secrets = [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')];
      const all = [...secrets, bytes.toString('hex').slice(32)];
      expect(all.filter((each) => weaknessOf(each) !== undefined)).toEqual([]);
    }
  });

  test('never with a secret in its text', () => {
    expect(problemsOf({ JWT_SECRET: '-----BEGIN very-secret' }).join()).not.toContain('very-secret');
    expect(problemsOf({ JWT_PUBLIC_KEY: 'very-secret' }).join()).not.toContain('very-secret');
  });
});
