// The setup of one machine with Docker Compose, also with Prometheus and Grafana: its rules, the settings as the document makes them, and
// Compose and Caddy themselves where they are installed.
import { describe, expect, test } from 'bun:test';
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames } from '../../src/config/registry.ts';
import { SHUTDOWN_DRAIN_SECONDS, SHUTDOWN_GRACE_SECONDS } from '../../src/limits.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { overlays, readFile, renderedPath, version } from './manifests.ts';

const folder = join(import.meta.dir, '../../deploy');
// biome-ignore lint/suspicious/noExplicitAny: files of many shapes
const parse = (path: string): any => Bun.YAML.parse(readFile(path));
const compose = parse('deploy/compose.yaml');
const { caddy, playkeep, postgres } = compose.services;

describe('the services', () => {
  test('are reached through Caddy alone, and PostgreSQL by Playkeep alone', () => {
    expect(caddy.ports).toEqual(['80:80', '443:443', '443:443/udp']);
    expect([playkeep.ports, postgres.ports]).toEqual([undefined, undefined]);
    expect([caddy, playkeep, postgres].map(({ networks }) => networks)).toEqual([
      ['front'],
      ['front', 'back'],
      ['back'],
    ]);
    expect(compose.networks.back.internal).toBe(true);
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
    for (const { security_opt } of [caddy, playkeep, postgres])
      expect(security_opt).toEqual(['no-new-privileges:true']);
    for (const { cap_drop, read_only } of [caddy, playkeep])
      expect([cap_drop, read_only]).toEqual([['ALL'], true]);
  });

  test('give Playkeep settings that exist, and the time that it takes to end', () => {
    expect(settingNames).toEqual(expect.arrayContaining(Object.keys(playkeep.environment)));
    const seconds = Number.parseInt(playkeep.stop_grace_period, 10);
    expect(seconds).toBeGreaterThan(SHUTDOWN_DRAIN_SECONDS + SHUTDOWN_GRACE_SECONDS + 1);
  });
});

describe('monitoring', () => {
  const added = parse('deploy/compose.monitoring.yaml');
  const { playkeep: measured, prometheus, grafana } = added.services;
  const scrape = parse('deploy/prometheus/prometheus.yml');

  test('lets Prometheus read the port of the metrics, and nobody else in', () => {
    expect(scrape.scrape_configs).toMatchObject([
      {
        job_name: 'playkeep',
        static_configs: [{ targets: [`playkeep:${measured.environment.METRICS_PORT}`] }],
      },
    ]);
    expect([measured.ports, prometheus.ports]).toEqual([undefined, undefined]);
    expect(grafana.ports).toEqual(['127.0.0.1:3000:3000']);
    expect([measured.networks, prometheus.networks]).toEqual([['monitoring'], ['monitoring']]);
    expect(added.networks.monitoring.internal).toBe(true);
    for (const { cap_drop, security_opt } of [prometheus, grafana])
      expect([cap_drop, security_opt]).toEqual([['ALL'], ['no-new-privileges:true']]);
  });

  test('mounts files that are there: the rules, the dashboard and their configuration', () => {
    const mounted = [...prometheus.volumes, ...grafana.volumes]
      .map((volume: string) => volume.split(':')[0] ?? '')
      .filter((path) => path.startsWith('./'));
    expect(mounted).toEqual(['./prometheus', './grafana/provisioning', './grafana/playkeep.json']);
    expect(mounted.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
    expect(scrape.rule_files).toEqual(['playkeep.rules.yml']);
    const [provider] = parse('deploy/grafana/provisioning/dashboards/playkeep.yaml').providers;
    expect(grafana.volumes).toContain(`./grafana/playkeep.json:${provider.options.path}/playkeep.json:ro`);
  });

  test('reads the pods of the overlays, at their port of the metrics, as the job playkeep', () => {
    const { spec: monitor } = parse('deploy/prometheus/pod-monitor.yaml');
    for (const overlay of overlays) {
      const { metadata, spec } = parse(renderedPath(overlay)).find(({ kind }: { readonly kind: string }) =>
        /^(?:Deployment|StatefulSet)$/.test(kind),
      ).spec.template;
      expect(spec.containers[0].ports.map(({ name }: { readonly name: string }) => name)).toEqual(
        expect.arrayContaining(
          monitor.podMetricsEndpoints.map(({ port }: { readonly port: string }) => port),
        ),
      );
      expect(metadata.labels).toMatchObject(monitor.selector.matchLabels);
      expect(metadata.labels[monitor.jobLabel]).toBe('playkeep');
    }
  });
});

const canMakeSettings = Bun.which('bash') !== null && Bun.which('openssl') !== null;

test.skipIf(!canMakeSettings)(
  'the block of the document makes every variable that Compose demands, random and for one user alone',
  () => {
    const page = readFile('docs/operations/containers.md');
    const block = /```sh\n(?<text>[^`]*> \.env [^`]*)```/.exec(page)?.groups?.text ?? '';
    using copy = temporaryDirectory();
    const run = () => {
      const command = ['bash', '-e', '-c', block.replace(/^cd .*/m, '')];
      expect(Bun.spawnSync(command, { cwd: copy.directory }).exitCode).toBe(0);
      return readFileSync(join(copy.directory, '.env'), 'utf8');
    };
    const [first, second] = [run(), run()];
    const variables = new Set(readFile('deploy/compose.yaml').match(/(?<=\$\{).*?(?=:\?)/g));
    expect([...variables].sort()).toEqual(['POSTGRES_PASSWORD', 'SITE']);
    expect(readFile('deploy/compose.yaml')).not.toMatch(/\$\{(?!\w+:\?)/);
    expect(first).toMatch(/^SITE=game\.example$/m);
    for (const name of ['POSTGRES_PASSWORD', 'JWT_SECRET']) {
      const line = new RegExp(`^${name}=[0-9a-f]{64}$`, 'm');
      expect(first).toMatch(line);
      expect(line.exec(second)?.[0]).not.toBe(line.exec(first)?.[0] as string);
    }
    expect(statSync(join(copy.directory, '.env')).mode & 0o777).toBe(0o600);
  },
);

/** Compose as a program of its own, or as a plugin of Docker. */
const composeCommand = [['docker-compose'], ['docker', 'compose']].find(
  ([program = '', ...args]) =>
    Bun.which(program) !== null && Bun.spawnSync([program, ...args, 'version']).exitCode === 0,
);

describe.skipIf(composeCommand === undefined)('Docker Compose', () => {
  function config(settings: Readonly<Record<string, string>>) {
    using copy = temporaryDirectory();
    cpSync(folder, copy.directory, { recursive: true });
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(copy.directory, '.env'), lines.join('\n'));
    const env = { PATH: process.env.PATH ?? '', HOME: copy.directory };
    const command = [...(composeCommand ?? []), 'config', '--quiet'];
    const { exitCode, stderr } = Bun.spawnSync(command, { cwd: copy.directory, env });
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
