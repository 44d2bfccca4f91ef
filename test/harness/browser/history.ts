// The history of a tab, as the Back button sees it: its addresses, which scripts cannot read.
import type { Page } from 'playwright-core';

/** @returns the addresses of all entries, the oldest first */
export async function readHistory(page: Page): Promise<readonly string[]> {
  const debuggerSession = await page.context().newCDPSession(page);
  try {
    const { entries } = await debuggerSession.send('Page.getNavigationHistory');
    return entries.map(({ url }) => url);
  } finally {
    await debuggerSession.detach();
  }
}
