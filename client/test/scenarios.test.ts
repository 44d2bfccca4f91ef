// The scenarios of games (scenarios.mjs) on Bun, on both engines, with saves in files.
import { afterAll, beforeAll, describe, test } from 'bun:test';
import { join } from 'node:path';
import { engines, type TemporaryDirectory, temporaryDirectory } from '../../test/harness/engines.ts';
import { amount } from '../../test/harness/nightly.ts';
import { type Service, startService } from '../../test/harness/service.ts';
import { type ControlServer, startControlServer } from './control-server.ts';
import * as client from './under-test.ts';

const { createPlatform } = await import(join(import.meta.dir, 'scenario-platform.mjs'));
const scenarios: Record<string, (platform: object) => Promise<void>> = (
  await import(join(import.meta.dir, 'scenarios.mjs'))
).scenarios;

for (const engine of engines) {
  describe(engine.name, () => {
    let service: Service;
    let control: ControlServer;
    let files: TemporaryDirectory;
    let platform: object;
    beforeAll(async () => {
      service = await startService({ engine });
      control = await startControlServer(service);
      files = temporaryDirectory();
      let folders = 0;
      platform = createPlatform({
        ...{ name: 'bun', module: client, url: service.url, control: control.url, isDurable: true },
        storage() {
          folders += 1;
          return client.fileStorage(join(files.directory, String(folders)));
        },
      });
    }, 60_000);
    afterAll(async () => {
      await control.stop();
      await service.stop();
      files.remove();
    });

    for (const [title, run] of Object.entries(scenarios))
      test(title, () => run(platform), amount(120_000, 3_600_000));
  });
}
