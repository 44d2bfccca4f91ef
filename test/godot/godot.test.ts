// The client for Godot, tested by its own tests: each file of sdks/godot/tests runs in Godot without a window, against the real
// service. Without Godot they are skipped.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GodotProject, godot, openGodotProject, sourceOfProject } from '../harness/godot.ts';
import { amount } from '../harness/nightly.ts';
import { seed } from '../harness/seeded.ts';
import { type Service, startService, testSecret } from '../harness/service.ts';
import { type JsonSamples, writeJsonSamples } from './json-samples.ts';
import { type PlannedAnswers, startPlannedAnswers } from './planned-answers.ts';

const folder = join(sourceOfProject, 'tests');
const files = readdirSync(folder).filter((name) => name.endsWith('_test.gd'));
const testsOf = (file: string): number =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(/^func test_/gm)].length;

describe.skipIf(godot === undefined)('the client for Godot', () => {
  let project: GodotProject;
  let service: Service;
  let answers: PlannedAnswers;
  let samples: JsonSamples;

  beforeAll(async () => {
    project = await openGodotProject();
    service = await startService();
    answers = startPlannedAnswers(service.url, service.clock);
    samples = writeJsonSamples(seed, amount(10_000, 100_000));
  }, 120_000);

  afterAll(async () => {
    samples?.remove();
    await answers?.stop();
    await service?.stop();
    project?.[Symbol.dispose]();
  });

  test.each(files)(
    `%s (seed ${seed})`,
    async (file) => {
      const { exitCode, output } = await project.run({
        scene: 'res://tests/run.tscn',
        args: [file],
        environment: {
          PLAYKEEP_URL: service.url,
          PLAYKEEP_ANSWERS: answers.url,
          PLAYKEEP_SECRET: testSecret,
          PLAYKEEP_SAMPLES: samples.directory,
        },
      });
      const last = /^(?<tests>\d+) tests, (?<checks>\d+) checks, 0 failed$/m.exec(output)?.groups;
      // The whole output explains a failure.
      expect(last === undefined ? output : 'a count').toBe('a count');
      process.stderr.write(`${file}: ${last?.tests} tests, ${last?.checks} checks\n`);
      expect(Number(last?.tests)).toBe(testsOf(file));
      expect(Number(last?.checks)).toBeGreaterThanOrEqual(testsOf(file));
      expect(output).not.toMatch(/^(?:SCRIPT ERROR|ERROR|WARNING|USER ERROR|USER WARNING):/m);
      expect(exitCode).toBe(0);
    },
    600_000,
  );
});
