// Watches the pages of a browser context for what no page of the console may do: errors, warnings, requests to other hosts,
// violations of the content security policy, and secrets where scripts or other people could read them.
import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { pageSecretName } from '../../../console/src/api/page-secret.ts';
import type { InPage } from './in-page.ts';

export interface PageWatch {
  /**
   * Texts that must be nowhere in the browser but in cookies that scripts cannot read. The secret of a page is one too: its place
   * is the storage of its tab, under its name, and no other.
   */
  readonly secrets: Set<string>;
  /**
   * Answers with these statuses are expected from now on. Chromium writes each answer of 400 and more into its console, which
   * counts as an error otherwise.
   */
  expectStatuses(...statuses: readonly number[]): void;
  /** From now on no such status is expected. */
  forgetStatuses(): void;
  /** Looks away while pages of other people are open in the same browser. */
  lookAwayDuring<T>(run: () => Promise<T>): Promise<T>;
  /** Stops watching. @returns everything that was wrong, a sentence each */
  finish(): Promise<readonly string[]>;
}

/** The page reports violations at once, as a navigation would forget them. */
function reportViolations(): void {
  const page = globalThis as unknown as InPage;
  page.document.addEventListener('securitypolicyviolation', (violation) =>
    page.reportViolation?.(
      `${violation.effectiveDirective} of the policy refused ${violation.blockedURI} (${violation.sourceFile})`,
    ),
  );
}

const refusal = /^Failed to load resource: the server responded with a status of (?<status>\d{3})\b/;

/** @param origin the one origin that pages may reach */
export async function watchPages(context: BrowserContext, origin: string): Promise<PageWatch> {
  const secrets = new Set<string>();
  const problems: string[] = [];
  const expected = new Set<number>();
  const urls = new Set<string>();

  let isWatching = true;
  const note = (problem: string): void => {
    if (isWatching) problems.push(problem);
  };

  const isExpected = (message: ConsoleMessage): boolean => {
    const status = refusal.exec(message.text())?.groups?.status;
    return status !== undefined && expected.has(Number(status)) && message.location().url.startsWith(origin);
  };
  context.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (!isBad || isExpected(message)) return;
    note(
      `the page wrote ${message.type() === 'error' ? 'an error' : 'a warning'}: ${message.text()} (${message.location().url})`,
    );
  });
  context.on('weberror', (error) =>
    problems.push(`a script failed: ${error.error().stack ?? error.error()}`),
  );
  context.on('dialog', (dialog) => {
    // A page with unsaved changes may ask before it closes.
    if (dialog.type() !== 'beforeunload') note(`the page opened a dialog: ${dialog.message()}`);
    // A test may have answered it.
    dialog.accept().catch(() => undefined);
  });
  context.on('request', (request) => {
    urls.add(request.url());
    const isOwn = request.url().startsWith(`${origin}/`) || /^(?:data|blob):/.test(request.url());
    if (!isOwn) note(`the page asked another host: ${request.url()}`);
  });
  context.on('page', (page) => page.on('framenavigated', (frame) => urls.add(frame.url())));
  await context.exposeFunction('reportViolation', note);
  await context.addInitScript(reportViolations);

  function look(secret: string, places: readonly Kept[]): void {
    const found = places.filter(
      ({ text }) => text.includes(secret) || text.includes(encodeURIComponent(secret)),
    );
    problems.push(...found.map(({ place }) => `a secret is in ${place}`));
  }

  return {
    secrets,
    expectStatuses: (...statuses) => {
      for (const status of statuses) expected.add(status);
    },
    forgetStatuses: () => expected.clear(),
    async lookAwayDuring(run) {
      isWatching = false;
      try {
        return await run();
      } finally {
        isWatching = true;
      }
    },
    async finish() {
      const kept = await Promise.all(context.pages().map(readKeptTexts));
      const places = [...kept.flat(), ...[...urls].map((url) => ({ place: 'a URL', text: url }))];
      const ofPages = places.filter(({ place }) => place === ownPlace).map(({ text }) => text);
      const elsewhere = places.filter(({ place }) => place !== ownPlace);
      for (const secret of await allSecrets(context, origin, secrets)) look(secret, places);
      for (const secret of new Set(ofPages)) if (secret !== '') look(secret, elsewhere);
      return problems;
    },
  };
}

/** The given texts, and the values of cookies of the service. */
async function allSecrets(
  context: BrowserContext,
  origin: string,
  given: ReadonlySet<string>,
): Promise<readonly string[]> {
  const cookies = await context.cookies(origin);
  return [...given, ...cookies.map(({ value }) => value)].filter((text) => text.length >= 16);
}

interface Kept {
  readonly place: string;
  readonly text: string;
}

/** The one place of the secret of a page. */
const ownPlace = "the place of the page's own";

/** All texts that scripts of the page can read back, or that a person sees in its address. */
const readKeptTexts = (page: Page): Promise<readonly Kept[]> =>
  page.evaluate(
    ([secretName, secretPlace]) => {
      const { document, localStorage, sessionStorage, history, window } = globalThis as unknown as InPage;
      const { [secretName]: secret = '', ...ofTab } = sessionStorage;
      const fields = [...document.querySelectorAll('input, textarea')];
      return [
        { place: 'localStorage', text: JSON.stringify({ ...localStorage }) },
        { place: 'sessionStorage', text: JSON.stringify(ofTab) },
        { place: secretPlace, text: String(secret) },
        { place: 'document.cookie', text: document.cookie },
        { place: 'history.state', text: JSON.stringify(history.state) ?? '' },
        { place: 'window.name', text: window.name },
        { place: 'the document', text: document.documentElement.outerHTML },
        { place: 'a field', text: fields.map(({ value }) => value).join('\n') },
      ];
    },
    [pageSecretName, ownPlace] as const,
  );
