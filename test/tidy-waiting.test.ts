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
const stillInRealTime = [
  'console/test/audit.test.ts',
  'console/test/client.test.ts',
  'console/test/lying-issuer.test.ts',
  'console/test/operations.test.ts',
  'console/test/player.browser.test.ts',
  'console/test/sessions.test.ts',
  'console/test/staff-keys.test.ts',
  'console/test/staff.test.ts',
  'test/admission/memory-budget.test.ts',
  'test/admission/semaphore.test.ts',
  'test/app.test.ts',
  'test/audit/audit.test.ts',
  'test/auth/guests.test.ts',
  'test/auth/identity-provider.test.ts',
  'test/auth/new-keys.test.ts',
  'test/cli/import-from.test.ts',
  'test/cli/import-rules.test.ts',
  'test/cli/key.test.ts',
  'test/cli/service-manager.test.ts',
  'test/cli/sign-in-link.test.ts',
  'test/cli/token-server.test.ts',
  'test/demo/demo.test.ts',
  'test/demo/traffic.test.ts',
  'test/events/documents.test.ts',
  'test/events/feed.test.ts',
  'test/events/tail.test.ts',
  'test/health/figures.test.ts',
  'test/health/readiness.test.ts',
  'test/health/service.test.ts',
  'test/hostile/hostile.test.ts',
  'test/http/drain.test.ts',
  'test/http/limits.test.ts',
  'test/http/prefer.test.ts',
  'test/http/repeated-reads.test.ts',
  'test/http/streaming.test.ts',
  'test/import/first-sign-in.test.ts',
  'test/import/playfab/page.test.ts',
  'test/keys/keys.test.ts',
  'test/keys/lookups.test.ts',
  'test/keys/rotation.test.ts',
  'test/lib/clock.test.ts',
  'test/log.test.ts',
  'test/main.test.ts',
  'test/metadata/versions.test.ts',
  'test/metadata/waiting.test.ts',
  'test/metrics/metrics.test.ts',
  'test/readme.test.ts',
  'test/schemas/metadata-schema.test.ts',
  'test/sessions/model.test.ts',
  'test/shutdown.test.ts',
  'test/statistics/doctor.contract.test.ts',
  'test/statistics/values.contract.test.ts',
  'test/store/ports/doctor.contract.test.ts',
  'test/store/ports/history.contract.test.ts',
  'test/store/ports/players.contract.test.ts',
  'test/store/ports/webhook-races.contract.test.ts',
  'test/store/postgres/marks.test.ts',
  'test/store/shared/batcher.test.ts',
  'test/store/shared/player-serializer.test.ts',
  'test/store/sqlite/reader.test.ts',
  'test/surroundings/doctor.test.ts',
  'test/traces/key-sets.test.ts',
  'test/webhooks/document.test.ts',
  'test/webhooks/handover.test.ts',
  'test/webhooks/request.test.ts',
  'test/webhooks/routes.test.ts',
  'test/webhooks/sender-rules.test.ts',
  'test/webhooks/signatures.test.ts',
];

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
