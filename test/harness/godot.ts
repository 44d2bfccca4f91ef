// Godot for tests: a copy of the project in sdks/godot, and runs of its scenes without a window. Each run has its own folder for
// `user://`, so that nothing of the machine's Godot is read or written.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from './engines.ts';

/** The program that `GODOT` names, or the one on the path; undefined where the machine has none. */
export const godot: string | undefined = process.env.GODOT || (Bun.which('godot') ?? undefined);

export const sourceOfProject = join(import.meta.dir, '../../sdks/godot');

export interface GodotRun {
  readonly exitCode: number;
  /** Everything that it printed, errors included. */
  readonly output: string;
}

export interface GodotStart {
  /** A scene of the project, such as `res://tests/run.tscn`. */
  readonly scene: string;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The parent of the folder of `user://`. One that a test gives again keeps its files. By default a new one. */
  readonly home?: string;
}

export interface GodotProject extends Disposable {
  /** A folder that is removed with the project. */
  newHome(): string;
  /** Starts a run, which the caller may kill. Both streams are read by the caller. */
  start(options: GodotStart): Bun.Subprocess<'ignore', 'pipe', 'pipe'>;
  run(options: GodotStart): Promise<GodotRun>;
  /** Writes a file into the copy of the project. */
  write(name: string, text: string): void;
}

/**
 * Copies the project and imports it, so that its classes are known.
 * @param source the folder of another project
 * @param prepare adds to the copy in this folder, before it is imported
 */
export async function openGodotProject(
  source = sourceOfProject,
  prepare: (folder: string) => void = () => {},
): Promise<GodotProject> {
  if (godot === undefined) throw new Error('there is no Godot');
  const program = godot;
  const files = temporaryDirectory();
  const path = join(files.directory, 'project');
  cpSync(source, path, { recursive: true, filter: (file) => !file.endsWith('/.godot') });
  prepare(path);
  let homes = 0;

  function newHome(): string {
    homes += 1;
    const home = join(files.directory, `home-${homes}`);
    mkdirSync(home);
    return home;
  }

  function spawn(args: readonly string[], { environment = {}, home = newHome() }: Omit<GodotStart, 'scene'>) {
    const folders = { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home };
    return Bun.spawn([program, '--headless', '--path', path, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH ?? '', ...folders, ...environment },
    });
  }

  async function finish(child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>): Promise<GodotRun> {
    const [out, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { exitCode: await child.exited, output: out + errors };
  }

  const start = ({ scene, args = [], ...rest }: GodotStart) => spawn([scene, '--', ...args], rest);
  const write = (name: string, text: string) => writeFileSync(join(path, name), text);
  const imported = await finish(spawn(['--import'], {}));
  if (imported.exitCode !== 0) throw new Error(`the project cannot be imported:\n${imported.output}`);
  return { newHome, start, run: (options) => finish(start(options)), write, [Symbol.dispose]: files.remove };
}
