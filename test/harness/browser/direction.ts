// The direction of texts in a page: a name from right to left must not turn what stands beside it.
import type { Locator } from 'playwright-core';

interface Place {
  readonly parentElement: Place | null;
  readonly textContent: string;
}

/**
 * @returns true for a text that cannot change the direction of others: it is isolated within its line, or has a block of its own
 * (CSS Writing Modes, section 2.2)
 */
export const isIsolated = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const page = globalThis as unknown as {
      getComputedStyle(place: Place): { readonly unicodeBidi: string; readonly display: string };
    };
    const text = element as unknown as Place;
    for (let at: Place | null = text; at; at = at.parentElement) {
      const { unicodeBidi, display } = page.getComputedStyle(at);
      // Blocks are isolated from each other, so the text matters that shares one.
      if (display !== 'inline')
        return at.textContent.trim() === text.textContent.trim() || display !== 'block';
      if (/isolate|plaintext/.test(unicodeBidi)) return true;
    }
    return false;
  });
