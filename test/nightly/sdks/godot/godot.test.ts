// The client for Godot, tested by its own tests: each file of sdks/godot/tests runs in Godot without a window, against the real
// service. Without Godot they are skipped.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeJsonSamples } from '../../../godot/json-samples.ts';
import type { TemporaryDirectory } from '../../../harness/engines.ts';
import { type FaultProxy, startFaultProxy } from '../../../harness/fault-proxy.ts';
import {
  type GodotProject,
  godot,
  openGodotProject,
  passTestFile,
  problemsOf,
  sourceOfProject,
  testFilesIn,
} from '../../../harness/godot.ts';
import { amount } from '../../../harness/nightly.ts';
import { seed } from '../../../harness/seeded.ts';
import { type Service, signTestToken, startService, testSecret } from '../../../harness/service.ts';
import { folder as vectors } from '../../../vectors/cases.ts';
import { linesOf } from '../../../vectors/samples.ts';
import { type PlannedAnswers, startPlannedAnswers } from './planned-answers.ts';

describe.skipIf(godot === undefined)('the client for Godot', () => {
  let project: GodotProject;
  let service: Service;
  let answers: PlannedAnswers;
  let proxy: FaultProxy;
  let samples: TemporaryDirectory;

  beforeAll(async () => {
    project = await openGodotProject();
    service = await startService();
    answers = startPlannedAnswers(service.url, service.clock);
    proxy = await startFaultProxy(service.url, seed);
    samples = writeJsonSamples(seed, amount(10_000, 100_000));
    writeFileSync(join(samples.directory, 'edits'), linesOf(amount(10_000, 100_000), seed));
  }, 120_000);

  afterAll(async () => {
    samples?.remove();
    await proxy?.stop();
    await answers?.stop();
    await service?.stop();
    project?.[Symbol.dispose]();
  });

  /** Runs the script of the document until it prints a line. @returns what it printed */
  async function runExample(url: string, player: string, last: RegExp): Promise<string> {
    const document = readFileSync(join(sourceOfProject, '../../docs/clients/godot.md'), 'utf8');
    const example = /```gdscript\n(?<script>extends Node\n[\s\S]*?)```/.exec(document)?.groups?.script ?? '';
    const named = example.replace('http://127.0.0.1:8080', url).replace('"ann"', `"${player}"`);
    project.write('example.gd', named);
    project.write('token.txt', `${await signTestToken(player)}\n`);
    project.writeScene('example');
    const game = project.start({ scene: 'res://example.tscn' });
    const errors = new Response(game.stderr).text();
    let printed = '';
    const decoder = new TextDecoder();
    for await (const bytes of game.stdout) {
      printed += decoder.decode(bytes, { stream: true });
      if (last.test(printed)) break;
    }
    game.kill();
    expect(problemsOf(printed + (await errors))).toEqual([]);
    return printed;
  }

  test('the example of docs/clients/godot.md plays a session and saves', async () => {
    const printed = await runExample(service.url, 'reader', /^saved$/m);
    expect(printed).toMatch(/^2 10$/m);
    expect(printed).not.toContain('No session');
    const { body: stored } = await service.as('reader', 'GET', '/api/game/metadata');
    expect(stored.data.metadata).toEqual({ level: 2, gold: 10, bought: ['torch'] });
    const { body: active } = await service.as('reader', 'GET', '/api/game/session');
    expect(active.data.context).toEqual({ platform: expect.stringMatching(/^\w+$/) });
  }, 60_000);

  test('the example of docs/clients/godot.md goes on without a session where there is no network', async () => {
    const closed = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
    const { port } = closed;
    await closed.stop(true);
    const printed = await runExample(`http://127.0.0.1:${port}`, 'traveller', /^waiting .+$/m);
    expect(printed).toMatch(/^No session: .+$/m);
    expect(printed).toMatch(/^2 10$/m);
  }, 120_000);

  test.each(testFilesIn('tests'))(
    `%s (seed ${seed})`,
    async (file) => {
      const environment = {
        PLAYKEEP_URL: service.url,
        PLAYKEEP_ANSWERS: answers.url,
        PLAYKEEP_PROXY: proxy.url,
        PLAYKEEP_CHANGES: String(amount(60, 1_000)),
        PLAYKEEP_SECRET: testSecret,
        PLAYKEEP_SAMPLES: samples.directory,
        PLAYKEEP_VECTORS: vectors,
      };
      await passTestFile(project, 'tests', file, { environment }, 1);
    },
    600_000,
  );
});
