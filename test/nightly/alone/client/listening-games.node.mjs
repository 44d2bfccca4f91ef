// Games whose listeners call the save at random (listening-games.mjs) on plain Node, with saves in files: with the compiled client in
// CLIENT, the service in SERVICE, the control server in CONTROL, the first seed in SEED and the number of games in GAMES.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playAll } from '../../../../client/test/listening-games.mjs';
import { createPlatform } from '../../../../client/test/scenario-platform.mjs';

const { CLIENT, SERVICE, CONTROL, SEED, GAMES } = process.env;
const module = await import(CLIENT);
const directory = await mkdtemp(join(tmpdir(), 'playkeep-listening-'));
let folders = 0;
const platform = createPlatform({
  ...{ name: 'node', module, url: SERVICE, control: CONTROL, isDurable: true },
  storage() {
    folders += 1;
    return module.fileStorage(join(directory, String(folders)));
  },
});
try {
  await playAll(platform, Number(SEED), Number(GAMES), ['a']);
  process.stdout.write(`${GAMES} games\n`);
} finally {
  // Games beside the one that failed may still write.
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
}
