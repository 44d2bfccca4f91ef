// The overview without numbers, in a browser on both engines: before the first session, while sessions are being counted, and when
// the statistics refuse.
import { describe, expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { skippedNote, whyNoBrowser } from '../harness/browser/browser.ts';
import { type ConsoleService, openConsole, signIn, startConsoleService } from '../harness/browser/console.ts';
import { engines } from '../harness/engines.ts';
import { rawDatabase } from '../harness/raw-database.ts';
import { testServerKey } from '../harness/server-keys.ts';

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

for (const engine of engines) {
  describe.skipIf(whyNoBrowser !== undefined)(`a new service on ${engine.name}${skippedNote}`, () => {
    test('says how the first session gets in, and shows it when it is there', async () => {
      await using visit = await openConsole({ engine, service: { environment } });
      const { page, service } = visit;
      await page.getByText('No player has been here yet').waitFor();
      await page.getByText(`curl -X POST ${service.url}/api/game/session/start`).waitFor();
      if (engine === engines[0]) await expectAccessible(page);
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

    test('says how far the count of sessions is, and goes on by itself', async () => {
      const service = await startConsoleService({ engine, environment });
      try {
        await service.as('ann', 'POST', paths.start);
        const database = rawDatabase(service.database.environment);
        // As an import in another process leaves it while it runs.
        await database.run(
          'UPDATE statistics_state SET importing = 1, as_of = NULL, published = NULL, counted = 1234, total = 50000',
        );
        await using visit = await signIn(service);
        const { page, watch } = visit;
        watch.expectStatuses(503);
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
        await using visit = await signIn(service);
        const { page, watch } = visit;
        watch.expectStatuses(503);
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
