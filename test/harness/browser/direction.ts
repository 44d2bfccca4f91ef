// The direction of texts in a page: a name from right to left must not turn what stands beside it.
import type { Locator } from 'playwright-core';

/** @returns true for an element whose text does not change the direction of the text around it (CSS Writing Modes, section 2.2) */
export const isIsolated = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const page = globalThis as unknown as {
      getComputedStyle(element: unknown): { readonly unicodeBidi: string };
    };
    for (
      let at: { readonly parentElement: unknown } | null = element;
      at;
      at = at.parentElement as typeof at
    ) {
      if (/isolate|plaintext/.test(page.getComputedStyle(at).unicodeBidi)) return true;
    }
    return false;
  });
