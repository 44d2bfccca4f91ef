// Makes the Godot project of the example ready to open: the addon beside it as a copy, since links break on Windows, and the
// addresses of the example that runs. Git ignores both.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ExampleAddresses {
  /** The address of the game's own server, which gives out tokens. */
  readonly url: string;
  readonly serviceUrl: string;
}

/** The folder of the project. */
export const godotProject = import.meta.dir;
const addon = join(import.meta.dir, '../../sdks/godot/addons/playkeep');

/** @param folder a copy of the project, in tests  @throws the system's error for a folder that cannot be written */
export function prepareProject({ url, serviceUrl }: ExampleAddresses, folder = godotProject): void {
  const copy = join(folder, 'addons/playkeep');
  // A file that the addon has no more must not stay.
  rmSync(copy, { recursive: true, force: true });
  cpSync(addon, copy, { recursive: true });
  const lines = [
    '[example]',
    '',
    `service=${JSON.stringify(serviceUrl)}`,
    `sign_in=${JSON.stringify(url)}`,
    '',
  ];
  writeFileSync(join(folder, 'addresses.cfg'), lines.join('\n'));
}
