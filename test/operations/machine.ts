// A machine for the lines of a page: a folder stands for its root, and stand-ins for the programs that would change a real machine. The
// paths of the page and of the files in `deploy/` lead into the folder.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { temporaryDirectory } from '../harness/engines.ts';
import { freePort } from '../harness/postgres.ts';
import { programCommand } from '../harness/program.ts';
import { proxyPrograms, type RunningProxy } from '../restarts/proxy.ts';
import { type DebianPostgres, programsOfDebian, startDebianPostgres } from './debian-postgres.ts';
import { blocksOf, root as tree } from './page.ts';
import { openShell, type Shell } from './shell.ts';
import { createStandIns, type Handler, type StandIns } from './stand-ins.ts';
import { createUnits, type Units } from './units.ts';

/** The name of the machine on the page. */
export const publicName = 'game.example';

export interface Machine extends Shell {
  readonly root: string;
  readonly calls: readonly string[];
  readonly units: Units;
  /** The ports that stand for 8080 and 8081. */
  readonly ports: readonly number[];
  readonly proxy: RunningProxy | undefined;
  /** Types blocks of a section: those with a text, or all. @returns what they printed */
  typeSection(title: string, text?: string): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Every block that was typed, as it stands on the page. */
export const typed = new Set<string>();

const real = (name: string): string =>
  Bun.which(name) ?? Bun.which(name, { PATH: '/usr/sbin:/sbin' }) ?? name;

/** Paths of a machine lead into the folder. */
const pathsInto = (root: string) => (text: string) =>
  text.replaceAll(/(?<![\w.])\/(?=(?:usr\/local|etc|var)\/)/g, `${root}/`);

export async function createMachine(): Promise<Machine> {
  const { directory: root, remove } = temporaryDirectory();
  const intoRoot = pathsInto(root);
  const ports = [freePort(), freePort()];
  let postgres: DebianPostgres | undefined;
  let proxy: RunningProxy | undefined;
  for (const folder of [
    'usr/local/bin',
    'usr/local/sbin',
    'usr/local/src',
    'etc/systemd/system',
    'var/backups',
  ]) {
    mkdirSync(join(root, folder), { recursive: true });
  }

  const onForeign = async (verb: string, unit: string): Promise<void> => {
    if (!/^(?:caddy|nginx|systemd-journald)\.service$/.test(unit))
      throw new Error(`there is no unit ${unit}`);
    if (unit !== 'caddy.service' || verb !== 'reload') return;
    const program = proxyPrograms.find(({ path }) => path !== null);
    await proxy?.[Symbol.asyncDispose]();
    proxy = await program?.start(ports);
  };

  const handlers: Readonly<Record<string, Handler>> = {
    'apt-get': ({ args }) => {
      if (args.includes('postgresql')) postgres = startDebianPostgres(programsOfDebian ?? '');
      for (const name of ['caddy', 'nginx/sites-enabled'])
        mkdirSync(join(root, 'etc', name), { recursive: true });
      return undefined;
    },
    ufw: () => undefined,
    useradd: () => undefined,
    certbot: () => makeCertificate(root),
    // Files keep their owner, since the test may not be root.
    install: ({ args }) => ({
      command: [
        real('install'),
        ...args.filter((each, at) => !isOwner(each) && !isOwner(args[at - 1] ?? '')),
      ],
    }),
    runuser: ({ args: [, user = '', , ...command] }) => ({
      command,
      environment: { ...postgres?.environmentOf(user) },
    }),
    caddy: ({ args }) => ({
      command: proxyPrograms.some(({ name, path }) => name === 'caddy' && path !== null)
        ? [real('caddy'), ...args]
        : ['true'],
      environment: { HOME: root },
    }),
    nginx: () => ({ command: checkNginx(root) }),
    curl: ({ args, cwd }) =>
      fetchFor(args, cwd, { root, intoRoot, proxyUrl: () => proxy?.url ?? `http://127.0.0.1:${ports[0]}` }),
    systemctl: async ({ args: [verb = '', ...units] }) => ({
      status:
        verb === 'daemon-reload'
          ? 0
          : await machine.units.run(
              verb,
              units.filter((unit) => unit !== '--now'),
            ),
    }),
  };
  const standIns: StandIns = createStandIns(join(root, 'stand-ins'), handlers);
  const path = [
    join(root, 'stand-ins'),
    join(root, 'usr/local/bin'),
    join(root, 'usr/local/sbin'),
    programsOfDebian,
  ];
  const environment = {
    ...standIns.environment,
    PATH: [...path, process.env.PATH].filter(Boolean).join(':'),
    HOME: root,
  };
  const shell = openShell(environment, root);
  const machine: Machine = {
    ...shell,
    root,
    ports,
    calls: standIns.calls,
    get proxy() {
      return proxy;
    },
    units: createUnits({
      root,
      environment: () => ({ ...environment, ...postgres?.environmentOf('playkeep') }),
      portOf: (port) => String({ 8080: ports[0], 8081: ports[1] }[port] ?? port),
      onForeign,
    }),
    type: (lines) => shell.type(intoRoot(lines).replaceAll('127.0.0.1:5432', `127.0.0.1:${postgres?.port}`)),
    async typeSection(title, text = '') {
      const blocks = blocksOf(title).filter((block) => block.language === 'sh' && block.text.includes(text));
      if (blocks.length === 0) throw new Error(`${title} has no block with ${text}`);
      const printed: string[] = [];
      for (const block of blocks) {
        typed.add(block.text);
        printed.push(await machine.type(block.text));
      }
      return printed.join('\n');
    },
    async [Symbol.asyncDispose]() {
      await shell.close();
      await machine.units.kill();
      await proxy?.[Symbol.asyncDispose]();
      postgres?.stop();
      await standIns.stop();
      remove();
    },
  };
  return machine;
}

const isOwner = (argument: string): boolean => argument === '-o' || argument === '-g';

/** A certificate of its own takes the place of that of Let's Encrypt. */
function makeCertificate(root: string): { readonly command: readonly string[] } {
  const folder = join(root, 'etc/letsencrypt/live', publicName);
  mkdirSync(folder, { recursive: true });
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  return {
    command: [
      real('openssl'),
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      `/CN=${publicName}`,
      ...files,
    ],
  };
}

/** nginx reads the sites of the folder, on a free port. */
function checkNginx(root: string): readonly string[] {
  const sites = join(root, 'etc/nginx/sites-enabled/playkeep.conf');
  const site = readFileSync(sites, 'utf8').replace('listen 443', `listen 127.0.0.1:${freePort()}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${root}/${each};`,
  );
  const file = join(root, 'nginx.conf');
  const http = `http { access_log off; ${temporary.join(' ')}\n${site}\n}\n`;
  writeFileSync(file, `pid ${root}/nginx.pid; error_log stderr; events {}\n${http}`);
  return [real('nginx'), '-t', '-c', file];
}

interface Sources {
  readonly root: string;
  readonly intoRoot: (text: string) => string;
  readonly proxyUrl: () => string;
}

/** Gives the files of a release from this tree. All else is asked for: the public name is that of the proxy. */
function fetchFor(args: readonly string[], cwd: string, { root, intoRoot, proxyUrl }: Sources) {
  const url = args.find((each) => each.startsWith('https://github.com/playkeep/playkeep/')) ?? '';
  if (url.includes('/releases/download/')) return giveRelease(join(cwd, basename(url)));
  if (url.includes('/archive/refs/tags/')) {
    const folder = join(root, `playkeep-${basename(url).replace(/^v|\.tar\.gz$/g, '')}`);
    cpSync(join(tree, 'deploy'), join(folder, 'deploy'), { recursive: true });
    for (const name of new Bun.Glob('deploy/**').scanSync(folder)) {
      writeFileSync(join(folder, name), intoRoot(readFileSync(join(folder, name), 'utf8')));
    }
    const output = join(cwd, args[args.indexOf('--output') + 1] ?? '');
    return { command: ['tar', '-czf', output, '-C', root, basename(folder)] };
  }
  const urls = args.map((each) => each.replace(`https://${publicName}`, proxyUrl()));
  return { command: [real('curl'), ...urls] };
}

/** The executable that PLAYKEEP_PROGRAM names, or else a script that runs this tree. */
function giveRelease(path: string) {
  if (basename(path) === 'SHA256SUMS') {
    const folder = join(path, '..');
    const names = [...new Bun.Glob('playkeep-linux-*').scanSync(folder)];
    const hash = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
    const lines = names.map((name) => `${hash(name)}  ${name}\n`);
    writeFileSync(path, `${lines.join('')}${'0'.repeat(64)}  playkeep-of-another-system\n`);
    return {};
  }
  const command = programCommand();
  if (command.length === 1) cpSync(command[0] ?? '', path);
  else writeFileSync(path, `#!/bin/sh\nexec ${command.map((each) => `"${each}"`).join(' ')} "$@"\n`);
  chmodSync(path, 0o644);
  return {};
}
