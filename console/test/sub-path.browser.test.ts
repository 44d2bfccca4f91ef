// The console in a browser behind a proxy that serves the service below a path and takes the path away, as nginx does by
// `location /playkeep/ { proxy_pass http://127.0.0.1:8080/; }`. The watch of the pages fails for a request beside the path.
import { expect } from 'bun:test';
import {
  type ConsoleService,
  sharedService,
  signInHere,
  startConsoleService,
  startVisit,
  test,
} from '../../test/harness/browser/console.ts';
import { press } from '../../test/harness/browser/pages.ts';
import { stopLongTimers } from '../../test/harness/browser/quiet-page.ts';
import { signInHeading, throughIssuer } from '../../test/harness/browser/staff-console.ts';
import { sqlite } from '../../test/harness/engines.ts';
import { startStaffIssuer } from '../../test/harness/identity-provider.ts';
import { createTestKey, testServerKey } from '../../test/harness/server-keys.ts';
import { signTestToken } from '../../test/harness/service.ts';

const prefix = '/playkeep';

function startPrefixProxy(target: () => string) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (!pathname.startsWith(`${prefix}/`))
        return new Response('another page of this host', { status: 404 });
      const inner = new Request(target() + pathname.slice(prefix.length) + search, request);
      return fetch(inner, { redirect: 'manual', decompress: false });
    },
  });
  return { url: `http://127.0.0.1:${server.port}${prefix}`, stop: () => server.stop(true) };
}

/** A service as people reach it: its `url` is that of the proxy. */
async function startBehindProxy(): Promise<ConsoleService> {
  let inner = '';
  const proxy = startPrefixProxy(() => inner);
  const issuer = await startStaffIssuer(proxy.url);
  const environment = { ...issuer.environment(proxy.url), SERVER_API_KEY: testServerKey };
  const started = await startConsoleService({ engine: sqlite, environment });
  inner = started.url;
  const stop = () => Promise.all([started.stop(), issuer.stop(), proxy.stop()]);
  return Object.create(started, { url: { value: proxy.url }, stop: { value: stop } });
}

const service = sharedService(startBehindProxy, (started) =>
  started.as('mira', 'POST', '/api/game/metadata', { body: '{"data":{"level":1}}' }),
);

test('signs in by a key on a page that was loaded itself, stays there on a reload, and leads on', async () => {
  await using visit = await startVisit(service);
  const { page, watch } = visit;
  await stopLongTimers(page, 20_000);
  await visit.open('/players/1/history');
  await press(page, 'Use a server key');
  const { token } = await createTestKey(service, { name: 'desk' });
  watch.secrets.add(token);
  await signInHere(page, token);
  const heading = page.getByRole('heading', { name: 'mira' });
  await heading.waitFor();
  await page.reload();
  await heading.waitFor();
  const at = (path: string) => page.waitForURL(`${service.url}/console${path}`);
  await page.getByRole('link', { name: 'All players' }).click();
  await at('/players');
  await page.getByRole('link', { name: 'mira' }).click();
  await at('/players/1');
  // A read that waits tells it; the timers of the page are held.
  await service.as('mira', 'POST', '/api/game/session/start');
  await heading.getByText('Online').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await at('/settings');
  await page.reload();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
});

test('signs in by the issuer and out of it, and comes back below the path', async () => {
  await using visit = await startVisit(service);
  const { page, watch } = visit;
  await visit.open('/players/1');
  await throughIssuer(visit, service);
  expect(page.url()).toBe(`${service.url}/console/players/1`);
  watch.expectStatuses(401);
  await watch.lookAwayDuring(async () => {
    await press(page, 'Sign out', 'Yes, sign out');
    await page.waitForURL(`${service.url}/console/sign-in`);
  });
  await signInHeading(page).waitFor();
});

test('is where the root of the service leads, and the pages of the API work beside it', async () => {
  await using visit = await startVisit(service);
  const { page } = visit;
  await page.goto(`${service.url}/`);
  await page.waitForURL(`${service.url}/console`);
  await signInHeading(page).waitFor();
  await page.goto(`${service.url}/docs/server`);
  await page.getByRole('link', { name: 'Game API' }).click();
  await page.waitForURL(`${service.url}/docs`);
  await page.getByLabel('Token of a player').fill(await signTestToken('mira'));
  const read = page.locator('#getOwnMetadata');
  await page.goto(`${service.url}/docs#getOwnMetadata`);
  await press(read, 'Send');
  await read.locator('output').getByText('"level": 1').waitFor();
});
