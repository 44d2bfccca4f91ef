// The units and configurations in `deploy/`: systemd accepts them and their sandbox, the service needs no system call that it forbids,
// and the proxies have the configurations of docs/operations/install.md.
import { describe, expect, test } from 'bun:test';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { startProcess } from '../../../harness/process.ts';
import { canTrace } from '../../../harness/strace.ts';
import { root } from './page.ts';

const deploy = join(root, 'deploy');
const own = join(deploy, 'virtual-machine');
const unit = readFileSync(join(deploy, 'playkeep.service'), 'utf8');
const valuesOf = (key: string): string[] =>
  [...unit.matchAll(new RegExp(`^${key}=(?<value>.*)$`, 'gm'))].map(({ groups }) => groups?.value ?? '');
const hasSystemd = Bun.which('systemd-analyze') !== null;
const isUnit = (name: string): boolean => /\.(?:service|timer)$/.test(name);

const analyze = (...args: string[]): string => {
  const command = ['systemd-analyze', '--no-pager', ...args];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { stderr: 'pipe' });
  return `${exitCode === 0 ? '' : `status ${exitCode}\n`}${stderr}${stdout}`;
};

/** All units in a folder, with programs that are there. */
function unitsIn(directory: string): string[] {
  const paths = [deploy, own].flatMap((folder) =>
    readdirSync(folder)
      .filter(isUnit)
      .map((name) => join(folder, name)),
  );
  const names = paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
  for (const [index, path] of paths.entries()) {
    const text = readFileSync(path, 'utf8')
      .replaceAll('/usr/local/bin', join(root, 'bin'))
      .replaceAll('/usr/local/sbin', own);
    writeFileSync(join(directory, names[index] ?? ''), text);
  }
  copyFileSync(join(directory, 'playkeep.service'), join(directory, 'playkeep@.service'));
  return [...names, 'playkeep@8080.service'];
}

describe('the unit of the service', () => {
  test('tells systemd when it is ready, is not root, and has time to drain', () => {
    expect(valuesOf('Type')).toEqual(['notify']);
    expect(valuesOf('User')).toEqual(['playkeep']);
    expect(valuesOf('WantedBy')).toEqual(['multi-user.target']);
    expect(valuesOf('ExecStart')).toEqual(['/usr/local/bin/playkeep serve']);
    expect(valuesOf('ExecReload')).toEqual(['/usr/local/bin/playkeep reload']);
    // Two seconds of draining and ten for requests in flight.
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(12);
    expect(Number(valuesOf('WatchdogSec')[0])).toBeGreaterThan(10);
  });
});

describe.skipIf(!hasSystemd)('systemd', () => {
  test('accepts all units, without a warning', () => {
    using folder = temporaryDirectory();
    const paths = unitsIn(folder.directory).map((name) => join(folder.directory, name));
    expect(paths.length).toBeGreaterThan(6);
    expect(analyze('verify', '--man=no', ...paths)).toBe('');
    writeFileSync(paths[0] ?? '', `${unit}\n[Service]\nProtectSytem=strict\n`);
    expect(analyze('verify', '--man=no', ...paths)).toContain('ProtectSytem');
  }, 180_000);

  test('gives them the exposure of a sandbox', () => {
    using folder = temporaryDirectory();
    const exposures = unitsIn(folder.directory)
      .filter((name) => name.endsWith('.service') && !/@\w/.test(name))
      .map((name) => {
        const report = analyze('security', '--offline=true', join(folder.directory, name));
        return [name, Number(/exposure level for \S+: ([\d.]+)/.exec(report)?.[1])] as const;
      });
    const isGood = (name: string, exposure: number) =>
      exposure > 0 && exposure <= (name === 'playkeep.service' ? 1.5 : 2);
    expect(exposures.filter(([name, exposure]) => !isGood(name, exposure))).toEqual([]);
  }, 180_000);

  test.skipIf(!canTrace)(
    'forbids no system call that the service makes',
    async () => {
      using folder = temporaryDirectory();
      const trace = join(folder.directory, 'trace');
      const service = await startProcess({ NODE_ENV: 'production', HOST: '127.0.0.1' }, folder.directory, {
        under: ['strace', '-D', '-f', '-qq', '-e', 'signal=none', '-o', trace],
      });
      expect(await service.as('ann', 'POST', '/api/game/metadata', { body: '{"data": {}}' })).toMatchObject({
        status: 200,
      });
      for (const path of ['/readyz', '/metrics', '/openapi.json']) {
        expect([path, (await service.call('GET', path)).status]).toEqual([path, 200]);
      }
      service.signal('SIGTERM');
      expect(await service.exited).toBe(0);
      const text = readFileSync(trace, 'latin1');
      const made = new Set(
        [...text.matchAll(/^\d+ +(?<name>\w+)\(/gm)].map(({ groups }) => groups?.name ?? ''),
      );
      const allowed = allowedCalls();
      // SQLite calls it as root alone.
      expect([...made].filter((name) => !allowed.has(name) && name !== 'fchown')).toEqual([]);
      expect(made.size).toBeGreaterThan(30);
      const families = valuesOf('RestrictAddressFamilies')[0]?.split(' ');
      for (const [family] of text.matchAll(/(?<=\bsocket\()AF_\w+/g)) expect(families).toContain(family);
    },
    180_000,
  );
});

/** The system calls of the filters of the unit. */
function allowedCalls(): ReadonlySet<string> {
  const all = analyze('syscall-filter');
  const members = (set: string): string[] => {
    const [, text = ''] = all.split(`\n${set}\n`);
    const lines = text.split(/\n(?=@)/)[0]?.split('\n') ?? [];
    return lines
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
      .flatMap((line) => (line.startsWith('@') ? members(line) : [line]));
  };
  const allowed = new Set<string>();
  for (const filter of valuesOf('SystemCallFilter')) {
    const names = filter.replace('~', '').split(' ').flatMap(members);
    for (const name of names) {
      if (filter.startsWith('~')) allowed.delete(name);
      else allowed.add(name);
    }
  }
  return allowed;
}

describe('the configuration of', () => {
  const page = readFileSync(join(root, 'docs/operations/install.md'), 'utf8');
  test.each([
    ['nginx', 'nginx.conf'],
    ['caddyfile', 'Caddyfile'],
  ])('%s is that of the page about proxies', (language, name) => {
    expect(page).toContain(`\`\`\`${language}\n${readFileSync(join(own, name), 'utf8')}\`\`\`\n`);
  });
});
