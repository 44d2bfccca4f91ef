// The rules about waits. Those of background jobs take the job's signal, so that the end of the process, or of a test whose clock stands
// still, waits for none of them. Ordinary tests neither sleep nor look at the wall clock, and send nothing again.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listOrdinaryFiles } from './parts.ts';

const root = join(import.meta.dir, '..');
const sources = [...new Bun.Glob('src/**/*.ts').scanSync(root)].sort();

/** A call of `sleep` with its arguments, which may hold three further pairs of brackets; and the wait for work before one's own. */
const waits =
  /\bsleep\((?<given>(?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)|\b(?:last|previous|before)\w*(?:\[\w+\])?\.then\(/gi;

/** The waits in a text that no signal ends. */
const withoutSignal = (text: string): string[] =>
  [...text.matchAll(waits)]
    .filter(({ groups }) => !/,\s*(?:\w+\.)*signal,?\s*$/.test(groups?.given ?? ''))
    .map(([call]) => call);

test('the rule finds waits without a signal, and leaves others alone', () => {
  const found = [
    ...['sleep(0)', 'sleep(pause)', 'sleep(Math.max(0, left(now())))'],
    ...['lastPasses[line].then(', 'last.then('],
  ];
  for (const call of found) expect(withoutSignal(`await ${call};`)).toEqual([call]);
  expect(withoutSignal('clock.sleep(5).then(() => end(signal))')).toEqual(['sleep(5)']);
  const left = ['clock.sleep(0, signal)', 'clock.sleep(left(now()),\n  stopping.signal,\n)', 'work().then('];
  for (const call of left) expect(withoutSignal(`await ${call};`)).toEqual([]);
});

test('every wait in code that jobs reach takes the signal of the job', () => {
  const isReached = (path: string): boolean => /^src\/(?:jobs|store|statistics)\//.test(path);
  const calls = sources
    .filter(isReached)
    .flatMap((path) =>
      withoutSignal(readFileSync(join(root, path), 'utf8')).map((call) => `${path}: ${call}`),
    );
  expect(calls).toEqual([
    // An export, a command that no job runs. A signal ends the process.
    'src/store/postgres/citus/transfer.ts: sleep(commitMilliseconds)',
    // Some milliseconds of real time between two attempts to reach a server.
    'src/store/postgres/connection-pool.ts: sleep(pause)',
    // Some milliseconds of real time between two looks whether a row is free, up to the time-out.
    'src/store/postgres/locked-calls.ts: sleep(LOCKED_ROW_PAUSE_MILLISECONDS)',
    // The wait of a start for its server.
    'src/store/postgres/set-up-connection.ts: sleep(pauseMilliseconds)',
    // Some milliseconds of real time, a few times at most: after a deadlock, and while another process has the lock of the file.
    'src/store/postgres/with-retries.ts: sleep(Math.random() * Math.min(10 * attempt, LOCKED_ROW_PAUSE_MILLISECONDS))',
    // Calls of one player, which come one after the other. No job has them.
    'src/store/shared/player-serializer.ts: last.then(',
    // Looks of probes, which share one. No job asks.
    'src/store/shared/shared-look.ts: sleep(left)',
    'src/store/sqlite/fault.ts: sleep(pause)',
  ]);
});

/** Sleeps, the wall clock, and the wrappers that send a request again. */
const realTime = /\bBun\.sleep(?:Sync)?\(|\bsetTimeout\(|\bDate\.now\(|\bperformance\.now\(|\bretry: \d/;

/** Ordinary files that still do, from before the rule. A file that no longer does leaves the list, and no file joins it. */
const stillInRealTime = ['test/cli/service-manager.test.ts', 'test/shutdown.test.ts'];

test('ordinary tests neither sleep nor look at the wall clock, but for those of the list', () => {
  const found = ['await Bun.sleep(5);', 'const at = Date.now();'];
  for (const line of found) expect(line).toMatch(realTime);
  expect('await clock.sleep(5, signal);').not.toMatch(realTime);
  const files = listOrdinaryFiles().filter(
    (path) => path !== 'test/tidy-waiting.test.ts' && realTime.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(files).toEqual(stillInRealTime);
});

test('ordinary tests and what they share import nothing of the nightly parts', () => {
  const importers = [...new Bun.Glob('test/**/*.{ts,mjs}').scanSync(root)]
    .filter((path) => !path.startsWith('test/nightly/'))
    .filter((path) => / from '[^']*\/nightly\/[^']*'/.test(readFileSync(join(root, path), 'utf8')));
  expect(importers).toEqual([]);
});
