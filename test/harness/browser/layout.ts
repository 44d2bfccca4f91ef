// The faults of a page's layout that a person would see at once: a page that scrolls sideways, boxes that overlap or stick out, text
// that is cut, holes in a grid, and a first card that begins low. Positions are those on the screen, in pixels.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { boxAround, findHole } from './layout-holes.ts';
import type { Layout } from './layout-in-page.ts';

/** A page shows something of its content within so many pixels. */
const firstCardWithin = 300;
/** An empty part of a grid is a hole from this width and height on. */
const holeFrom = 300;
/** One mistake may show in each row of a list. */
const mostFaults = 12;

let bundled: Promise<string> | undefined;

const script = (): Promise<string> => {
  bundled ??= Bun.build({ entrypoints: [join(import.meta.dir, 'layout-in-page.ts')], format: 'iife' }).then(
    async ({ outputs: [output] }) => (await output?.text()) ?? '',
  );
  return bundled;
};

/** @returns a sentence for each fault of the page as it is shown; none for a good one */
export async function faultsOfLayout(page: Page): Promise<readonly string[]> {
  await page.evaluate(await script());
  const { faults, grids, firstCardTop } = await page.evaluate(() =>
    (globalThis as unknown as { measureLayout(): Layout }).measureLayout(),
  );
  const holes = grids.flatMap(({ name, solid }) => {
    const hole = findHole(boxAround(solid), solid, holeFrom);
    if (hole === undefined) return [];
    const size = `${Math.round(hole.right - hole.left)} × ${Math.round(hole.bottom - hole.top)}`;
    return [`a hole of ${size} px at ${Math.round(hole.left)}, ${Math.round(hole.top)} in ${name}`];
  });
  const isLow = firstCardTop === null || firstCardTop > firstCardWithin;
  return [
    ...faults.slice(0, mostFaults),
    ...holes,
    ...(isLow
      ? [`the first card begins at ${firstCardTop === null ? 'no place' : Math.round(firstCardTop)}`]
      : []),
  ];
}
