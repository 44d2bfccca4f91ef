// The save of the client for Godot, tested by its own tests in Godot without a window, against the real service: each file of
// sdks/godot/tests/save. Without Godot they are skipped.
import { afterAll, beforeAll, describe, test } from 'bun:test';
import {
  type GodotProject,
  godot,
  openGodotProject,
  passTestFile,
  testFilesIn,
} from '../../../harness/godot.ts';
import { amount } from '../../../harness/nightly.ts';
import { seed } from '../../../harness/seeded.ts';
import { type SaveControl, startSaveControl } from './save-control.ts';

describe.skipIf(godot === undefined)('the save of the client for Godot', () => {
  let project: GodotProject;
  let control: SaveControl;

  beforeAll(async () => {
    project = await openGodotProject();
    control = await startSaveControl(project);
  }, 120_000);

  afterAll(async () => {
    await control?.stop();
    project?.[Symbol.dispose]();
  });

  test.each(testFilesIn('tests/save'))(
    `%s (seed ${seed})`,
    async (file) => {
      const home = project.newHome();
      const environment = {
        ...control.environment(home),
        NIGHTLY: process.env.NIGHTLY ?? '',
        SEED: String(seed),
        // Of two devices with random changes, each with a seed of its own.
        SCHEDULES: String(amount(10, 100)),
        // The same behind networks that lose the first attempt of each request, and those that answer for the service.
        FORGETFUL: String(amount(4, 200)),
        FOREIGN: String(amount(6, 200)),
        // Of games whose listeners call the save, and of lists of changes that are made fewer.
        LISTENING: String(amount(10, 200)),
        LISTS: String(amount(300, 5_000)),
      };
      await passTestFile(project, 'tests/save', file, { environment, home }, 2);
    },
    amount(300_000, 1_800_000),
  );
});
