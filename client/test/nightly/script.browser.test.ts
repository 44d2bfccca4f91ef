// The client in a page without a bundler, in Chromium: the script as README prints it, and the module, each in one request.
import { afterAll, beforeAll, expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newContext, skippedNote } from '../../../test/harness/browser/browser.ts';
import { signTestToken } from '../../../test/harness/service.ts';
import { storedBy } from '../browser-game.ts';
import { until } from '../devices.ts';
import { type Packed, packed } from '../packed.ts';
import { browserTest, startBrowserSuite } from './browser-suite.ts';

const suite = startBrowserSuite();
let game: Packed;
beforeAll(async () => {
  game = await packed('client');
}, 120_000);

/** The requests of the present page, and its text. */
let asked: string[] = [];
let body = '';
const pages = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url }) {
    const { pathname } = new URL(url);
    if (pathname === '/') {
      return new Response(`<!doctype html><title>game</title>${body}`, {
        headers: { 'content-type': 'text/html' },
      });
    }
    const file = Bun.file(join(game.installed, 'dist', pathname));
    asked.push(pathname);
    return file
      .exists()
      .then((isThere) => new Response(isThere ? file : null, { status: isThere ? 200 : 404 }));
  },
});
afterAll(() => pages.stop(true));

const readme = readFileSync(join(import.meta.dir, '../../README.md'), 'utf8');
const [, printed = ''] = /```html\n(.*?)```/s.exec(readme) ?? [];

browserTest.each([
  ['script', '/playkeep.global.js', printed],
  [
    'module',
    '/portable.js',
    printed.replace(
      /<script src=.*\n<script>/,
      "<script type='module'>import * as Playkeep from '/portable.js';",
    ),
  ],
])(
  `a page saves by the %s alone${skippedNote}`,
  async (kind, file, html) => {
    const context = await newContext();
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    asked = [];
    const token = JSON.stringify(await signTestToken(kind));
    const code = html.replace('https://play.example.com', suite.service.url).replace("'ann'", `'${kind}'`);
    body = `<script>const getAccessToken = () => ${token};</script>${code}`;
    await page.goto(pages.url.href);
    await until(async () => (await storedBy(suite.service, kind))?.gold === 10);
    expect(asked.filter((path) => path.endsWith('.js'))).toEqual([file]);
    expect(errors).toEqual([]);
    await context.close();
  },
  60_000,
);
