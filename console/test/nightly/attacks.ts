// Attacks that a page of somebody else makes with the browser of a person who is signed in at the console. Each runs in that page
// and returns everything that it could read.
import type { ElementHandle, Page } from 'playwright-core';

/** The path of a player, whose data no attack may read. */
export const player = '/api/server/players/1';
const forged = '{"playerId":"forged"}';
const change = '/api/server/players';

/** @param linkToken a sign-in link that the attacker has */
type Attack = (page: Page, service: string, linkToken: string) => Promise<unknown>;

/** Sends a request in the page with the cookie. @returns the answer that the page may read, or the name of the error */
const send = (page: Page, url: string, options: Record<string, unknown>) =>
  page.evaluate(
    ([target, init]) =>
      fetch(target, { credentials: 'include', ...init }).then(
        async (answer) => `${answer.type} ${answer.status} ${await answer.text()}`,
        (error) => String(error),
      ),
    [url, options] as const,
  );

/** Sends a body without a content type, for which a browser asks no permission. */
const sendUntyped = (page: Page, url: string, content?: string): Promise<string> =>
  page.evaluate(
    ([target, text]) =>
      fetch(target, {
        ...{ method: 'POST', mode: 'no-cors', credentials: 'include' },
        ...(text !== null && { body: new Blob([text]) }),
      }).then((answer) => answer.text(), String),
    [url, content ?? null] as const,
  );

const sendBeacon = (page: Page, url: string, content: string): Promise<boolean> =>
  page.evaluate(
    ([target, text]) => {
      const { navigator } = globalThis as unknown as {
        navigator: { sendBeacon(url: string, body: Blob): boolean };
      };
      return navigator.sendBeacon(target, new Blob([text]));
    },
    [url, content] as const,
  );

/** Puts HTML into the page and waits until the element has loaded something, or was refused. */
async function embed(page: Page, html: string): Promise<ElementHandle> {
  const handle = await page.evaluateHandle((source) => {
    const { document } = globalThis as unknown as {
      document: { createElement(name: string): Holder; body: Holder };
    };
    interface Holder {
      innerHTML: string;
      firstElementChild: unknown;
      append(child: unknown): void;
    }
    const holder = document.createElement('div');
    holder.innerHTML = source;
    const element = holder.firstElementChild as { onload: unknown; onerror: unknown };
    return new Promise((resolve) => {
      element.onload = () => resolve(element);
      element.onerror = () => resolve(element);
      document.body.append(holder);
    });
  }, html);
  return handle.asElement() as ElementHandle;
}

/** Submits a form of the page. @returns the text of the page that comes */
async function submit(page: Page, attributes: string, fields: string): Promise<string> {
  await page.setContent(`<form ${attributes}>${fields}<button>Win a prize</button></form>`);
  await Promise.all([page.waitForEvent('framenavigated'), page.getByRole('button').click()]);
  return `${page.url()} ${await page.content()}`;
}

/** JSON, as the one field of a form of text: `{"playerId":"forged","x":"=` and the rest. */
const jsonField = `<input name='{"playerId":"forged","x":"' value='"}'>`;

export const attacks: Readonly<Record<string, Attack>> = {
  'read by fetch': (page, service) => send(page, service + player, {}),
  'read without CORS': (page, service) => send(page, `${service}${player}/export`, { mode: 'no-cors' }),
  'read who is signed in': (page, service) => send(page, `${service}/api/server/me`, {}),
  'change by a simple request': (page, service) => sendUntyped(page, service + change, forged),
  'end a session by a simple request': (page, service) =>
    sendUntyped(page, `${service}${player}/session/terminate`),
  'sign in as somebody else': (page, service, linkToken) =>
    sendUntyped(page, `${service}/console/session/link`, JSON.stringify({ token: linkToken })),
  'change by a request with the header of the console': (page, service) =>
    send(page, service + change, {
      method: 'POST',
      body: forged,
      headers: { 'x-playkeep-console': '1', 'content-type': 'application/json' },
    }),
  'erase by fetch': (page, service) =>
    send(page, service + player, { method: 'DELETE', headers: { 'x-playkeep-console': '1' } }),
  'sign out by fetch': (page, service) => send(page, `${service}/console/session`, { method: 'DELETE' }),
  'change by a beacon': (page, service) => sendBeacon(page, service + change, forged),
  'change by a form of text': (page, service) =>
    submit(page, `method=post enctype=text/plain action=${service}${change}`, jsonField),
  'end a session by a form': (page, service) =>
    submit(page, `method=post action=${service}${player}/session/terminate`, ''),
  'sign in by a form': (page, service, linkToken) =>
    submit(
      page,
      `method=post enctype=text/plain action=${service}/console/session/link`,
      `<input name='{"token":"${linkToken}"}' value="">`,
    ),
  'read by a form': (page, service) => submit(page, `method=get action=${service}${player}/export`, ''),
  'read by a link': async (page, service) => {
    await page.setContent(`<a href="${service}${player}/export">A prize</a>`);
    await Promise.all([page.waitForEvent('framenavigated'), page.getByRole('link').click()]);
    return page.content();
  },
  'read as an image': async (page, service) => {
    await embed(page, `<img src="${service}${player}/export">`);
  },
  'read as a script': async (page, service) => {
    await embed(page, `<iframe srcdoc="<script src='${service}${player}/metadata'></script>"></iframe>`);
  },
  'read as a style': async (page, service) => {
    await embed(page, `<link rel=stylesheet href="${service}${player}/metadata">`);
  },
  'frame the console': (page, service) => frame(page, `${service}/console/players/1`),
  'frame an answer': (page, service) => frame(page, `${service}${player}`),
  'embed the console': async (page, service) => {
    await embed(page, `<object data="${service}/console/players/1"></object>`);
    return page
      .mainFrame()
      .childFrames()
      .map((child) => child.url());
  },
  'open the console and talk to it': openAndTalk,
};

/** @returns the text of the framed page */
async function frame(page: Page, url: string): Promise<string> {
  const element = await embed(page, `<iframe src="${url}"></iframe>`);
  const content = await element.contentFrame();
  return `${content?.url()} ${await content?.content()}`;
}

/** Opens the console in a window, looks into it, and sends messages. */
async function openAndTalk(page: Page, service: string): Promise<unknown> {
  const [opened, seen] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(async (url) => {
      interface Opened {
        readonly closed: boolean;
        readonly document?: { readonly body: { readonly innerText: string } };
        readonly location: { href: string };
        postMessage(message: unknown, target: string): void;
      }
      const window = (globalThis as unknown as { open(url: string): Opened }).open(url);
      // It is cut off from its opener once the console answers.
      for (let wait = 0; wait < 500 && !window.closed; wait += 1)
        await new Promise((resolve) => setTimeout(resolve, 50));
      const attempt = (run: () => unknown): string => {
        try {
          return String(run());
        } catch (error) {
          return String(error);
        }
      };
      return [
        attempt(() => window.closed),
        attempt(() => window.document?.body.innerText),
        attempt(() => window.location.href),
        attempt(() =>
          window.postMessage({ type: 'sign-out', method: 'DELETE', url: '/api/server/players/1' }, '*'),
        ),
      ];
    }, `${service}/console/players/1`),
  ]);
  await opened.waitForLoadState();
  const hasOpener = await opened.evaluate(
    () => (globalThis as unknown as { opener: unknown }).opener !== null,
  );
  await opened.close();
  return { seen, hasOpener };
}
