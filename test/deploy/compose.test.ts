// The setup of one machine with Docker Compose: its rules, the settings as the document makes them, and Compose itself where there is one.
import { describe, expect, test } from 'bun:test';
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames } from '../../src/config/registry.ts';
import { SHUTDOWN_DRAIN_SECONDS, SHUTDOWN_GRACE_SECONDS } from '../../src/limits.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { readFile, version } from './manifests.ts';

interface Service {
  readonly image: string;
  readonly ports?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly env_file?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly networks: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
  readonly healthcheck?: unknown;
}

const folder = join(import.meta.dir, '../../deploy');
const compose = Bun.YAML.parse(readFile('deploy/compose.yaml')) as {
  readonly services: Readonly<Record<'caddy' | 'playkeep' | 'postgres', Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
};
const { caddy, playkeep, postgres } = compose.services;
const page = readFile('docs/operations/containers.md');

describe('the services', () => {
  test('are reached through Caddy alone, and PostgreSQL by Playkeep alone', () => {
    expect(caddy.ports).toEqual(['80:80', '443:443', '443:443/udp']);
    expect([playkeep.ports, postgres.ports]).toEqual([undefined, undefined]);
    expect([caddy.networks, playkeep.networks, postgres.networks]).toEqual([
      ['front'],
      ['front', 'back'],
      ['back'],
    ]);
    expect(compose.networks.back?.internal).toBe(true);
    expect(playkeep.environment.TRUSTED_PROXY_HOPS).toBe('1');
    expect(readFile('deploy/Caddyfile')).toContain(`reverse_proxy playkeep:${playkeep.environment.PORT} {`);
  });

  test('have images of one major version, and Playkeep that of package.json', () => {
    expect(playkeep.image).toBe(`ghcr.io/playkeep/playkeep:${version}`);
    for (const { image } of [caddy, postgres]) expect(image).toMatch(/:\d+$/);
  });

  test('start after the service that they need is well', () => {
    expect(caddy.depends_on).toEqual({ playkeep: { condition: 'service_healthy' } });
    expect(playkeep.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(postgres.healthcheck).toBeDefined();
  });

  test('gain no privileges, and Playkeep has none', () => {
    for (const { security_opt } of [caddy, playkeep, postgres]) {
      expect(security_opt).toEqual(['no-new-privileges:true']);
    }
    for (const { cap_drop, read_only } of [caddy, playkeep])
      expect([cap_drop, read_only]).toEqual([['ALL'], true]);
  });

  test('give Playkeep settings that exist, and the time that it takes to end', () => {
    const names = Object.keys(playkeep.environment);
    expect(names.filter((name) => !(settingNames as readonly string[]).includes(name))).toEqual([]);
    const seconds = Number.parseInt(playkeep.stop_grace_period ?? '', 10);
    expect(seconds).toBeGreaterThan(SHUTDOWN_DRAIN_SECONDS + SHUTDOWN_GRACE_SECONDS + 1);
  });
});

/** The names of variables that Compose demands. */
const demanded = new Set(
  [...readFile('deploy/compose.yaml').matchAll(/\$\{(?<name>\w+):\?/g)].map(
    ({ groups }) => groups?.name ?? '',
  ),
);
const everyVariable = readFile('deploy/compose.yaml').match(/\$\{.*?\}/g) ?? [];

describe.skipIf(Bun.which('bash') === null || Bun.which('openssl') === null)(
  'the block of the document',
  () => {
    const block = /```sh\n(?<text>[^`]*> \.env [^`]*)```/.exec(page)?.groups?.text ?? '';

    test('makes every variable that Compose demands and a key for tokens, all random, for one user alone', () => {
      using copy = temporaryDirectory();
      const run = () => {
        expect(
          Bun.spawnSync(['bash', '-e', '-c', block.replace(/^cd .*/m, '')], { cwd: copy.directory }).exitCode,
        ).toBe(0);
        return readFileSync(join(copy.directory, '.env'), 'utf8');
      };
      const [first, second] = [run(), run()];
      const variable = (text: string, name: string) =>
        new RegExp(`^${name}=(.+)$`, 'm').exec(text)?.[1] ?? '';
      expect([...demanded].sort()).toEqual(['POSTGRES_PASSWORD', 'SITE']);
      expect(everyVariable.every((text) => text.includes(':?'))).toBe(true);
      expect(variable(first, 'SITE')).toBe('game.example');
      for (const name of ['POSTGRES_PASSWORD', 'JWT_SECRET']) {
        expect(variable(first, name)).toMatch(/^[0-9a-f]{64}$/);
        expect(variable(first, name)).not.toBe(variable(second, name));
      }
      expect(statSync(join(copy.directory, '.env')).mode & 0o777).toBe(0o600);
    });
  },
);

/** Compose as a program of its own, or as a plugin of Docker. */
const composeCommand =
  Bun.which('docker-compose') !== null
    ? ['docker-compose']
    : Bun.which('docker') !== null && Bun.spawnSync(['docker', 'compose', 'version']).exitCode === 0
      ? ['docker', 'compose']
      : undefined;

describe.skipIf(composeCommand === undefined)('Docker Compose', () => {
  function config(settings: Readonly<Record<string, string>>): {
    readonly exitCode: number;
    readonly stderr: string;
  } {
    using copy = temporaryDirectory();
    cpSync(folder, copy.directory, { recursive: true });
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(copy.directory, '.env'), lines.join('\n'));
    const { exitCode, stderr } = Bun.spawnSync([...(composeCommand ?? []), 'config', '--quiet'], {
      ...{ cwd: copy.directory, env: { PATH: process.env.PATH ?? '', HOME: copy.directory } },
    });
    return { exitCode, stderr: String(stderr) };
  }
  const settings = { SITE: 'game.example', POSTGRES_PASSWORD: 'abc' };

  test('accepts the file', () => {
    expect(config(settings)).toEqual({ exitCode: 0, stderr: '' });
  }, 180_000);

  test.each(['SITE', 'POSTGRES_PASSWORD'])(
    'stops with a sentence where %s is missing',
    (name) => {
      const { exitCode, stderr } = config({ ...settings, [name]: '' });
      expect(exitCode).not.toBe(0);
      expect(stderr).toContain(`${name} is missing a value: set it in .env to`);
    },
    180_000,
  );
});

test.skipIf(Bun.which('caddy') === null)(
  'Caddy accepts its file',
  () => {
    const command = ['caddy', 'validate', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    using home = temporaryDirectory();
    const env = { PATH: process.env.PATH ?? '', HOME: home.directory, SITE: 'localhost' };
    const { exitCode, stderr } = Bun.spawnSync(command, { env, stderr: 'pipe' });
    expect([exitCode, exitCode === 0 ? '' : String(stderr)]).toEqual([0, '']);
  },
  180_000,
);
