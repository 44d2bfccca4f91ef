// The overview without numbers, in a browser: before the first session, while sessions are being counted, and when
// the statistics refuse.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import {
  type ConsoleService,
  openConsole,
  signIn,
  startConsoleService,
} from '../../../test/harness/browser/console.ts';
import { consoleEngines } from '../../../test/harness/browser/console-engines.ts';
import { manualClock } from '../../../test/harness/clock.ts';
import type { TestEngine } from '../../../test/harness/engines.ts';
import { runProgram } from '../../../test/harness/process.ts';
import { rawDatabase } from '../../../test/harness/raw-database.ts';
import { testServerKey } from '../../../test/harness/server-keys.ts';
import { startService } from '../../../test/harness/service.ts';

const environment = { SERVER_API_KEY: testServerKey, STATISTICS_TIME_ZONE: 'Europe/Berlin' };

/** The service waits for the count on its own clock. */
async function passTimeUntil(promise: Promise<void>, { clock }: ConsoleService): Promise<void> {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  while (!isSettled) {
    clock.advance(500);
    await Promise.race([settled, Bun.sleep(20)]);
  }
}

/** Imports players with metadata and no session, as from a store that knew none. */
async function importPlayers(
  engine: TestEngine,
  to: ConsoleService,
  names: readonly string[],
): Promise<void> {
  const source = await startService({ engine });
  try {
    for (const name of names) await source.as(name, 'POST', paths.metadata, { body: '{"data":{"level":7}}' });
    const file = join(source.database.directory, 'players.jsonl');
    for (const [command, { environment: of, directory }] of [
      ['export', source.database],
      ['import', to.database],
    ] as const) {
      const { status, stderr } = await runProgram([command, file], of, directory);
      expect([command, status, stderr]).toEqual([command, 0, '']);
    }
  } finally {
    await source.stop();
  }
}

for (const engine of consoleEngines) {
  describe.skipIf(whyNoBrowser !== undefined)(`a new service on ${engine.name}${skippedNote}`, () => {
    test('says how the first session gets in, and shows it when it is there', async () => {
      // The session must still be one of today when the page shows it, whatever the time of the day.
      const clock = manualClock();
      await using visit = await openConsole({ engine, service: { environment, clock }, statuses: [503] });
      const { page, service } = visit;
      await page.getByText('No player has been here yet').waitFor();
      await page.getByText(`curl -X POST ${service.url}/api/game/session/start`).waitFor();
      if (engine === consoleEngines[0]) await expectAccessible(page);
      await page.clock.install();
      await visit.open('');
      await page.getByText('Waiting for the first session…').waitFor();
      await service.as('ann', 'POST', paths.start);
      service.clock.advance(61_000);
      await page.clock.runFor(5_000);
      await page.getByRole('heading', { name: 'Players online' }).waitFor();
      await page.getByRole('button', { name: 'Show today' }).click();
      await page.getByRole('heading', { name: 'Session lengths' }).waitFor();
    });

    test('tells players who were imported and have not played', async () => {
      await using visit = await openConsole({ engine, service: { environment }, statuses: [503] });
      const { page, service } = visit;
      await page.getByText('No player has been here yet').waitFor();
      await importPlayers(engine, service, ['ann']);
      await visit.open('');
      await passTimeUntil(page.getByText('No player has played yet').waitFor(), service);
      await page.getByRole('link', { name: 'players', exact: true }).click();
      await page.getByRole('row').filter({ hasText: 'ann' }).getByText('Never').waitFor();
      // A key that may not read players learns nothing of them.
      await using analyst = await signIn(service, { scopes: ['statistics:read'] });
      await analyst.page.getByText('No session has started yet').waitFor();
    });

    test('says how far the count of sessions is, and goes on by itself', async () => {
      const service = await startConsoleService({ engine, environment });
      try {
        await service.as('ann', 'POST', paths.start);
        const database = rawDatabase(service.database.environment);
        // As an import in another process leaves it while it runs.
        await database.run(
          'UPDATE statistics_state SET importing = 1, as_of = NULL, published = NULL, counted = 1234, total = 50000',
        );
        await using visit = await signIn(service, { statuses: [503] });
        const { page } = visit;
        await passTimeUntil(page.getByText('1,234 of 50,000 sessions').waitFor(), service);
        expect(await page.getByText('Playkeep is busy').count()).toBe(0);
        await database.run('UPDATE statistics_state SET importing = 0');
        await database.close();
        await passTimeUntil(page.getByRole('heading', { name: 'Players online' }).waitFor(), service);
      } finally {
        await service.stop();
      }
    });

    test('says that the time zone is another one, and tries again on demand', async () => {
      const service = await startConsoleService({ engine, environment });
      try {
        await service.call('GET', '/api/server/statistics/online', { token: testServerKey });
        await service.restart({ ...environment, STATISTICS_TIME_ZONE: 'Asia/Tokyo' });
        await using visit = await signIn(service, { statuses: [503] });
        const { page } = visit;
        await page.getByText('The statistics are kept in the time zone Europe/Berlin').waitFor();
        await page.getByText(/^Request \w/).waitFor();
        await Promise.all([
          page.waitForResponse((response) => response.url().includes('/statistics/online')),
          page.getByRole('button', { name: 'Try again' }).click(),
        ]);
      } finally {
        await service.stop();
      }
    });
  });
}
