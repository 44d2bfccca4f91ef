// The cost of the first page and of the editor as a browser sees it: bytes exactly, and the time loosely, as a busy machine is no
// fault of the console. `bench/console.ts` measures the time.
import { describe, expect, test } from 'bun:test';
import { newContext, skippedNote, whyNoBrowser } from '../../../harness/browser/browser.ts';
import { goOnInSession, signIn } from '../../../harness/browser/console.ts';
import { atDemo, lostSave, startDemoConsole } from '../../../harness/browser/demo-console.ts';
import { timeOfPage, transferredBytes } from '../../../harness/browser/page-load.ts';

const firstLoadMaxBytes = 200 * 1024;
const editorMaxBytes = 180 * 1024;
/** Half a second on a machine that does nothing else. */
const overviewMaxMilliseconds = 20_000;

describe.skipIf(whyNoBrowser !== undefined)(`a browser with nothing cached${skippedNote}`, () => {
  test('loads the overview within 200 KB, soon, and the editor within 180 KB more', async () => {
    const service = await startDemoConsole();
    try {
      await using visit = await signIn(service, { browser: atDemo });
      const storageState = await visit.context.storageState();
      await using context = await newContext({ ...atDemo, storageState });
      await goOnInSession(visit.page, context);
      const page = await context.newPage();
      let milliseconds = 0;
      const overview = await transferredBytes(page, async () => {
        milliseconds = await timeOfPage(page, `${service.url}/console`);
      });
      const editor = await transferredBytes(page, async () => {
        await timeOfPage(page, `${service.url}/console/players/${lostSave}/metadata`);
        await page.getByRole('textbox', { name: 'Metadata' }).waitFor();
      });
      process.stdout.write(
        `the overview was there after ${Math.round(milliseconds)} ms, with ${overview} bytes; the editor took ${editor} more\n`,
      );
      expect(overview).toBeWithin(50_000, firstLoadMaxBytes + 1);
      expect(editor).toBeWithin(50_000, editorMaxBytes + 1);
      expect(milliseconds).toBeLessThan(overviewMaxMilliseconds);
      // Everything but the page itself is in the cache of the browser.
      expect(await transferredBytes(page, () => timeOfPage(page, `${service.url}/console`))).toBeLessThan(
        2_000,
      );
    } finally {
      await service.stop();
    }
  });
});
