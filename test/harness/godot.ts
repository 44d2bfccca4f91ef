// Godot for tests: a copy of the project in sdks/godot, and runs of its scenes without a window. Each run has its own folder for
// `user://`, so that nothing of the machine's Godot is read or written.
import { expect } from 'bun:test';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from './engines.ts';

/** The program that `GODOT` names, or the one on the path; undefined where the machine has none. */
export const godot: string | undefined = process.env.GODOT || (Bun.which('godot') ?? undefined);

export const sourceOfProject = join(import.meta.dir, '../../sdks/godot');

export interface GodotStart {
  /** A scene of the project, such as `res://tests/run.tscn`. */
  readonly scene: string;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The parent of the folder of `user://`. One that a test gives again keeps its files. By default a new one. */
  readonly home?: string;
}

export type GodotProject = Awaited<ReturnType<typeof openGodotProject>>;

/**
 * Copies the project and imports it, so that its classes are known.
 * @param source the folder of another project
 * @param prepare adds to the copy in this folder, before it is imported
 */
export async function openGodotProject(
  source = sourceOfProject,
  prepare: (folder: string) => void = () => {},
) {
  if (godot === undefined) throw new Error('there is no Godot');
  const program = godot;
  const files = temporaryDirectory();
  const path = join(files.directory, 'project');
  cpSync(source, path, { recursive: true, filter: (file) => !file.endsWith('/.godot') });
  prepare(path);
  let homes = 0;

  /** A folder that is removed with the project. */
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

  async function finish(child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>) {
    const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
    // Everything that it printed, errors included.
    const output = (await Promise.all(texts)).join('');
    return { exitCode: await child.exited, output };
  }

  /** Starts a run, which the caller may kill. Both streams are read by the caller. */
  const start = ({ scene, args = [], ...rest }: GodotStart) => spawn([scene, '--', ...args], rest);
  /** Writes a file into the copy of the project. */
  const write = (name: string, text: string) => writeFileSync(join(path, name), text);
  /** Writes a scene of one node with the script of the same name. */
  const writeScene = (name: string) => {
    const script = `[ext_resource type="Script" path="res://${name}.gd" id="1"]`;
    const node = `[node name="Scene" type="Node"]\nscript = ExtResource("1")`;
    write(`${name}.tscn`, `[gd_scene load_steps=2 format=3]\n\n${script}\n\n${node}\n`);
  };
  const imported = await finish(spawn(['--import'], {}));
  if (imported.exitCode !== 0) throw new Error(`the project cannot be imported:\n${imported.output}`);
  const run = (options: GodotStart) => finish(start(options));
  return { newHome, start, run, write, writeScene, [Symbol.dispose]: files.remove };
}

/** The files of tests in a folder of the client's project. */
export const testFilesIn = (folder: string): readonly string[] =>
  readdirSync(join(sourceOfProject, folder)).filter((name) => name.endsWith('_test.gd'));

/** Errors and warnings of Godot, with the line that says where. */
export const problemsOf = (output: string): string[] =>
  output.match(/^(?:(?:SCRIPT|USER) )?(?:ERROR|WARNING):.*\n.*$/gm) ?? [];

/** Runs a file of tests in Godot, and expects all of them to pass, with so many checks each at least. */
export async function passTestFile(
  project: GodotProject,
  folder: string,
  file: string,
  options: Omit<GodotStart, 'scene' | 'args'>,
  checksOfTest: number,
): Promise<void> {
  const scene = `res://${folder}/run.tscn`;
  const { exitCode, output } = await project.run({ scene, args: [file], ...options });
  const last = /^(?<tests>\d+) tests, (?<checks>\d+) checks, 0 failed$/m.exec(output)?.groups;
  // The whole output explains a failure.
  expect(last === undefined ? output : 'a count').toBe('a count');
  process.stderr.write(`${file}: ${last?.tests} tests, ${last?.checks} checks\n`);
  const source = readFileSync(join(sourceOfProject, folder, file), 'utf8');
  const tests = source.match(/^func test_/gm)?.length ?? 0;
  expect(Number(last?.tests)).toBe(tests);
  expect(Number(last?.checks)).toBeGreaterThanOrEqual(checksOfTest * tests);
  expect(problemsOf(output)).toEqual([]);
  expect(exitCode).toBe(0);
}
