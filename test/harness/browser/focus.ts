// The focus in a page: it comes to its place a moment after the place is there, and goes back a moment after a dialog has gone.
import type { Locator } from 'playwright-core';

export const untilFocused = (place: Locator): Promise<void> =>
  place.and(place.page().locator(':focus')).waitFor();
