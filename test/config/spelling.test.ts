// Settings as people write them: white space around values, misspelled names, and unsafe addresses.
import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/config.ts';
import { settingNames } from '../../src/config/registry.ts';
import { warningsOf } from '../../src/config/spelling.ts';
import { paths } from '../harness/api.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { runProgram, startProcess } from '../harness/process.ts';
import { testSecret } from '../harness/service.ts';
import { problemsOf } from './problems-of.ts';

const { directory, remove } = temporaryDirectory();
afterAll(remove);

describe('JWT_JWKS_URL in production', () => {
  const inProduction = (JWT_JWKS_URL: string) => problemsOf({ NODE_ENV: 'production', JWT_JWKS_URL });

  test.each([
    'http://id.example/keys',
    'http://10.0.0.7/keys',
    'http://localhost.example/keys',
    'http://id.localhost/keys',
    'http://127.0.0.1.example/keys',
    'http://[2001:db8::1]/keys',
    'HTTP://ID.EXAMPLE/keys',
  ])('must not come by plain HTTP: %s', (url) => {
    expect(inProduction(url)).toEqual([
      'JWT_JWKS_URL: with NODE_ENV=production it must be an https URL, because plain HTTP lets an attacker replace the keys; ' +
        'plain http is for this machine alone',
    ]);
    expect(problemsOf({ JWT_JWKS_URL: url })).toEqual([]);
  });

  test.each([
    'https://id.example/keys',
    'http://localhost:3000/keys',
    'http://127.0.0.1:3000/keys',
    'http://127.8.9.1/keys',
    'http://[::1]:3000/keys',
  ])('may be %s', (url) => {
    expect(inProduction(url)).toEqual([]);
  });
});

describe('white space around a value', () => {
  test('is ignored, in every setting', () => {
    const plain = {
      ...{ JWT_SECRET: testSecret, HOST: '::1', PORT: '9000', DATABASE_URL: 'sqlite:/tmp/game.db' },
      ...{ JWT_ISSUER: 'https://id.example', JWT_PLAYER_CLAIM: 'player', METADATA_READ: 'self' },
      ...{
        METADATA_RULES: '/tmp/rules.json',
        CORS_ORIGINS: '*',
        MIGRATE_ON_START: 'false',
        LOG_LEVEL: 'warn',
      },
    };
    const spaced = Object.entries(plain).map(([name, value]) => [name, `\t ${value} \r\n`]);
    expect(loadConfig(Object.fromEntries(spaced))).toEqual(loadConfig(plain));
  });

  test('at the end of a secret is ignored: a token that the secret without it signed is accepted', async () => {
    const service = await startProcess({ JWT_SECRET: `${testSecret}\n` }, directory);
    expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(200);
    service.signal('SIGTERM');
    await service.exited;
  });
});

describe('a variable that is nearly a setting', () => {
  test.each([
    ['JWT_AUDIENC', 'JWT_AUDIENCE'],
    ['JWT_AUDEINCE', 'JWT_AUDIENCE'],
    ['JWT_ISUER', 'JWT_ISSUER'],
    ['JWT_JWKS_URI', 'JWT_JWKS_URL'],
    ['JWT_SECRETS', 'JWT_SECRET'],
    ['JWT_ALGORITHM', 'JWT_ALGORITHMS'],
    ['JWT_REQUIRED_CLAIM', 'JWT_REQUIRED_CLAIMS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['METADATA_MAX_BYTE', 'METADATA_MAX_BYTES'],
    ['SESSION_TIMEOUT_SECOND', 'SESSION_TIMEOUT_SECONDS'],
    ['SESION_TIMEOUT_SECOND', 'SESSION_TIMEOUT_SECONDS'],
    ['RATE_LIMITS_PER_MINUTE', 'RATE_LIMIT_PER_MINUTE'],
    ['jwt_secret', 'JWT_SECRET'],
    ['Jwt_Audience', 'JWT_AUDIENCE'],
    ['METRIC_PORT', 'METRICS_PORT'],
  ])('gets a warning: %s', (name, meant) => {
    expect(warningsOf({ [name]: 'a secret value' })).toEqual([
      `${name} is not a setting; did you mean ${meant}?`,
    ]);
  });

  test('is neither an unrelated variable, nor a setting, nor a variable without a value', () => {
    const others =
      `PATH HOME HOSTNAME HOSTS PORTS SHELL LANG TERM USER PWD NODE_PATH NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_NAME
      LOGLEVEL LOGNAME DATABASE_HOST DATABASE_PORT DATABASE_USER DATABASE_NAME DATABASE_PASSWORD PGHOST
      PGPORT http_proxy HTTP_PROXY JWT JWT_KEY SECRET npm_config_loglevel npm_package_version CORS METRICS`.split(
        /\s+/,
      );
    const environment = Object.fromEntries([...others, ...settingNames].map((name) => [name, 'x']));
    expect(warningsOf({ ...environment, JWT_AUDIENC: ' ', JWT_ISUER: undefined })).toEqual([]);
  });

  test('gets a warning at start and by config, from the environment and from .env, without its value', async () => {
    writeFileSync(join(directory, '.env'), 'jwt_issuer=private-1\n');
    const environment = { JWT_AUDIENC: 'private-2', NODE_ENV: 'production', HOST: '127.0.0.1' };
    const service = await startProcess(environment, directory);
    service.signal('SIGTERM');
    await service.exited;
    const config = await runProgram(['config'], { JWT_SECRET: testSecret, ...environment }, directory);
    expect(config.status).toBe(0);
    for (const said of [service.output(), config.stderr]) {
      expect(said).toContain('JWT_AUDIENC is not a setting; did you mean JWT_AUDIENCE?');
      expect(said).toContain('jwt_issuer is not a setting; did you mean JWT_ISSUER?');
      expect(said).not.toContain('private');
    }
    const warnings = service
      .output()
      .split('\n')
      .filter((line) => line.includes('is not a setting'));
    expect(warnings.map((line) => JSON.parse(line).level)).toEqual(['warn', 'warn']);
  });
});
