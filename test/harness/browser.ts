// A real Chromium for tests of the console. Each page notes what no page of the console may cause: errors in its console, requests
// to other hosts, and faults that nobody caught.
import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserContext, type Page, chromium as playwright } from 'playwright-core';

let launching: Promise<Browser> | undefined;

/** The browser of this process. `closeBrowser` ends it. */
function browser(): Promise<Browser> {
  launching ??= launch();
  return launching;
}

async function launch(): Promise<Browser> {
  // Not the flags that the package suggests: they switch off the rules of origins.
  const args = ['--no-sandbox', '--headless=shell', '--disable-gpu', '--disable-dev-shm-usage'];
  return playwright.launch({ executablePath: await chromium.executablePath(), args });
}

export async function closeBrowser(): Promise<void> {
  const running = launching;
  launching = undefined;
  await (await running)?.close();
}

export interface ConsoleTab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors in the console and faults. Answers with status 4xx and 5xx are among them. */
  readonly problems: string[];
  close(): Promise<void>;
}

export interface TabOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
}

/** Opens a tab with cookies of its own. @param url the service; requests to another origin are refused, and are problems. */
export async function openTab(
  url: string,
  { width = 1440, height = 900, theme = 'light' }: TabOptions = {},
): Promise<ConsoleTab> {
  const context = await (await browser()).newContext({
    ...{ viewport: { width, height }, colorScheme: theme, baseURL: url },
    // The name that Chromium takes from the system may be none that `Intl` knows.
    ...{ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' as const },
  });
  const problems: string[] = [];
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  const { origin } = new URL(url);
  await context.route(
    (target) => target.origin !== origin && target.protocol !== 'data:',
    (route) => {
      problems.push(`a request to ${route.request().url()}`);
      return route.abort();
    },
  );
  return { page, context, problems, close: () => context.close() };
}
