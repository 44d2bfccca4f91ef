// The cost of loading a page in a real browser: bytes over the network, and the time until it shows its data.
import type { Page, Response } from 'playwright-core';
import { settle } from './pages.ts';

/** Bytes of the console's files that came over the network meanwhile, as they were compressed. */
export async function transferredBytes(page: Page, open: () => Promise<unknown>): Promise<number> {
  const responses: Response[] = [];
  const note = (response: Response): void => void responses.push(response);
  page.on('response', note);
  await open();
  page.off('response', note);
  const files = responses.filter((response) => new URL(response.url()).pathname.startsWith('/console'));
  const sizes = await Promise.all(files.map((response) => response.request().sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

/** Milliseconds from the navigation until the page has its data. */
export async function timeOfPage(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  await settle(page);
  return page.evaluate(() => (globalThis as unknown as { performance: { now(): number } }).performance.now());
}
