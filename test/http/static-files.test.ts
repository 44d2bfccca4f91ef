// Static files: pages that browsers revalidate, assets that they cache, and no other file of the disk.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpServer } from '../../src/http/server.ts';
import { type Assets, createAssets, createPage } from '../../src/http/static-files.ts';
import { call } from '../harness/api.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { sendRaw } from '../harness/raw.ts';
import { routesOf, startTestServer } from './test-server.ts';

const policy = "default-src 'self'";
const script = 'alert("gr\u00fc\u00df dich")';
const notFound = { statusCode: 404, error: { message: 'Not found' } };

let server: HttpServer;
let directory: string;
let remove: () => void;
let assets: Assets;
let rendered: number;
/** The number of failures still to come in rendering the page. */
let failures: number;

beforeEach(async () => {
  ({ directory, remove } = temporaryDirectory());
  rendered = 0;
  failures = 0;
  writeFileSync(join(directory, 'style.css'), 'p { color: red }');
  writeFileSync(join(directory, 'secret.css'), 'p { color: blue }');
  assets = createAssets(
    '/app/',
    () => ({ 'style.css': Bun.file(join(directory, 'style.css')), 'chunks/app.min.js': new Blob([script]) }),
    policy,
  );
  const page = createPage(
    '.html',
    async () => {
      rendered += 1;
      if (rendered <= failures) throw new Error('the disk is away');
      return `<script src="${(await assets.names())['chunks/app.min.js']}"></script>`;
    },
    policy,
  );
  const routes = routesOf({ '/app': page, '/app/*': assets.reply }, { isSheddable: false, cors: 'none' });
  server = await startTestServer({ routes });
});
afterEach(async () => {
  await server.stop(0);
  remove();
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  call(server.url, method, path, { headers });

describe('an asset', () => {
  test('has a hash of its content in its name and may be kept for good', async () => {
    const { 'chunks/app.min.js': name = '' } = await assets.names();
    expect(name).toMatch(/^chunks\/app\.min\.[0-9a-f]{16}\.js$/);
    const { status, text, headers } = await ask(`/app/${name}?any=query`);
    expect([status, text]).toEqual([200, script]);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(script)));
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-security-policy')).toBe(policy);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('stays what its hash says when the file changes under the service', async () => {
    const { 'style.css': name = '' } = await assets.names();
    writeFileSync(join(directory, 'style.css'), 'p { color: green }');
    const { text, headers } = await ask(`/app/${name}`);
    expect([text, headers.get('content-type')]).toEqual(['p { color: red }', 'text/css; charset=utf-8']);
  });

  test('is found by its whole name in the list, so no path leads to another file', async () => {
    const { 'style.css': name = '' } = await assets.names();
    const near = [
      '',
      'style.css',
      'secret.css',
      'chunks/',
      `x/${name}`,
      `${name}/`,
      `${name}.map`,
      `/${name}`,
    ];
    const escaped = ['..%2fsecret.css', '..%5csecret.css', '%2e%2e%2fsecret.css', '%00', '%'];
    const absolute = `${directory}/secret.css`;
    const odd = ['__proto__', 'constructor', absolute, encodeURIComponent(absolute)];
    for (const path of [...near, ...escaped, ...odd]) {
      const { status, body } = await ask(`/app/${path}`);
      expect([path, status, body]).toEqual([path, 404, notFound]);
    }
    // No HTTP client would send these as they are.
    for (const path of ['/app/../app/secret.css', '/app/./secret.css', '/app/..\\secret.css', '/app//']) {
      const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      expect([path, (await sendRaw(server.url, [request])).received.slice(0, 12)]).toEqual([
        path,
        'HTTP/1.1 404',
      ]);
    }
  });

  test('is found with any Host, and by a target in absolute form', async () => {
    const { 'style.css': name = '' } = await assets.names();
    for (const head of [
      `GET /app/${name} HTTP/1.0\r\n`,
      `GET /app/${name} HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n`,
      `GET http://other.example/app/${name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`,
    ]) {
      const { received } = await sendRaw(server.url, [`${head}\r\n`]);
      expect([head, received.includes('200 OK'), received.endsWith('p { color: red }')]).toEqual([
        head,
        true,
        true,
      ]);
    }
  });
});

describe('a page', () => {
  test('is revalidated at each use, by its entity tag', async () => {
    const { status, headers, text } = await ask('/app');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(text).toBe(`<script src="${(await assets.names())['chunks/app.min.js']}"></script>`);
    const etag = headers.get('etag') ?? '';
    for (const ifNoneMatch of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await ask('/app', { 'if-none-match': ifNoneMatch });
      expect([ifNoneMatch, again.status, again.text]).toEqual([ifNoneMatch, 304, '']);
      // RFC 9110 section 15.4.5: the headers about caching that a 200 would have.
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('cache-control')).toBe('no-cache');
      expect(again.headers.get('content-security-policy')).toBe(policy);
    }
    for (const other of ['"x"', 'not a tag', '']) {
      expect((await ask('/app', { 'if-none-match': other })).status).toBe(200);
    }
    expect(rendered).toBe(1);
  });

  test('that failed to be made is made at the next request', async () => {
    failures = 1;
    expect((await ask('/app')).status).toBe(500);
    expect((await ask('/app')).status).toBe(200);
    expect((await ask('/app')).status).toBe(200);
    expect(rendered).toBe(2);
  });
});

test('a file without a content type fails when the list is made', async () => {
  const unknown = createAssets('/x/', () => ({ 'a.exe': new Blob(['x']) }), policy);
  await expect(unknown.names()).rejects.toThrow('there is no content type for .exe');
});
