// The layout of every page of the console with the demo's world, in windows from a phone to a wide screen: nothing overlaps, sticks out
// or is cut, no grid has a hole, and the first card begins high on the page.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  desktop,
  newContext,
  skippedNote,
  whyNoBrowser,
  windows,
} from '../../../test/harness/browser/browser.ts';
import { type ConsoleService, type SignedIn, signIn } from '../../../test/harness/browser/console.ts';
import { atDemo, lostSave, startDemoConsole } from '../../../test/harness/browser/demo-console.ts';
import { faultsOfLayout } from '../../../test/harness/browser/layout.ts';
import { findHole } from '../../../test/harness/browser/layout-holes.ts';
import { consolePages, drawn, settle } from '../../../test/harness/browser/pages.ts';

const [phone, tablet, ...wider] = windows;
const widest = wider.at(-1);
/** The page is loaded on a phone and on the widest screen, and must follow the window to the sizes between them. */
const order = [phone, tablet, ...wider.toReversed()];

/** A page of two cards side by side in a window of 1,440 px, and faults of it. */
const cardsOf = (first: string, second: string, style = '') => `
  <style>
    body { margin: 0; font: 14px sans-serif }
    main { padding: 20px }
    .grid { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; align-items: start }
    .card { border: 1px solid; height: 400px; padding: 16px }
    ${style}
  </style>
  <main><div class="grid"><div class="card">${first}</div><div class="card">${second}</div></div></main>`;

const planted: readonly (readonly [name: string, html: string, fault: RegExp | undefined])[] = [
  ['a good page', cardsOf('<p>text</p><button>one</button> <button>two</button>', 'text'), undefined],
  [
    'a card on another',
    cardsOf('a', 'b', '.card + .card { margin-left: -60px }'),
    /^div\.card “a” overlaps div\.card “b”/,
  ],
  [
    'a button on another',
    cardsOf('<i><button>one</button></i><i><button style="margin-left: -9px">two</button></i>', ''),
    /^button “one” overlaps button “two”/,
  ],
  [
    'a badge that sticks out',
    cardsOf('<div style="background: red; margin-left: -40px">badge</div>', ''),
    /^div “badge” sticks out of div\.card/,
  ],
  [
    'a button past the end of its row',
    cardsOf('<p style="display: flex"><button style="margin-left: -8px">go</button></p>', ''),
    /^button “go” sticks out of p/,
  ],
  [
    'a word that is cut',
    cardsOf('<p style="overflow: hidden; width: 40px">Constantinople</p>', ''),
    /^the text of p “Constantinople” is cut/,
  ],
  [
    'a line that is cut',
    cardsOf('<p style="overflow: clip; height: 9px">text</p>', ''),
    /^the text of p “text” is cut/,
  ],
  [
    'a word that ends in an ellipsis',
    cardsOf('<p style="overflow: hidden; width: 40px; text-overflow: ellipsis">Constantinople</p>', ''),
    undefined,
  ],
  ['text that can be scrolled', cardsOf('<p style="overflow: auto; height: 9px">text</p>', ''), undefined],
  [
    'a hole beside a card',
    cardsOf('a', 'b', '.card { height: 500px } .card + .card { height: 90px }'),
    /^a hole of 708 × 4\d\d px at 712, \d+ in div\.grid/,
  ],
  [
    'a first card that begins low',
    cardsOf('a', 'b', 'main { padding-top: 301px }'),
    /^the first card begins at 301$/,
  ],
  [
    'a page that is wider than its window',
    cardsOf('a', 'b', '.grid { width: 1441px }'),
    /^the page is \d+ px wider than its window/,
  ],
];

describe.skipIf(whyNoBrowser !== undefined)(`the check of a layout${skippedNote}`, () => {
  test('finds each fault that is put into a page, and none in a good one', async () => {
    await using context = await newContext();
    const page = await context.newPage();
    for (const [name, html, fault] of planted) {
      await page.setContent(html);
      const faults = await faultsOfLayout(page);
      if (fault) expect([name, ...faults.filter((each) => fault.test(each)).slice(0, 1)]).toHaveLength(2);
      else expect([name, ...faults]).toEqual([name]);
    }
  }, 60_000);

  test('finds the largest empty rectangle', () => {
    const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
    const area = box(0, 0, 100, 100);
    expect(findHole(area, [], 10)).toEqual(area);
    expect(findHole(area, [area], 10)).toBeUndefined();
    expect(findHole(area, [box(0, 0, 60, 100), box(60, 0, 100, 30)], 10)).toEqual(box(60, 30, 100, 100));
    // One that is narrow does not count, however long it is.
    expect(findHole(area, [box(0, 0, 95, 100)], 10)).toBeUndefined();
  });
});

describe.skipIf(whyNoBrowser !== undefined)(`the layout of every page${skippedNote}`, () => {
  let service: ConsoleService;
  let visit: SignedIn;
  beforeAll(async () => {
    service = await startDemoConsole();
    visit = await signIn(service, { browser: atDemo });
  }, 120_000);
  afterAll(async () => {
    await visit?.[Symbol.asyncDispose]();
    await service?.stop();
  }, 120_000);

  test.each(consolePages(lostSave))(
    'has no fault in any window: $name',
    async ({ path }) => {
      const found: Record<string, readonly string[]> = {};
      try {
        for (const size of order) {
          await visit.page.setViewportSize(size);
          if (size === phone || size === widest) await visit.open(path);
          await settle(visit.page);
          await drawn(visit.page);
          const faults = await faultsOfLayout(visit.page);
          if (faults.length > 0) found[size.width] = faults;
        }
      } finally {
        await visit.page.setViewportSize(desktop);
      }
      expect(found).toEqual({});
    },
    60_000,
  );
});
