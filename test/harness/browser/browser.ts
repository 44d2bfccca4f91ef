// One real Chromium for a test process, with the security of a real browser: no switch turns off site isolation, CORS or SameSite.
// Each test gets contexts of its own, like people with browsers of their own.
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { findChromium } from '../chromium.ts';
import { afterAllTests } from '../end-of-tests.ts';

const startMilliseconds = 30_000;
/** The end of a step that hangs, so that a test says which one it is. A machine that is busy takes long for a step that is well. */
const stepMilliseconds = 30_000;

const found = await findChromium();

/** The reason why no browser can start here; undefined where one can. */
export const whyNoBrowser: string | undefined = 'absent' in found ? found.absent : undefined;
/** For titles of tests that are skipped. */
export const skippedNote = whyNoBrowser === undefined ? '' : ` (skipped: ${whyNoBrowser})`;

let started: Promise<Browser> | undefined;

/** The browser of this process, started at the first call. A test that timed out may have ended it: then a new one starts. */
export async function openBrowser(): Promise<Browser> {
  const open = await started?.catch(() => undefined);
  if (open?.isConnected()) return open;
  // A killed process ends its browser too, by the end of the pipe between them.
  if (!started) afterAllTests(async () => (await started?.catch(() => undefined))?.close());
  started = start();
  return started;
}

/** This Chromium sometimes ends by SIGSEGV while it starts. Then it is started again. */
async function start(attempts = 3): Promise<Browser> {
  try {
    return await launch();
  } catch (error) {
    if (attempts === 1) throw error;
    return start(attempts - 1);
  }
}

async function launch(): Promise<Browser> {
  if ('absent' in found) throw new Error(found.absent);
  return chromium.launch({
    executablePath: found.path,
    env: found.environment,
    // Root cannot use the sandbox, and needs none for the pages of a test.
    chromiumSandbox: false,
    timeout: startMilliseconds,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

export const desktop = { width: 1440, height: 900 } as const;
export const phone = { width: 390, height: 844 } as const;
/** The windows in which every page is looked at, from a phone to a wide screen. */
export const windows = [
  phone,
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  desktop,
  { width: 1920, height: 1080 },
] as const;

export interface ContextOptions extends BrowserContextOptions {
  /** The time in its pages now, in milliseconds; that of the machine unless given. It goes on from there, and timers do not notice. */
  readonly time?: number;
}

/** A browser of one person: cookies and storage of its own. */
export async function newContext({ time, ...options }: ContextOptions = {}): Promise<BrowserContext> {
  const browser = await openBrowser();
  const context = await browser.newContext({
    ...{ viewport: desktop, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' },
    ...options,
  });
  context.setDefaultTimeout(stepMilliseconds);
  if (time !== undefined) await context.addInitScript(moveTime, time - Date.now());
  return context;
}

/** Runs in each page before its program. */
function moveTime(milliseconds: number): void {
  const { now: realNow } = Date;
  const now = () => realNow() + milliseconds;
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
