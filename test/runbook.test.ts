// The service on one machine as docs/operations/install.md works it through: its settings and commands are typed as they stand, but for
// the folders, and its unit is checked by systemd where there is one.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from './harness/engines.ts';
import { freePort } from './harness/postgres.ts';
import { proxyPrograms } from './restarts/proxy.ts';

const root = join(import.meta.dir, '..');
const page = readFileSync(join(root, 'docs/operations/install.md'), 'utf8');
const [section = ''] = page.slice(page.indexOf('## On one machine')).split(/\n(?=## )/);

/** The block of a language that has a text. */
function blockWith(language: string, text: string): string {
  const blocks = [...section.matchAll(/```(?<language>\w+)\n(?<text>.*?)\n```/gs)];
  const block = blocks.find(({ groups }) => groups?.language === language && groups.text?.includes(text));
  if (!block?.groups?.text) throw new Error(`the section has no ${language} with ${text}`);
  return block.groups.text;
}

/** `NAME=value` lines as systemd reads them. */
const variablesOf = (lines: string): Record<string, string> =>
  Object.fromEntries(
    lines.split('\n').flatMap((line) => {
      const { name, value } = /^(?<name>\w+)=(?<value>.*)$/.exec(line)?.groups ?? {};
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );

const unit = () => blockWith('ini', '[Service]');
const lineOf = (name: string): string =>
  new RegExp(`^${name}=(?<value>.*)$`, 'm').exec(unit())?.groups?.value ?? '';

describe('the unit', () => {
  test('does not run as root, can be enabled, and reaches its database alone', () => {
    expect(lineOf('User')).toMatch(/^(?!root$)\w+$/);
    expect(lineOf('WantedBy')).toBe('multi-user.target');
    const settings = blockWith('sh', 'DATABASE_URL');
    expect(settings).toContain(`DATABASE_URL=sqlite:/var/lib/${lineOf('StateDirectory')}/`);
    expect(blockWith('sh', 'useradd')).toContain(
      `-g ${lineOf('User')} /dev/null ${lineOf('EnvironmentFile')}`,
    );
  });

  test.skipIf(Bun.which('systemd-analyze') === null)(
    'is one that systemd accepts',
    () => {
      using folder = temporaryDirectory();
      const path = join(folder.directory, 'playkeep@8080.service');
      writeFileSync(path, unit().replaceAll('/srv/playkeep', root));
      const verify = () => Bun.spawnSync(['systemd-analyze', 'verify', '--man=no', path], { stderr: 'pipe' });
      const { exitCode, stderr } = verify();
      expect([exitCode, String(stderr).match(/playkeep@.*/g)]).toEqual([0, null]);
      writeFileSync(path, unit().replaceAll('/srv/playkeep', `${folder.directory}/none`));
      expect(String(verify().stderr)).toContain('playkeep@8080.service');
    },
    60_000,
  );
});

interface Started {
  readonly port: number;
  [Symbol.asyncDispose](): Promise<void>;
}

describe.skipIf(Bun.which('bash') === null)('the service', () => {
  let folder: TemporaryDirectory;
  let service: Started;
  const typed = (lines: string): string =>
    lines
      .replaceAll('/srv/playkeep', root)
      .replaceAll('/var/lib/playkeep', `${folder.directory}/state`)
      .replaceAll('/etc/playkeep.env', `${folder.directory}/playkeep.env`);
  const environment = () => ({ PATH: process.env.PATH ?? '', HOME: folder.directory });

  async function bash(lines: string): Promise<string> {
    const shell = Bun.spawn(['bash', '-e', '-c', typed(lines)], {
      ...{ cwd: folder.directory, env: environment(), stderr: 'pipe' },
    });
    const [stdout, stderr] = await Promise.all([
      new Response(shell.stdout).text(),
      new Response(shell.stderr).text(),
    ]);
    expect([lines, await shell.exited, stderr.includes('rror')]).toEqual([lines, 0, false]);
    return stdout;
  }

  /** Starts a process of the unit. */
  async function start(): Promise<Started> {
    const port = freePort();
    const child = Bun.spawn(typed(lineOf('ExecStart')).split(' '), {
      cwd: folder.directory,
      env: {
        ...environment(),
        ...variablesOf(lineOf('Environment').replace('%i', String(port))),
        ...variablesOf(readFileSync(typed(lineOf('EnvironmentFile')), 'utf8')),
        UNAUTHENTICATED_LIMIT_PER_MINUTE: '5',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
    while (child.exitCode === null && !(await isReady())) await Bun.sleep(25);
    expect(child.exitCode).toBeNull();
    return {
      port,
      async [Symbol.asyncDispose]() {
        child.kill('SIGKILL');
        await child.exited;
      },
    };
  }

  beforeAll(async () => {
    folder = temporaryDirectory();
    await bash('mkdir -m 700 /var/lib/playkeep; install -m 640 /dev/null /etc/playkeep.env');
    await bash(blockWith('sh', 'cat > /etc/playkeep.env'));
    service = await start();
  }, 60_000);
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    folder.remove();
  });

  test('keeps its secret and its files from other users', () => {
    const modeOf = (path: string) => statSync(typed(path)).mode & 0o777;
    expect([modeOf('/etc/playkeep.env'), modeOf('/var/lib/playkeep/playkeep.db')]).toEqual([0o640, 0o600]);
  });

  test('listens on this machine alone', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others) {
      await expect(fetch(`http://${address}:${service.port}/livez`)).rejects.toThrow();
    }
    expect((await fetch(`http://127.0.0.1:${service.port}/livez`)).status).toBe(200);
  });

  test('gives a key to the console', async () => {
    const lines = blockWith('sh', 'key create').replace('runuser -u playkeep -- ', '');
    const key = (await bash(lines)).trim();
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`http://127.0.0.1:${service.port}/api/server/me`, { headers });
    expect([answer.status, ((await answer.json()) as { data: { name: string } }).data.name]).toEqual([
      200,
      'me',
    ]);
  }, 60_000);

  for (const program of proxyPrograms) {
    test.skipIf(program.path === null)(
      `limits an address behind ${program.name} that forges others`,
      async () => {
        await using own = await start();
        await using proxy = await program.start([own.port, own.port]);
        const statuses: number[] = [];
        for (let n = 1; n <= 8; n += 1) {
          const headers = {
            authorization: `Bearer ${n}`,
            'x-forwarded-for': `203.0.113.${n}, 198.51.100.${n}`,
          };
          statuses.push((await fetch(`${proxy.url}/api/game/metadata`, { headers })).status);
        }
        expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
      },
      60_000,
    );
  }
});
