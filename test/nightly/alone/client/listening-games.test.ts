// Games whose listeners call the save at random (listening-games.mjs), by seed, on Bun, on Node, and in Chromium with two tabs.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import * as client from '../../../../client/src/index.ts';
import { builtClient } from '../../../../client/test/built-client.ts';
import { type ControlServer, startControlServer } from '../../../../client/test/control-server.ts';
import { newContext, skippedNote, whyNoBrowser } from '../../../harness/browser/browser.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { amount } from '../../../harness/nightly.ts';
import { seed } from '../../../harness/seeded.ts';
import { type Service, startService } from '../../../harness/service.ts';

const { createPlatform } = await import(join(import.meta.dir, '../../../client/scenario-platform.mjs'));
const { playAll } = await import(join(import.meta.dir, '../../../client/listening-games.mjs'));

const games = amount(20, 1_000);
const timeoutMilliseconds = amount(120_000, 3_600_000);

let service: Service;
let control: ControlServer;
beforeAll(async () => {
  service = await startService();
  control = await startControlServer(service);
}, 60_000);
afterAll(async () => {
  await control.stop();
  await service.stop();
});

test(
  `on Bun nothing is lost or there twice, and all keeps its order (${games} games, seed ${seed})`,
  async () => {
    using files = temporaryDirectory();
    let folders = 0;
    const platform = createPlatform({
      ...{ name: 'bun', module: client, url: service.url, control: control.url, isDurable: true },
      storage() {
        folders += 1;
        return client.fileStorage(join(files.directory, String(folders)));
      },
    });
    await playAll(platform, seed, games, ['a']);
  },
  timeoutMilliseconds,
);

test(
  `on Node nothing is lost or there twice, and all keeps its order (${games} games, seed ${seed})`,
  async () => {
    const child = Bun.spawn(['node', join(import.meta.dir, 'listening-games.node.mjs')], {
      env: {
        ...process.env,
        ...{ CLIENT: await builtClient(), SERVICE: service.url, CONTROL: control.url },
        ...{ SEED: String(seed), GAMES: String(games) },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    expect([await child.exited, output, errors]).toEqual([0, `${games} games\n`, '']);
  },
  timeoutMilliseconds,
);

test.skipIf(whyNoBrowser !== undefined)(
  `in two tabs of Chromium nothing is lost or there twice (${games} games, seed ${seed})${skippedNote}`,
  async () => {
    const context = await newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(timeoutMilliseconds);
    await page.goto(control.url);
    const options = { name: 'chromium', url: service.url, control: control.url, isDurable: true };
    await page.evaluate(
      `(async (options) => {
        const module = await import('/client/portable.js');
        const { createPlatform } = await import('/scenario-platform.mjs');
        const { playAll } = await import('/listening-games.mjs');
        let databases = 0;
        const storage = () => module.indexedDbStorage('listening ' + (databases += 1));
        await playAll(createPlatform({ ...options, module, storage }), ${seed}, ${games}, ['a', 'b']);
      })(${JSON.stringify(options)})`,
    );
    await context.close();
  },
  timeoutMilliseconds,
);
