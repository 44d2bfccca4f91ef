// Runs in a page (layout.ts bundles it) and measures what is shown below `main`: boxes that overlap or stick out of the box around
// them, texts that are cut, the grids with their cards, and the first card. It changes nothing.
import type { Box } from './layout-holes.ts';

export interface Grid {
  readonly name: string;
  /** Where something is shown. */
  readonly solid: readonly Box[];
}

export interface Layout {
  /** A sentence each. */
  readonly faults: readonly string[];
  readonly grids: readonly Grid[];
  /** Null for a page without a card. */
  readonly firstCardTop: number | null;
}

/** The parts of an element that are looked at here. */
interface Shown {
  readonly tagName: string;
  readonly className: unknown;
  readonly textContent: string;
  readonly children: Iterable<Shown>;
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly textContent: string | null }>;
  readonly parentElement: Shown | null;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  querySelectorAll(selector: string): Iterable<Shown>;
  matches(selector: string): boolean;
  closest(selector: string): Shown | null;
  getBoundingClientRect(): Box;
}

interface Place {
  readonly document: {
    readonly documentElement: Shown;
    querySelector(selector: string): Shown | null;
    createRange(): { selectNodeContents(node: unknown): void; getClientRects(): Iterable<Box> };
  };
  getComputedStyle(element: Shown): Readonly<Record<string, string>>;
  measureLayout?: () => Layout;
}

const place = globalThis as unknown as Place;
const { document } = place;

/** Half a pixel comes of rounding, and a border may lie on another. */
const tolerance = 1.5;
const cards = '.card, .tile, .loss, .state, .failure';
const controls = 'a[href], button, input, select, textarea, [role=combobox], [role=button]';

const styleOf = (element: Shown) => place.getComputedStyle(element);
const boxOf = (element: Shown): Box => element.getBoundingClientRect();
const sizeOf = ({ left, right, top, bottom }: Box): number => Math.min(right - left, bottom - top);

/** Is it there to be seen? Texts for screen readers alone are one pixel high. */
function isShown(element: Shown): boolean {
  const { display, visibility, clipPath } = styleOf(element);
  return (
    !/^(?:none|contents)$/.test(display ?? '') &&
    visibility === 'visible' &&
    clipPath === 'none' &&
    sizeOf(boxOf(element)) > 1
  );
}

const isInFlow = (element: Shown): boolean => /^(?:static|relative)$/.test(styleOf(element).position ?? '');
const isText = (element: Shown): boolean => styleOf(element).display === 'inline';
const nameOf = (element: Shown): string => {
  const name = typeof element.className === 'string' ? element.className.trim().split(/\s+/).join('.') : '';
  const text = element.textContent.trim().replaceAll(/\s+/g, ' ').slice(0, 40);
  return `${element.tagName.toLowerCase()}${name && `.${name}`}${text && ` “${text}”`}`;
};

/** The elements below another that are laid out by the rules of pages, and not by those of drawings and editors. */
const elementsIn = (root: Shown): readonly Shown[] =>
  [...root.querySelectorAll('*')].filter(
    (element) => !element.closest('svg, .visually-hidden, .table-head') && isShown(element),
  );

const overlap = (a: Box, b: Box): number =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > tolerance
    ? Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    : 0;

function overlapsOf(among: readonly Shown[]): readonly string[] {
  return among.flatMap((first, index) =>
    among
      .slice(index + 1)
      .filter((second) => overlap(boxOf(first), boxOf(second)) > tolerance)
      .map((second) => `${nameOf(first)} overlaps ${nameOf(second)}`),
  );
}

const siblingOverlaps = (elements: readonly Shown[]): readonly string[] =>
  elements.flatMap((parent) =>
    overlapsOf([...parent.children].filter((child) => isShown(child) && isInFlow(child) && !isText(child))),
  );

/** Controls, wherever they stand. One that lies in another's box belongs to it. */
function controlOverlaps(root: Shown): readonly string[] {
  const all = [...root.querySelectorAll(controls)].filter(
    (control) => isShown(control) && isWithinScrollers(control),
  );
  return overlapsOf(all.filter((control) => !control.parentElement?.closest(controls)));
}

const scrolls = (element: Shown): boolean =>
  /auto|scroll/.test(`${styleOf(element).overflowX} ${styleOf(element).overflowY}`);

/** Is no part of it scrolled out of sight? */
function isWithinScrollers(element: Shown): boolean {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (scrolls(at) && isOutside(boxOf(element), boxOf(at))) return false;
  }
  return true;
}

const isOutside = (inner: Box, outer: Box): boolean =>
  inner.left < outer.left - tolerance ||
  inner.right > outer.right + tolerance ||
  inner.top < outer.top - tolerance ||
  inner.bottom > outer.bottom + tolerance;

/** Has it a ground or a border of its own? */
function isDrawn(element: Shown): boolean {
  const { backgroundColor, borderTopColor, borderTopWidth } = styleOf(element);
  const isSeen = (colour: string | undefined) => !/, 0\)$|transparent/.test(colour ?? '');
  return isSeen(backgroundColor) || (borderTopWidth !== '0px' && isSeen(borderTopColor));
}

const hasText = (element: Shown): boolean =>
  [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim() !== '');

/** The first box around an element out of which it reaches: a card in any direction, any other box at its sides. */
function overhungBy(element: Shown): Shown | undefined {
  const { left, right, top, bottom } = boxOf(element);
  for (let at = element.parentElement; at && !at.matches('main') && !scrolls(at); at = at.parentElement) {
    const outer = boxOf(at);
    const sides = at.matches(cards) ? { top, bottom } : { top: outer.top, bottom: outer.bottom };
    if (!isText(at) && isShown(at) && isOutside({ left, right, ...sides }, outer)) return at;
  }
  return undefined;
}

/** A control that is text alone may reach to the side with the empty edge around its text. */
const overhangs = (elements: readonly Shown[]): readonly string[] =>
  elements.flatMap((element) => {
    const isSeen = isDrawn(element) || (hasText(element) && !element.matches(controls));
    if (isText(element) || !isInFlow(element) || !isSeen) return [];
    const outer = overhungBy(element);
    return outer ? [`${nameOf(element)} sticks out of ${nameOf(outer)}`] : [];
  });

/** The clipping box that cuts a rectangle, unless it shows an ellipsis. A part that can be scrolled into sight is not cut. */
function cutterOf(rectangle: Box, from: Shown): Shown | undefined {
  for (let at: Shown | null = from; at; at = at.parentElement) {
    if (scrolls(at)) return undefined;
    const { overflowX, overflowY, textOverflow, display } = styleOf(at);
    const clips = display !== 'inline' && /hidden|clip/.test(`${overflowX} ${overflowY}`);
    if (clips && isOutside(rectangle, boxOf(at))) return textOverflow === 'ellipsis' ? undefined : at;
  }
  return undefined;
}

function cutTexts(elements: readonly Shown[]): readonly string[] {
  return elements.flatMap((element) => {
    const range = document.createRange();
    for (const node of element.childNodes) {
      if (node.nodeType !== 3 || node.textContent?.trim() === '') continue;
      range.selectNodeContents(node);
      // A line's box is a little higher than its letters.
      const lines = [...range.getClientRects()].map(({ left, right, top, bottom }) => ({
        left,
        right,
        top: top + 3,
        bottom: bottom - 3,
      }));
      const cutter = lines.map((line) => cutterOf(line, element)).find((found) => found !== undefined);
      if (cutter) return [`the text of ${nameOf(element)} is cut by ${nameOf(cutter)}`];
    }
    return [];
  });
}

const plain = ({ left, right, top, bottom }: Box): Box => ({ left, right, top, bottom });

/** Boxes that hold cards beside or below each other, and where in them something is shown. */
const gridsIn = (elements: readonly Shown[]): readonly Grid[] =>
  elements
    .filter((element) => !element.closest(cards) && [...element.querySelectorAll(cards)].length > 1)
    .map((element) => {
      const inside = [...element.querySelectorAll('*')].filter((each) => isShown(each));
      const solid = inside.filter((each) => each.matches(cards) || ![...each.querySelectorAll(cards)].length);
      return {
        name: nameOf(element),
        solid: solid.filter((each) => !each.parentElement?.closest(cards)).map((each) => plain(boxOf(each))),
      };
    });

place.measureLayout = () => {
  const main = document.querySelector('main');
  if (!main) return { faults: ['there is no main part'], grids: [], firstCardTop: null };
  const { scrollWidth, clientWidth } = document.documentElement;
  const elements = elementsIn(main);
  const first = [...main.querySelectorAll(cards)].find((element) => isShown(element));
  return {
    faults: [
      ...(scrollWidth > clientWidth
        ? [`the page is ${scrollWidth - clientWidth} px wider than its window`]
        : []),
      ...siblingOverlaps([main, ...elements]),
      ...controlOverlaps(main),
      ...overhangs(elements),
      ...cutTexts(elements),
    ],
    grids: gridsIn(elements),
    firstCardTop: first ? boxOf(first).top : null,
  };
};
