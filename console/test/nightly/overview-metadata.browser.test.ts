// The players by the values of declared indexes on the overview, in a browser: numbers in ranges, and texts for those alone who may read
// players.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { signIn, startConsoleService } from '../../../test/harness/browser/console.ts';
import { overflowOf } from '../../../test/harness/browser/pages.ts';
import { card, markup, readTable } from '../../../test/harness/browser/three-days.ts';
import { manualClock } from '../../../test/harness/clock.ts';
import { temporaryDirectory } from '../../../test/harness/engines.ts';
import { createTestKey } from '../../../test/harness/server-keys.ts';
import { buildIndexes } from '../players-world.ts';

describe.skipIf(whyNoBrowser !== undefined)(`the overview${skippedNote}`, () => {
  test('shows players by the values of declared indexes', async () => {
    using folder = temporaryDirectory();
    const file = join(folder.directory, 'indexes.json');
    const indexes = [
      { pointer: '/level', type: 'number' },
      { pointer: '/clan', type: 'string' },
    ];
    await Bun.write(file, JSON.stringify(indexes));
    // The session must still be one of today when the page shows it, whatever the time of the day.
    const clock = manualClock();
    const service = await startConsoleService({ environment: { METADATA_INDEXES: file }, clock });
    try {
      await buildIndexes(service, (await createTestKey(service)).token);
      for (const [player, data] of [
        ['ann', { level: 3, clan: markup }],
        ['bob', { level: 4, clan: markup }],
        ['cyd', { level: 41, clan: '' }],
      ] as const)
        await service.as(player, 'POST', paths.metadata, { body: JSON.stringify({ data }) });
      await service.as('ann', 'POST', paths.start);
      await using visit = await signIn(service, { at: '?period=today' });
      const { page } = visit;
      await page.getByRole('table', { name: 'Players by /level' }).waitFor();
      const levels = (await readTable(card(page, 'Players by /level').getByRole('table'))).slice(1);
      expect(levels.map((cells) => cells[1])).toEqual(['1', '1', '1']);
      expect(levels.at(-1)?.[0]).toContain('to below');
      await page.getByText('3 players have a number there now').waitFor();
      const clans = (await readTable(card(page, 'Players by /clan').getByRole('table'))).slice(1);
      expect(clans.map(([value, players]) => [value, players])).toEqual([
        [markup, '2'],
        ['Empty text', '1'],
      ]);
      await expectAccessible(page);
      await page.setViewportSize(phone);
      expect(await overflowOf(page)).toBe(0);
      await using analyst = await signIn(service, {
        scopes: ['statistics:read', 'service:read'],
        at: '?period=today',
      });
      await analyst.page.getByRole('table', { name: 'Players by /level' }).waitFor();
      expect(await analyst.page.getByText('Players by /clan').count()).toBe(0);
    } finally {
      await service.stop();
    }
  }, 120_000);
});
