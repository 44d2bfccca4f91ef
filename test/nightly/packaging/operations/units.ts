// A stand-in for systemd: it starts units by the lines of their files, without their sandbox. A service of the type notify is started
// when it has told so, and a unit that fails starts its OnFailure.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openNotifySocket } from '../../../harness/notify-socket.ts';

export type Units = ReturnType<typeof createUnits>;

interface UnitOptions {
  /** Stands for the root of the machine. */
  readonly root: string;
  /** Variables that the units find. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** The free port that stands for one of the page. */
  readonly portOf: (port: string) => string;
  /** The unit is one of the system, such as `caddy`. */
  readonly onForeign: (verb: string, unit: string) => Promise<void>;
}

/** `NAME=value` lines as systemd reads them. */
const variablesOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

export function createUnits({ root, environment, portOf, onForeign }: UnitOptions) {
  type Unit = NonNullable<ReturnType<typeof read>>;
  const running = new Map<string, Bun.Subprocess>();

  /** The file of a unit, or of its template, with the specifiers replaced. */
  function read(name: string) {
    const [, prefix, instance = '', kind] = /^([^@]*)(?:@(.*))?\.(\w+)$/.exec(name) ?? [];
    const file = instance === '' ? name : `${prefix}@.${kind}`;
    const path = join(root, 'etc/systemd/system', file);
    if (!existsSync(path)) return undefined;
    const specifiers: Readonly<Record<string, string>> = { i: instance, n: name, S: join(root, 'var/lib') };
    const text = readFileSync(path, 'utf8').replaceAll(/%(\w)/g, (_match, which) => specifiers[which] ?? '?');
    const values = (key: string) =>
      [...text.matchAll(new RegExp(`^${key}=(?<value>.*)$`, 'gm'))].map(({ groups }) => groups?.value ?? '');
    return { values, value: (key: string) => values(key).at(-1) ?? '' };
  }

  function spawn(unit: Unit, more: Readonly<Record<string, string>> = {}): Bun.Subprocess {
    const state = unit.value('StateDirectory');
    if (state !== '') mkdirSync(join(root, 'var/lib', state), { recursive: true, mode: 0o700 });
    const settings = unit.values('EnvironmentFile').flatMap((value) => {
      // systemd leaves out a file with this sign that is not there.
      const path = value.replace(/^-/, '');
      return path === value || existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
    });
    const own = variablesOf([...unit.values('Environment'), ...settings]);
    const ports = Object.entries(own).filter(([name]) => name === 'PORT' || name === 'METRICS_PORT');
    const free = Object.fromEntries(ports.map(([name, port]) => [name, portOf(port)]));
    return Bun.spawn(unit.value('ExecStart').split(' '), {
      cwd: unit.value('WorkingDirectory') || '/',
      env: { ...environment(), ...own, ...free, ...more },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  async function startService(name: string, unit: Unit): Promise<number> {
    const path = join(root, `notify-${crypto.randomUUID()}`);
    using socket = openNotifySocket(path);
    const child = spawn(unit, { NOTIFY_SOCKET: path, WATCHDOG_USEC: `${unit.value('WatchdogSec')}000000` });
    running.set(name, child);
    while (child.exitCode === null && !socket.received().includes('READY=1')) await Bun.sleep(10);
    return child.exitCode === null ? 0 : 1;
  }

  async function start(name: string): Promise<number> {
    const unit = read(name);
    if (unit === undefined) {
      await onForeign('start', name);
      return 0;
    }
    // The test does not wait for the time of a timer.
    if (name.endsWith('.timer')) return 0;
    if (unit.value('Type') === 'notify') return startService(name, unit);
    const status = await spawn(unit).exited;
    // One that is not there is left out.
    const others = unit.values('OnFailure').filter((other) => read(other) !== undefined);
    for (const other of status === 0 ? [] : others) await start(other);
    return status === 0 ? 0 : 1;
  }

  async function stop(name: string): Promise<number> {
    const child = running.get(name);
    running.delete(name);
    child?.kill('SIGTERM');
    return (await child?.exited) ?? 0;
  }

  const inFull = (unit: string): string => (/\.(?:service|timer)$/.test(unit) ? unit : `${unit}.service`);

  return {
    /** @returns its exit status */
    async run(verb: string, units: readonly string[]): Promise<number> {
      const names = units.map(inFull);
      const foreign = names.filter((name) => read(name) === undefined);
      for (const name of foreign) await onForeign(verb, name);
      const own = names.filter((name) => !foreign.includes(name));
      const each = async (name: string): Promise<number> => {
        const ended = verb === 'stop' || verb === 'restart' ? await stop(name) : 0;
        return verb === 'stop' || ended !== 0 ? ended : start(name);
      };
      return Math.max(0, ...(await Promise.all(own.map(each))));
    },
    /** Ends all services at once. */
    async kill() {
      const children = [...running.values()];
      running.clear();
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(children.map((child) => child.exited));
    },
  };
}
