// A machine for the lines of a page: a folder stands for its root, and stand-ins for the programs that would change a real machine. The
// paths of the page and of the files in `deploy/` lead into the folder.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { freePort } from '../../../harness/postgres.ts';
import { proxyPrograms, type RunningProxy } from '../../processes/restarts/proxy.ts';
import { type DebianPostgres, programsOfDebian, startDebianPostgres } from './debian-postgres.ts';
import { fetchFor } from './downloads.ts';
import { checkNginx, makeCertificate } from './nginx.ts';
import { blocksOf, nameOnPage, publicName, real } from './page.ts';
import { openShell, type Shell } from './shell.ts';
import { createStandIns, type Handler } from './stand-ins.ts';
import { createUnits, type Units } from './units.ts';

export interface Machine extends Shell {
  readonly root: string;
  readonly calls: readonly string[];
  readonly units: Units;
  /** The ports that stand for 8080 and 8081. */
  readonly ports: readonly number[];
  /** Those that stand for 9180 and 9181. */
  readonly metricsPorts: readonly number[];
  readonly proxy: RunningProxy | undefined;
  /** Types blocks of a section: those with a text, or all. @returns what they printed */
  typeSection(title: string, text?: string): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Every block that was typed, as it stands on the page. */
export const typed = new Set<string>();

/** Paths of a machine lead into the folder. */
const pathsInto = (root: string) => (text: string) =>
  text.replaceAll(/(?<![\w.])\/(?=(?:usr\/local|etc|var)\/)/g, `${root}/`);

export async function createMachine(): Promise<Machine> {
  const { directory: root, remove } = temporaryDirectory();
  const intoRoot = pathsInto(root);
  const ports = [freePort(), freePort()];
  const metricsPorts = [freePort(), freePort()];
  let postgres: DebianPostgres | undefined;
  let proxy: RunningProxy | undefined;
  const folders = 'usr/local/bin usr/local/sbin usr/local/src etc/systemd/system var/backups'.split(' ');
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });

  const onForeign = async (verb: string, unit: string): Promise<void> => {
    if (!/^(?:caddy|nginx|systemd-journald)\.service$/.test(unit))
      throw new Error(`there is no unit ${unit}`);
    if (unit !== 'caddy.service' || verb !== 'reload') return;
    // Caddy, where it is installed.
    const program = proxyPrograms.findLast(({ path }) => path !== null);
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
    install: ({ args }) => {
      const others = args.filter((each, at) => !isOwner(each) && !isOwner(args[at - 1] ?? ''));
      return { command: [real('install'), ...others] };
    },
    runuser: ({ args: [, user = '', , ...command] }) => ({
      command,
      environment: { ...postgres?.environmentOf(user) },
    }),
    caddy: ({ args }) => ({
      command: Bun.which('caddy') === null ? ['true'] : [real('caddy'), ...args],
      environment: { HOME: root },
    }),
    nginx: () => checkNginx(root),
    curl: ({ args, cwd }) =>
      fetchFor(args, cwd, { root, intoRoot, proxyUrl: () => proxy?.url ?? `http://127.0.0.1:${ports[0]}` }),
    systemctl: async ({ args: [verb = '', ...args] }) => {
      const units = args.filter((unit) => unit !== '--now');
      return { status: verb === 'daemon-reload' ? 0 : await machine.units.run(verb, units) };
    },
  };
  const standIns = createStandIns(join(root, 'stand-ins'), handlers);
  const own = ['stand-ins', 'usr/local/bin', 'usr/local/sbin'].map((folder) => join(root, folder));
  const environment = {
    ...standIns.environment,
    PATH: [...own, programsOfDebian, process.env.PATH].filter(Boolean).join(':'),
    HOME: root,
  };
  const shell = openShell(environment, root);
  const machine: Machine = {
    ...shell,
    root,
    ports,
    metricsPorts,
    calls: standIns.calls,
    get proxy() {
      return proxy;
    },
    units: createUnits({
      root,
      environment: () => ({ ...environment, ...postgres?.environmentOf('playkeep') }),
      portOf: (port) =>
        String(
          { 8080: ports[0], 8081: ports[1], 9180: metricsPorts[0], 9181: metricsPorts[1] }[port] ?? port,
        ),
      onForeign,
    }),
    type: (lines) => {
      const own = intoRoot(lines).replace(`NAME=${nameOnPage}`, `NAME=${publicName}`);
      return shell.type(own.replaceAll('127.0.0.1:5432', `127.0.0.1:${postgres?.port}`));
    },
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
