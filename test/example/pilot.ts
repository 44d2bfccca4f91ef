// A player at the example game: signs in, and steers the boat by keys, mouse or finger towards the place that the lookout names.
import type { BrowserContext, CDPSession, FrameLocator, Page } from 'playwright-core';
import { passTime } from './game-time.ts';

/** A page, or the page in its frame. */
export type GamePage = Page | FrameLocator;

interface Place {
  /** Shares of the width and height of the sea. */
  readonly x: number;
  readonly y: number;
}

export interface Lookout {
  readonly boat: Place;
  /** The nearest coin, or the harbour. */
  readonly goal: Place;
  readonly coinsLeft: number;
}

/** Opens the game and signs in by the form. */
export async function signInToGame(context: BrowserContext, url: string, name: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.locator('#sea').waitFor();
  return page;
}

export async function lookOut(page: GamePage): Promise<Lookout> {
  const text = (await page.locator('#lookout').textContent()) ?? '';
  const numbers = [...text.matchAll(/-?\d+/g)].map(Number);
  const [boatX = 0, boatY = 0, goalX = 0, goalY = 0, coinsLeft = 0] = numbers;
  return { boat: { x: boatX / 100, y: boatY / 100 }, goal: { x: goalX / 100, y: goalY / 100 }, coinsLeft };
}

export const coinsOf = async (page: GamePage): Promise<number> =>
  Number(await page.locator('#hud-coins').textContent());

export const levelOf = async (page: GamePage): Promise<number> =>
  Number(await page.locator('#hud-level').textContent());

/** Hands that steer. `x` and `y` are the direction, from -1 to 1. */
export interface Hands {
  steer(direction: Place, sea: Lookout): Promise<void>;
  letGo(): Promise<void>;
}

export function keysOf(page: Page): Hands {
  const down = new Set<string>();
  const set = async (key: string, isDown: boolean): Promise<void> => {
    if (down.has(key) === isDown) return;
    if (isDown) down.add(key);
    else down.delete(key);
    await (isDown ? page.keyboard.down(key) : page.keyboard.up(key));
  };
  const steer = async ({ x, y }: Place): Promise<void> => {
    await set('ArrowLeft', x < -0.38);
    await set('ArrowRight', x > 0.38);
    await set('ArrowUp', y < -0.38);
    await set('ArrowDown', y > 0.38);
  };
  return { steer, letGo: () => steer({ x: 0, y: 0 }) };
}

/** The button is held, a little ahead of the boat. */
export async function mouseOf(page: Page, sea = page.locator('#sea')): Promise<Hands> {
  let isDown = false;
  return {
    async steer({ x, y }, { boat }) {
      const box = await sea.boundingBox();
      if (box === null) throw new Error('the sea is not there');
      const ahead = 60;
      await page.mouse.move(
        Math.min(Math.max(box.x + boat.x * box.width + x * ahead, box.x + 2), box.x + box.width - 2),
        Math.min(Math.max(box.y + boat.y * box.height + y * ahead, box.y + 2), box.y + box.height - 2),
      );
      if (!isDown) await page.mouse.down();
      isDown = true;
    },
    async letGo() {
      if (isDown) await page.mouse.up();
      isDown = false;
    },
  };
}

/** A finger that touches the middle of the sea and draws. */
export async function fingerOf(page: Page): Promise<Hands> {
  const browser: CDPSession = await page.context().newCDPSession(page);
  const box = await page.locator('#sea').boundingBox();
  if (box === null) throw new Error('the sea is not there');
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  let isDown = false;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Place[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
  return {
    async steer({ x, y }) {
      if (!isDown) await send('touchStart', [centre]);
      isDown = true;
      await send('touchMove', [{ x: centre.x + 60 * x, y: centre.y + 60 * y }]);
    },
    async letGo() {
      if (isDown) await send('touchEnd', []);
      isDown = false;
    },
  };
}

/** The end of a voyage that hangs. A level takes some seconds, and ten times as long on a machine that is busy. */
const sailMilliseconds = 240_000;

/**
 * Sails from goal to goal until the condition holds. Where the boat gets no nearer, as behind an island, it lets go, presses anew and
 * goes around, each time further.
 * @throws Error when the condition does not hold in time
 */
export async function sailUntil(
  page: GamePage,
  hands: Hands,
  holds: () => Promise<boolean>,
  isPortrait = false,
): Promise<void> {
  let [nearest, stuck, detour] = [Number.POSITIVE_INFINITY, 0, 0];
  let side = 1;
  let lastLeft = -1;
  let detours = 0;
  const deadline = performance.now() + sailMilliseconds;
  while (!(await holds())) {
    const seen = await lookOut(page);
    if (performance.now() > deadline)
      throw new Error(`the boat does not arrive after ${detours} detours: ${JSON.stringify(seen)}`);
    // The field is 960 by 640 units, or 600 by 800.
    const [width, height] = isPortrait ? [600, 800] : [960, 640];
    const [x, y] = [(seen.goal.x - seen.boat.x) * width, (seen.goal.y - seen.boat.y) * height];
    const away = Math.hypot(x, y) || 1;
    if (away < nearest - 4 || seen.coinsLeft !== lastLeft) {
      [nearest, stuck, lastLeft] = [away, 0, seen.coinsLeft];
    } else stuck += 1;
    if (stuck > 12) {
      await hands.letGo();
      detours += 1;
      [stuck, detour, nearest, side] = [0, 12 + 2 * detours, Number.POSITIVE_INFINITY, -side];
    }
    detour -= 1;
    const [toX, toY] = [x / away, y / away];
    const direction =
      detour > 0 ? { x: 0.3 * toX - side * toY, y: 0.3 * toY + side * toX } : { x: toX, y: toY };
    await hands.steer(direction, seen);
    await passTime(page, 100);
  }
  await hands.letGo();
}

/** The same, and then waits until the boat drifts no more, so that it takes no further coin. */
export async function sailAndRest(...route: Parameters<typeof sailUntil>): Promise<void> {
  await sailUntil(...route);
  const [page] = route;
  for (let [before, still] = ['', 0]; still < 3; ) {
    const { boat } = await lookOut(page);
    const now = JSON.stringify(boat);
    still = now === before ? still + 1 : 0;
    before = now;
    // The lookout tells a place five times a second.
    await passTime(page, 250);
  }
}
