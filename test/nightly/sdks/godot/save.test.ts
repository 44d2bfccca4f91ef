// The save of the client for Godot, tested by its own tests in Godot without a window, against the real service: each file of
// sdks/godot/tests/save. Without Godot they are skipped.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GodotProject, godot, openGodotProject, sourceOfProject } from '../../../harness/godot.ts';
import { amount } from '../../../harness/nightly.ts';
import { seed } from '../../../harness/seeded.ts';
import { type SaveControl, startSaveControl } from './save-control.ts';

const folder = join(sourceOfProject, 'tests/save');
const files = readdirSync(folder).filter((name) => name.endsWith('_test.gd'));
const testsOf = (file: string): number =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(/^func test_/gm)].length;

/** Of two devices with random changes, each with a seed of its own. */
const schedules = amount(10, 100);
/** The same behind networks that lose the first attempt of each request. */
const forgetfulNetworks = amount(4, 200);
/** Networks that answer for the service. */
const foreignNetworks = amount(6, 200);
/** Of games whose listeners call the save, and of lists of changes that are made fewer. */
const listening = amount(10, 200);
const lists = amount(300, 5_000);

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

  test.each(files)(
    `%s (seed ${seed})`,
    async (file) => {
      const home = project.newHome();
      const { exitCode, output } = await project.run({
        scene: 'res://tests/save/run.tscn',
        args: [file],
        environment: {
          ...control.environment(home),
          NIGHTLY: process.env.NIGHTLY ?? '',
          SEED: String(seed),
          SCHEDULES: String(schedules),
          FORGETFUL: String(forgetfulNetworks),
          FOREIGN: String(foreignNetworks),
          LISTENING: String(listening),
          LISTS: String(lists),
        },
        home,
      });
      const last = /^(?<tests>\d+) tests, (?<checks>\d+) checks, 0 failed$/m.exec(output)?.groups;
      // The whole output explains a failure.
      expect(last === undefined ? output : 'a count').toBe('a count');
      expect(Number(last?.tests)).toBe(testsOf(file));
      expect(Number(last?.checks)).toBeGreaterThanOrEqual(2 * testsOf(file));
      const problems = /^(?:SCRIPT ERROR|ERROR|WARNING|USER ERROR|USER WARNING):/m;
      expect(problems.test(output) ? output : 'no problem').toBe('no problem');
      expect(exitCode).toBe(0);
    },
    amount(300_000, 1_800_000),
  );
});
