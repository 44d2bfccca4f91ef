// The scenarios of games on plain Node, with saves in files: run by `node --test`, with the compiled client in CLIENT, the service in
// SERVICE and the control server in CONTROL.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createPlatform } from './scenario-platform.mjs';
import { scenarios } from './scenarios.mjs';

const { CLIENT, SERVICE, CONTROL } = process.env;
const module = await import(CLIENT);
const directory = await mkdtemp(join(tmpdir(), 'playkeep-scenarios-'));
after(() => rm(directory, { recursive: true }));

let folders = 0;
const platform = createPlatform({
  ...{ name: 'node', module, url: SERVICE, control: CONTROL, isDurable: true },
  storage() {
    folders += 1;
    return module.fileStorage(join(directory, String(folders)));
  },
});

for (const [title, run] of Object.entries(scenarios)) test(title, () => run(platform));
