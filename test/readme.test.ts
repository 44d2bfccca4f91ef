// The lines of README and of the tour: the two commands run the scripts of package.json, and the tour with curl gives the answers shown
// under it (except ids and times, which differ at each run). The game of README plays in client/test/nightly/readme.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames } from '../src/config/registry.ts';
import { temporaryDirectory } from './harness/engines.ts';
import { type ServiceProcess, startProcess } from './harness/process.ts';

const root = join(import.meta.dir, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const tourPage = readFileSync(join(root, 'docs/tour.md'), 'utf8');

interface Step {
  readonly line: string;
  /** The output that README shows, if any. */
  readonly answer: string | undefined;
}

/** Each `sh` block with the `json` block that follows it. */
function tour(): Step[] {
  const blocks = [...tourPage.matchAll(/```(?<kind>sh|json)\n(?<text>.*?)\n```/gs)].map(
    (match) => match.groups ?? {},
  );
  return blocks.flatMap(({ kind, text = '' }, index) => {
    const next = blocks[index + 1];
    return kind === 'sh' ? [{ line: text, answer: next?.kind === 'json' ? next.text : undefined }] : [];
  });
}

/** The same text for every run: ids, times and durations are replaced by their kind. */
const timeless = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, '(session id)')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '(time)')
    .replaceAll(/"duration":[\d.]+/g, '"duration":(seconds)');

test('the two commands of the first screen run the service and the checks', () => {
  const firstScreen = readme.split('\n').slice(0, 40).join('\n');
  expect(firstScreen).toContain('\nnpm ci && npm start\n');
  expect(firstScreen).toContain('\nnpm ci && npm test\n');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(scripts.start).toContain('bin/playkeep serve');
  expect(scripts.test).toMatch(/^bun .* test\/run\.ts$/);
});

describe.skipIf(Bun.which('curl') === null || Bun.which('bash') === null)('the tour', () => {
  const { directory, remove } = temporaryDirectory();
  // No other setting, also none of a local `.env` file: the development secret signs, as for a new user.
  const unset = Object.fromEntries(settingNames.map((name) => [name, '']));
  const environment = { ...unset, DATABASE_URL: `sqlite:${directory}/playkeep.db`, PORT: '0' };
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startProcess(environment, directory);
  });
  afterAll(async () => {
    service.signal('SIGTERM');
    await service.exited;
    remove();
  });

  const bash = async (script: string): Promise<string> => {
    const child = Bun.spawn(['bash', '-c', script], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: directory, ...environment },
      stderr: 'ignore',
    });
    return new Response(child.stdout).text();
  };

  test('gives the answers that the README shows', async () => {
    const steps = tour();
    expect(steps.filter((step) => step.answer !== undefined).length).toBeGreaterThanOrEqual(9);
    // One shell for the whole tour, as a reader has. A mark after each line separates the outputs.
    const script = steps
      .map((step) => step.line.replaceAll('http://localhost:8080', service.url))
      .join('\necho "(end)"\n');
    const outputs = (await bash(script)).split('(end)\n');
    for (const [index, { line, answer }] of steps.entries()) {
      if (answer !== undefined)
        expect([line, timeless(outputs[index] ?? '')]).toEqual([line, timeless(answer)]);
    }
  }, 240_000);
});
