// The browser of these tests has the defences of a real one, so that an attack that fails here fails for people too. It ends with
// its test process, however that ends.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { newContext, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { serveOrigin } from '../../../test/harness/browser/origins.ts';
import { chromiumVariable, findChromium } from '../../../test/harness/chromium.ts';
import { temporaryDirectory } from '../../../test/harness/engines.ts';

describe.skipIf(whyNoBrowser !== undefined)(`the browser of the tests${skippedNote}`, () => {
  test('keeps SameSite cookies from other sites, and tells of the site of each request', async () => {
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
    const told = service.seen
      .filter(({ path }) => path === '/')
      .map(({ site, cookie }) => ({ site, cookie }));
    expect(told).toEqual([
      { site: 'none', cookie: null },
      { site: 'same-site', cookie: 'session=1' },
      { site: 'cross-site', cookie: null },
    ]);
  });

  test('keeps answers without CORS headers from pages of other origins', async () => {
    await using context = await newContext();
    using service = serveOrigin('<h1>service</h1>');
    using other = serveOrigin('<h1>other</h1>');
    const page = await context.newPage();
    await page.goto(other.url);
    const read = (url: string) =>
      page.evaluate((target) => fetch(target).then((answer) => answer.text(), String), url);
    expect(await read(service.url)).toBe('TypeError: Failed to fetch');
    expect(await read(other.url)).toBe('<h1>other</h1>');
  });

  test.skipIf(process.platform !== 'linux')('ends when its test process is killed', async () => {
    const script = join(import.meta.dir, '../../../test/harness/browser/open-and-wait.ts');
    using temporary = temporaryDirectory();
    // The killed process removes no file.
    const environment = {
      TMPDIR: temporary.directory,
      [chromiumVariable]: JSON.stringify(await findChromium()),
    };
    const child = Bun.spawn([process.execPath, '--no-env-file', script], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { value } = await child.stdout.getReader().read();
    const pids = new TextDecoder().decode(value).trim().split(',').map(Number);
    expect(pids).toHaveLength(1);
    const isRunning = () =>
      pids.some((pid) =>
        Bun.spawnSync(['ps', '-o', 'stat=', '-p', `${pid}`])
          .stdout.toString()
          .match(/^[^Z\s]/),
      );
    expect(isRunning()).toBe(true);
    child.kill('SIGKILL');
    await child.exited;
    for (const end = performance.now() + 30_000; isRunning() && performance.now() < end; )
      await Bun.sleep(20);
    expect(isRunning()).toBe(false);
  });
});
