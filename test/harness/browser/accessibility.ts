// The check of a page against WCAG 2.2 AA by axe, in both colour schemes.
import { readFileSync } from 'node:fs';
import type { AxeResults, Result, RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';
import type { InPage } from './in-page.ts';

const source = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules whose outcome depends on colours: the only ones that can differ between the colour schemes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

export const colorSchemes = ['light', 'dark'] as const;

/** @throws Error with each violation, its elements and the remedy */
export async function expectAccessible(page: Page): Promise<void> {
  const problems: string[] = [];
  for (const colorScheme of colorSchemes) {
    await showColorScheme(page, colorScheme);
    const { violations } = await run(page, colorScheme === 'light' ? 'all' : 'colours');
    problems.push(...violations.map((violation) => `${colorScheme}: ${describeViolation(violation)}`));
  }
  if (problems.length > 0) throw new Error(`${page.url()} breaks WCAG 2.2 AA\n${problems.join('\n')}`);
}

/** The check of a page with one colour scheme, as it is shown. @throws Error as `expectAccessible` */
export async function expectAccessibleAsShown(page: Page): Promise<void> {
  const { violations } = await run(page);
  if (violations.length === 0) return;
  throw new Error(`${page.url()} breaks WCAG 2.2 AA\n${violations.map(describeViolation).join('\n')}`);
}

/** Resolves when the page is drawn in the colours, unless a person has chosen others. */
export async function showColorScheme(page: Page, colorScheme: (typeof colorSchemes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
  // Colours that change by a transition have not arrived at once.
  await page.evaluate(() => {
    const { document } = globalThis as unknown as InPage;
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

async function run(page: Page, which: 'all' | 'colours' = 'all'): Promise<AxeResults> {
  // By the debugger, which the content security policy of the page does not bind. A page keeps it until it is left.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source);
  const runOnly: RunOnly =
    which === 'all' ? { type: 'tag', values: tags } : { type: 'rule', values: colourRules };
  return page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(options),
    // Otherwise axe describes each element that is well, too, which takes long.
    { runOnly, resultTypes: ['violations' as const] },
  );
}

const describeViolation = ({ id, help, helpUrl, nodes }: Result): string =>
  [
    `${id}: ${help} (${helpUrl})`,
    ...nodes.map(
      ({ target, html, failureSummary }) =>
        `    ${target.join(' ')}\n      ${html.slice(0, 200)}\n      ${(failureSummary ?? '').replaceAll('\n', '\n      ')}`,
    ),
  ].join('\n');
