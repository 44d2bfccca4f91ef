// The time of the example game in a page: its frames come as the browser draws them, and a test lets more of them follow at once.
import type { BrowserContext, FrameLocator, Page } from 'playwright-core';

/** The longest step of a frame, in milliseconds: a longer one would count as this one (game-view.ts). */
const frameMilliseconds = 50;

interface GameInPage {
  requestAnimationFrame(draw: (now: number) => void): number;
  readonly performance: { now(): number };
  passTime(milliseconds: number, step: number): void;
}

/** Runs in each page of a test. Its frames come as ever, and `passTime` lets the frames of so much time follow each other at once. */
function addPassTime(): void {
  const page = globalThis as unknown as GameInPage;
  const request = page.requestAnimationFrame.bind(globalThis);
  const waiting = new Set<{ readonly draw: (now: number) => void }>();
  let ahead = 0;
  page.requestAnimationFrame = (draw) => {
    const frame = { draw };
    waiting.add(frame);
    return request((now) => {
      if (waiting.delete(frame)) draw(now + ahead);
    });
  };
  page.passTime = (milliseconds, step) => {
    for (let passed = 0; passed < milliseconds; passed += step) {
      ahead += step;
      const frames = [...waiting];
      waiting.clear();
      for (const { draw } of frames) draw(page.performance.now() + ahead);
    }
  };
}

/** From now on the pages of the context know `passTime`. */
export const letTimePass = (context: BrowserContext): Promise<unknown> => context.addInitScript(addPassTime);

/** Lets time of the game pass: at once in the pages of a test, so that none waits for a voyage, and in real time in others. */
export const passTime = (page: Page | FrameLocator, milliseconds: number): Promise<void> =>
  page.locator('#sea').evaluate(
    (_, [passed, step]) => {
      const { passTime: pass } = globalThis as unknown as Partial<GameInPage>;
      return pass ? pass(passed, step) : new Promise<void>((resolve) => setTimeout(resolve, passed));
    },
    [milliseconds, frameMilliseconds] as const,
  );
