// The pages and files of the console over HTTP: one page for every path, assets that are compressed and kept, and headers that
// keep other pages and hosts out.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { consoleFileRoutes } from '../../src/console/file-routes.ts';
import { createConsoleFiles } from '../../src/console/files.ts';
import { type HttpServer, startHttpServer } from '../../src/http/server.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { type BuiltTestConsole, builtConsole } from '../../test/harness/built-console.ts';
import { manualClock } from '../../test/harness/clock.ts';
import { temporaryDirectory } from '../../test/harness/engines.ts';

const assetsPath = '/console/assets/';
const servers: HttpServer[] = [];
let built: BuiltTestConsole;
let url: string;

async function serve(directory: string): Promise<string> {
  const consoleFiles = createConsoleFiles(directory);
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    corsOrigins: '*',
    production: true,
    idleTimeoutSeconds: 75,
    routes: consoleFileRoutes.map(({ method, path, access, bind }) => ({
      ...{ method, path, access, handle: bind({ consoleFiles }) },
    })),
    clock: manualClock(),
    log: createLog({ level: 'silent', production: true }),
    metrics: createMetrics(),
    tryAdmit: () => true,
  });
  servers.push(server);
  return server.url;
}

beforeAll(async () => {
  built = await builtConsole();
  url = await serve(built.directory);
}, 120_000);
afterAll(() => Promise.all(servers.map((server) => server.stop(0))));

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers, decompress: false });
const fileOf = (name: string) => readFileSync(join(built.directory, name));
const scriptPath = () => assetsPath + built.entry.script;

describe('the page', () => {
  test.each([
    ['/console', './'],
    ['/console/', '../'],
    ['/console/x.js', '../'],
    ['/console/players/12/history', '../../../'],
    ['/console/1/2/3/4/5/6/7', '../../../../../../../'],
  ])(
    '%s is the one page, which browsers revalidate, with addresses that lead to the root by %s',
    async (path, root) => {
      const answer = await ask(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const text = await answer.text();
      expect(text).toBe(fileOf('index.html').toString().replaceAll('{{root}}', root));
      const forged = { 'x-forwarded-prefix': '/evil', 'x-forwarded-host': 'evil.example' };
      expect(await (await ask(path, forged)).text()).toBe(text);
      const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
      expect((await ask(path, headers)).status).toBe(304);
    },
  );

  test('is not there deeper than any page', async () => {
    const answer = await ask(`/console${'/1'.repeat(8)}`);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { statusCode: 404, error: { message: 'Not found' } },
    ]);
  });

  test('has headers that forbid frames, other hosts, inline scripts and inline styles', async () => {
    for (const path of ['/console', scriptPath(), '/console/build.json']) {
      const { headers } = await ask(path);
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
          "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      ]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('has nothing inline, and names only files that are served', async () => {
    const page = await (await ask('/console/players')).text();
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<base/i);
    const scripts = [...page.matchAll(/<script(?<attributes>[^>]*)>(?<text>[^<]*)</g)];
    expect(scripts).toHaveLength(1);
    expect(scripts[0]?.groups?.text).toBe('');
    const links = [...page.matchAll(/(?:src|href)="(?<link>[^"]+)"/g)].map(
      ({ groups }) => groups?.link ?? '',
    );
    expect(links).toHaveLength(3);
    for (const link of links) {
      expect(link).toStartWith(`..${assetsPath}`);
      expect([link, (await ask(link.slice(2))).status]).toEqual([link, 200]);
    }
  });

  test('has the id of its build, which the service tells old tabs', async () => {
    const answer = await ask('/console/build.json');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.json()).toEqual({ build: built.buildId });
    expect(fileOf('index.html').toString()).toContain(`content="${built.buildId}"`);
  });
});

describe('an asset', () => {
  test('is kept for good under the hash in its name', async () => {
    const names = readdirSync(join(built.directory, 'assets')).filter((name) => !/\.(?:br|gz)$/.test(name));
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      expect(name).toMatch(/^[a-z-]+\.[0-9a-z]{8,12}\.(?:js|css|svg)$/);
      const answer = await ask(assetsPath + name);
      expect([name, answer.headers.get('cache-control')]).toEqual([
        name,
        'public, max-age=31536000, immutable',
      ]);
      expect(Buffer.from(await answer.bytes()).equals(fileOf(`assets/${name}`))).toBe(true);
    }
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br;q=0.5, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br;q=0.000, gzip ; q=0', null],
    ['brotli, x-gzip', null],
    ['identity', null],
    ['', null],
  ])('with Accept-Encoding %j has the coding %j and the same content', async (accepted, coding) => {
    const answer = await ask(scriptPath(), { 'accept-encoding': accepted });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-encoding')).toBe(coding);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const bytes = await answer.bytes();
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
    const open = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''] ?? ((sent: Uint8Array) => sent);
    expect(Buffer.from(open(bytes)).equals(fileOf(`assets/${built.entry.script}`))).toBe(true);
  });

  test('has an entity tag of its own in each coding', async () => {
    const codings = ['br', 'gzip', 'identity'];
    const tags = await Promise.all(
      codings.map(async (coding) =>
        (await ask(scriptPath(), { 'accept-encoding': coding })).headers.get('etag'),
      ),
    );
    expect(new Set(tags).size).toBe(3);
    const headers = { 'accept-encoding': 'gzip', 'if-none-match': tags[0] ?? '' };
    expect((await ask(scriptPath(), headers)).status).toBe(200);
    const same = await ask(scriptPath(), { ...headers, 'accept-encoding': 'br' });
    expect([same.status, same.headers.get('vary')]).toEqual([304, 'Accept-Encoding']);
  });

  test.each([
    'none.js',
    'main.js',
    'main.00000000.js',
    '..%2Findex.html',
    '..%2F..%2Fpackage.json',
    '__proto__',
    '',
  ])('%j that is not there is 404 in the envelope, never the page', async (name) => {
    const answer = await ask(assetsPath + name);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ statusCode: 404, error: { message: 'Not found' } });
  });

  test('of the build may not be asked for in its stored compressed form', async () => {
    expect(existsSync(join(built.directory, 'assets', `${built.entry.script}.br`))).toBe(true);
    expect((await ask(`${scriptPath()}.br`)).status).toBe(404);
  });
});

describe('a console that is not built', () => {
  test('says how to build it, and is there as soon as it is built', async () => {
    using parent = temporaryDirectory();
    const directory = join(parent.directory, 'dist');
    const absent = await serve(directory);
    const page = await fetch(`${absent}/console/players`);
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('etag')).toBeNull();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('npm ci &amp;&amp; npm run build');
    for (const path of ['/console/build.json', `${assetsPath}main.js`]) {
      const answer = await (await fetch(absent + path)).json();
      expect([path, answer]).toEqual([path, { statusCode: 404, error: { message: 'Not found' } }]);
    }
    cpSync(built.directory, directory, { recursive: true });
    expect((await fetch(`${absent}/console`)).status).toBe(200);
    rmSync(directory, { recursive: true });
    // The files of a start stay in memory.
    expect((await fetch(`${absent}/console`)).status).toBe(200);
  });
});
