// The console in a real browser, on a real service: a person signs in with a key and looks at pages. At the end of each visit the
// watch of its pages (page-watch.ts) fails the test for any error, foreign request, policy violation or exposed secret.
import { afterAll, beforeAll, test as bunTest, expect, setDefaultTimeout } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { pageSecretName } from '../../../console/src/api/page-secret.ts';
import { createSignInLinks, type SignInLinks } from '../../../src/console/sign-in-links.ts';
import { scopes as allScopes, type Scope } from '../../../src/store/ports/keys.ts';
import { consoleFilesOf } from '../built-console.ts';
import { type ManualClock, manualClock } from '../clock.ts';
import { fromConsole } from '../console-session.ts';
import { type TestEngine, temporaryDirectory } from '../engines.ts';
import { createTestKey } from '../server-keys.ts';
import { type Service, type ServiceOptions, startService } from '../service.ts';
import { type ContextOptions, newContext, whyNoBrowser } from './browser.ts';
import type { InPage } from './in-page.ts';
import { type PageWatch, watchPages } from './page-watch.ts';

export interface ConsoleService extends Service {
  readonly signInLinks: SignInLinks;
}

/**
 * A service with the console of this source. Its clock starts now and runs, as pages show its times beside those of the browser;
 * a test may advance it too.
 */
export async function startConsoleService(options: ServiceOptions = {}): Promise<ConsoleService> {
  const clock: ManualClock = options.clock ?? manualClock(Date.now());
  const stopClock = run(clock);
  const signInLinks = createSignInLinks(clock);
  const consoleFiles = options.consoleFiles ?? (await consoleFilesOf());
  const service = await startService({ ...options, clock, signInLinks, consoleFiles });
  const { stop } = service;
  // The same object, whose getters stay those of the service.
  return Object.assign(service, { signInLinks, stop: () => stop().finally(stopClock) });
}

const tickMilliseconds = 10;
/** A machine that is busy with other things must not make calls of the service seem to wait, which it would refuse then. */
const longestTickMilliseconds = 50;

/** @returns a function that stops the clock */
function run(clock: ManualClock): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    // Whole milliseconds, as instants are.
    const passed = Math.floor(performance.now() - last);
    last += passed;
    clock.advance(Math.min(passed, longestTickMilliseconds));
  }, tickMilliseconds);
  return () => clearInterval(timer);
}

export interface VisitOptions {
  readonly scopes?: readonly Scope[];
  readonly keyName?: string;
  readonly browser?: ContextOptions;
  /** The page to begin with, by its path below /console. */
  readonly at?: string;
  /** Answers with these statuses are expected from the beginning on. */
  readonly statuses?: readonly number[];
}

/** A person at a browser. Its end closes the browser and checks the watch. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly watch: PageWatch;
  /** Opens a page by its path below /console, as by a bookmark. */
  open(path: string): Promise<void>;
}

export interface SignedIn extends Visit {
  readonly keyId: string;
  /** The text of the key. */
  readonly key: string;
}

/** A browser that is not signed in. */
export async function startVisit(service: Service, options: ContextOptions = {}): Promise<Visit> {
  const context = await newContext(options);
  const watch = await watchPages(context, service.url);
  const page = await context.newPage();
  return {
    ...{ page, context, watch },
    open: async (path) => {
      await page.goto(`${service.url}/console${path}`);
    },
    async [Symbol.asyncDispose]() {
      const problems = await watch.finish().finally(() => context.close());
      expect(problems).toEqual([]);
    },
  };
}

/**
 * A browser in which a new key is signed in. It shows the first page that the key may see, or the one that `at` names. The sign-in
 * page has tests of its own (sign-in.browser.test.ts), so the session begins by the request of that page, without the page.
 */
export async function signIn(service: Service, options: VisitOptions = {}): Promise<SignedIn> {
  const {
    scopes = allScopes,
    keyName: name = 'support desk',
    browser = {},
    at = '',
    statuses = [],
  } = options;
  const { keyId, token } = await createTestKey(service, { scopes, name });
  const visit = await startVisit(service, browser);
  const { page, context } = visit;
  visit.watch.secrets.add(token);
  visit.watch.expectStatuses(...statuses);
  const headers = { ...fromConsole, authorization: `Bearer ${token}` };
  const answer = await context.request.post(`${service.url}/console/session`, { headers });
  await addPageSecret(page, new URL(service.url).origin, (await answer.json()).data.pageSecret);
  await visit.open(at);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return { ...visit, keyId, key: token };
}

/** Lets every new page of the browser go on in the session of a page, as a tab does that asks an open one. */
export async function goOnInSession(from: Page, to: BrowserContext): Promise<void> {
  await addPageSecret(to, new URL(from.url()).origin, await readPageSecret(from));
}

interface TabInPage {
  readonly location: { readonly origin: string };
  readonly sessionStorage: Record<string, string>;
}

/** Gives each new tab the secret of the session once: after a sign-out it is gone. */
async function addPageSecret(
  to: Pick<BrowserContext, 'addInitScript'>,
  ofOrigin: string,
  secret: string,
): Promise<void> {
  await to.addInitScript(
    ([name, value, origin]) => {
      const tab = globalThis as unknown as TabInPage;
      // Pages without an origin, such as the blank one, have no storage, and may not even look at it.
      if (tab.location.origin !== origin) return;
      const { sessionStorage } = tab;
      if (sessionStorage.hasSecret) return;
      sessionStorage[name] = value;
      sessionStorage.hasSecret = 'yes';
    },
    [pageSecretName, secret, ofOrigin] as const,
  );
}

export const readPageSecret = (page: Page): Promise<string> =>
  page.evaluate(
    (name) => String((globalThis as unknown as InPage).sessionStorage[name] ?? ''),
    pageSecretName,
  );

/** Fills in the sign-in form that the page shows. */
export async function signInHere(page: Page, key: string): Promise<void> {
  await page.getByLabel('Server key').fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
}

/** `test` where a browser starts. A step in a page that hangs ends before the test does, and says which one it is. */
export const test = bunTest.skipIf(whyNoBrowser !== undefined);
setDefaultTimeout(120_000);
if (whyNoBrowser !== undefined) process.stderr.write(`skipped: ${whyNoBrowser}\n`);

/** Stands for an object that `beforeAll` makes: its members are there for the tests. */
const later = <T extends object>(made: () => T | undefined): T =>
  new Proxy({} as T, { get: (_, name) => Reflect.get(made() as T, name) });

export interface ConsoleOptions extends VisitOptions {
  readonly service?: ServiceOptions | (() => Promise<ConsoleService>);
  /** Puts data into the service, before the person signs in. */
  readonly fill?: (service: ConsoleService) => unknown;
}

/** One service for all tests of a file, and one person who is signed in. */
export function sharedConsole({ service: options = {}, fill, ...visitOptions }: ConsoleOptions = {}) {
  let visit: SignedIn | undefined;
  const service = sharedService(options, async (started) => {
    await fill?.(started);
    visit = await signIn(started, visitOptions);
    return visit;
  });
  return { service, visit: later(() => visit) };
}

/**
 * One service for all tests of a file.
 * @param fill puts data into it, and may open something that ends before the service
 */
export function sharedService(
  options: ServiceOptions | (() => Promise<ConsoleService>) = {},
  fill?: (service: ConsoleService) => unknown,
): ConsoleService {
  let service: ConsoleService | undefined;
  let opened: unknown;
  beforeAll(async () => {
    if (whyNoBrowser !== undefined) return;
    service = await (typeof options === 'function' ? options() : startConsoleService(options));
    opened = await fill?.(service);
  });
  afterAll(async () => {
    try {
      await (opened as Partial<AsyncDisposable> | undefined)?.[Symbol.asyncDispose]?.();
    } finally {
      await service?.stop();
    }
  });
  return later(() => service);
}

/** A file of JSON that a setting names, until the tests of the file have ended. @returns its path */
export function settingFile(content: unknown): string {
  const { directory, remove } = temporaryDirectory();
  afterAll(remove);
  const path = join(directory, 'setting.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

/** A signed-in visit with its service. Its end stops both. */
export interface OpenConsole extends SignedIn {
  readonly service: ConsoleService;
}

/** The service and a signed-in visit in one, for tests that need one of each. */
export async function openConsole({
  engine,
  service: serviceOptions,
  ...options
}: VisitOptions & {
  readonly engine?: TestEngine;
  readonly service?: ServiceOptions;
}): Promise<OpenConsole> {
  const service = await startConsoleService({ ...(engine && { engine }), ...serviceOptions });
  try {
    const visit = await signIn(service, options);
    return {
      ...visit,
      service,
      async [Symbol.asyncDispose]() {
        try {
          await visit[Symbol.asyncDispose]();
        } finally {
          await service.stop();
        }
      },
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}
