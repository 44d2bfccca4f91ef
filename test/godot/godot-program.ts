// The Godot of this machine: the program that `GODOT` names, or `godot` on the path.
import { join } from 'node:path';

export const godotProgram = process.env.GODOT ?? Bun.which('godot') ?? undefined;
const project = join(import.meta.dir, '../../sdks/godot');

/** Runs the project of the Godot client without a window. */
export function startGodot(parameters: readonly string[], environment: Readonly<Record<string, string>>) {
  return Bun.spawn([godotProgram ?? 'godot', '--headless', '--path', project, ...parameters], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
