// Pages of other people in the browser of a person who is signed in at the console: on another port of the same host, which
// browsers count as the same site, and on another site. Nothing is read, and nothing is changed.
import { afterAll, expect } from 'bun:test';
import type { ElementHandle, Page, Request } from 'playwright-core';
import { keyDigest } from '../../../src/lib/key-text.ts';
import { newContext } from '../../../test/harness/browser/browser.ts';
import { readPageSecret, sharedConsole, test } from '../../../test/harness/browser/console.ts';
import { type Origin, serveOrigin } from '../../../test/harness/browser/origins.ts';
import { testServerKey } from '../../../test/harness/server-keys.ts';
import { until } from '../../../test/harness/until.ts';

const places = [
  ['of the same site', ({ url }: Origin) => url],
  ['of another site', ({ otherSiteUrl }: Origin) => otherSiteUrl],
] as const;

/** The path of a player, whose data no attack may read. */
const player = '/api/server/players/1';
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

const attacks: Readonly<Record<string, Attack>> = {
  'read by fetch': (page, service) => send(page, service + player, {}),
  'read who is signed in': (page, service) => send(page, `${service}/api/server/me`, {}),
  'change by a simple request': (page, service) => sendUntyped(page, service + change, forged),
  'sign in as somebody else': (page, service, linkToken) =>
    sendUntyped(page, `${service}/console/session/link`, JSON.stringify({ token: linkToken })),
  'change by a request with the header of the console': (page, service) =>
    send(page, service + change, {
      method: 'POST',
      body: forged,
      headers: { 'x-playkeep-console': '1', 'content-type': 'application/json' },
    }),
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

const attacker = serveOrigin('<!doctype html><title>Prizes</title><body>');
afterAll(() => attacker[Symbol.dispose]());
const { service, visit } = sharedConsole({
  service: { environment: { SERVER_API_KEY: testServerKey, CORS_ORIGINS: '*' } },
  async fill(started) {
    const body = JSON.stringify({ data: { secret: 'the diary of mira' } });
    await started.as('mira', 'POST', '/api/game/metadata', { body });
    await started.as('mira', 'POST', '/api/game/session/start');
  },
  at: '/players/1',
});
/** For a session of the attacker. */
const linkToken = () => service.signInLinks.issue(keyDigest(testServerKey));

/** Everything that an attack might have changed. */
const state = async () => {
  const ask = (path: string) => service.call('GET', path, { token: testServerKey });
  const paths = [player, `${player}/metadata`, `${player}/session`, '/api/server/audit'];
  const answers = await Promise.all(paths.map(ask));
  return [...answers.map(({ text }) => text), (await visit.context.cookies()).map(({ value }) => value)];
};

for (const [place, urlOf] of places) {
  test.each(Object.keys(attacks))(`${place} cannot %s`, async (name) => {
    const before = await state();
    const { read, asked } = await visit.watch.lookAwayDuring(() => attack(name, urlOf(attacker)));
    expect(asked).not.toEqual([]);
    expect(read).not.toMatch(/diary|mira|support desk|"data"/);
    expect(await state()).toEqual(before);
  });
}

/** @returns what the attack could read, and its requests to the service, which have all ended */
async function attack(name: string, url: string) {
  const { context } = visit;
  const page = await context.newPage();
  await page.goto(url);
  const asked: string[] = [];
  let underWay = 0;
  const begin = (request: Request) => {
    if (!request.url().startsWith(service.url)) return;
    asked.push(`${request.method()} ${request.url()}`);
    underWay += 1;
  };
  const end = (request: Request) => {
    if (request.url().startsWith(service.url)) underWay -= 1;
  };
  context.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  const result = await attacks[name]?.(page, service.url, linkToken());
  // The request of a beacon may be told after its page has gone on.
  // Requests of a window that was opened and closed never end.
  await until(() => asked.length > 0 && (underWay === 0 || name === 'open the console and talk to it'));
  context.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  await page.close();
  return { asked, result, read: JSON.stringify(result) ?? '' };
}

test('gets no hold of a console that it opens, nor a frame of it', async () => {
  const { opened, framed } = await visit.watch.lookAwayDuring(async () => ({
    opened: (await attack('open the console and talk to it', attacker.url)).result,
    framed: (await attack('frame the console', attacker.url)).result,
  }));
  const refused = expect.stringContaining('SecurityError');
  expect(opened).toEqual({ seen: ['true', refused, refused, 'undefined'], hasOpener: false });
  expect(framed).toStartWith('chrome-error://');
});

test('is what keeps the attacks out: the console itself may do the same', async () => {
  expect(await forge(visit.page)).toBe(200);
  expect((await service.call('GET', '/api/server/players/2', { token: testServerKey })).status).toBe(200);
});

const forge = async (page: Page): Promise<number> =>
  page.evaluate(
    (secret) =>
      fetch('/api/server/players', {
        method: 'POST',
        body: '{"playerId":"forged"}',
        headers: { 'x-playkeep-console': secret, 'content-type': 'application/json' },
      }).then(({ status }) => status),
    await readPageSecret(page),
  );

/** Runs in a page of another port: listens for the tabs of the console, asks them, and looks into every storage. */
const eavesdrop = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const heard: unknown[] = [];
    const channel = new BroadcastChannel('playkeep.session');
    channel.onmessage = ({ data }) => heard.push(data);
    channel.postMessage({ type: 'ask' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { sessionStorage, localStorage } = globalThis as unknown as Record<string, object>;
    return [heard, { ...sessionStorage }, { ...localStorage }];
  });

test('a page of another port of the host gets the cookie by a visit, and can do nothing with it', async () => {
  const learned = await visit.watch.lookAwayDuring(async () => {
    const page = await visit.context.newPage();
    await page.goto(attacker.url);
    const seen = await eavesdrop(page);
    await page.close();
    return seen;
  });
  expect(learned).toEqual([[], {}, {}]);
  const cookie = attacker.seen.at(-1)?.cookie ?? '';
  const [kept] = await visit.context.cookies();
  // This is how browsers work: without it the test shows nothing.
  expect(cookie).toBe(`playkeep=${kept?.value}`);
  const ask = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    service.call(method, path, { headers, ...(body !== undefined && { body }) });
  const forged = {
    ...{ cookie, origin: service.url, referer: `${service.url}/console`, host: new URL(service.url).host },
    ...{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  };
  for (const secret of ['1', kept?.value ?? '', 'signed out']) {
    const headers = { ...forged, 'x-playkeep-console': secret };
    expect((await ask('GET', '/api/server/me', headers)).status).toBe(401);
    expect((await ask('POST', '/api/server/players', headers, '{"playerId":"forged"}')).status).toBe(401);
    expect((await ask('DELETE', '/console/session', headers)).status).toBe(200);
  }
  // Nothing of this ended the session, and with the other secret the same request works.
  const own = { ...forged, 'x-playkeep-console': await readPageSecret(visit.page) };
  expect((await ask('GET', '/api/server/me', own)).status).toBe(200);
});

test('the browser of these tests keeps SameSite cookies from other sites, and tells of the site of each request', async () => {
  await using context = await newContext();
  using service = serveOrigin('<h1>service</h1>', { 'set-cookie': 'session=1; SameSite=Strict; HttpOnly' });
  using other = serveOrigin('<h1>other</h1>');
  const page = await context.newPage();
  const send = () =>
    page.evaluate((url) => fetch(url, { mode: 'no-cors', credentials: 'include' }), service.url);
  await page.goto(service.url);
  await page.goto(other.url);
  await send();
  await page.goto(other.otherSiteUrl);
  await send();
  const told = service.seen.filter(({ path }) => path === '/').map(({ site, cookie }) => ({ site, cookie }));
  expect(told).toEqual([
    { site: 'none', cookie: null },
    { site: 'same-site', cookie: 'session=1' },
    { site: 'cross-site', cookie: null },
  ]);
});
